"""Collecting static files: all that pages use, and again only if one changed."""

from pathlib import Path

import pytest
from pytest_django import Settings

from website.management.collecting import collect, fingerprint, is_collected
from website.site.static_files import StaticFiles


@pytest.fixture
def more(settings: Settings, tmp_path: Path) -> Path:
    """Return a folder whose files are collected as well."""
    folder = tmp_path / "more"
    folder.mkdir()
    settings.STATICFILES_DIRS = [folder]
    settings.STATIC_ROOT = tmp_path / "static"
    hashed = {"staticfiles": {"BACKEND": "website.site.static_files.StaticFiles"}}
    settings.STORAGES = settings.STORAGES | hashed
    return folder


def test_static_files_are_collected_again_after_a_change(more: Path) -> None:
    assert not is_collected(fingerprint())
    (more / "one.css").write_text("p {}")
    collect(fingerprint())
    assert is_collected(fingerprint())
    (more / "one.css").write_text("p { }")
    assert not is_collected(fingerprint())


def test_files_that_no_page_uses_are_left_out(more: Path) -> None:
    (more / "long.css").write_text("p {}\n" * 1000)
    (more / "redoc").mkdir()
    (more / "redoc" / "redoc.js").touch()
    collect(fingerprint())
    found = {path.name for path in more.with_name("static").rglob("*") if path.is_file()}
    storage = StaticFiles()
    named = storage.stored_name("long.css")
    assert {"long.css", named, f"{named}.gz"} <= found
    assert "long.css.gz" not in found
    assert [name for name in found if name.startswith("redoc")] == []
    console = "drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"
    assert Path(storage.path(storage.stored_name(console))).exists()
