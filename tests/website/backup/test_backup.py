"""`manage.py restore` brings back what `manage.py backup` saved: every row and every upload."""

import json
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.apps import apps
from django.db.models import FileField

from tests.arena import calls
from tests.website.backup.places import Place, an_empty_place, content, is_root, modes
from tests.website.scripts import backups, rows
from website.deploy.state_folder import folder_lock

pytestmark = pytest.mark.services
KINDS = ["sqlite", "postgresql"]


@pytest.fixture(params=KINDS, scope="module")
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def source(kind: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A platform shared by tests, which none changes."""
    with an_empty_place(kind, tmp_path_factory.mktemp("source") / "var") as place:
        place.fill()
        yield place


@pytest.fixture(scope="module")
def taken(source: Place, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of the source, as it was made."""
    folder = tmp_path_factory.mktemp("taken") / "backup"
    done = source.manage("backup", str(folder))
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def backup(taken: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copytree(taken, tmp_path / "backup"))


@pytest.fixture
def target(kind: str, tmp_path: Path) -> Iterator[Place]:
    with an_empty_place(kind, tmp_path / "target") as place:
        yield place


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A platform on one machine, for what does not depend on the kind of database."""
    place = Place(tmp_path_factory.mktemp("embedded") / "var")
    place.fill()
    return place


@pytest.fixture
def own(embedded: Place, tmp_path: Path) -> Place:
    """A copy of it that a test may change."""
    return Place(Path(shutil.copytree(embedded.var, tmp_path / "own")))


def refused(place: Place, *words: str) -> str:
    """Return a refused command's error, which has no traceback."""
    done = place.manage(*words)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False), done.stderr
    return done.stderr


def manifest_of(backup: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((backup / "manifest.json").read_text())
    return found


def test_every_row_and_every_upload_comes_back(source: Place, backup: Path, target: Place) -> None:
    done = target.manage("restore", str(backup))
    assert done.returncode == 0, done.stderr
    assert target.look() == source.look()
    assert len(source.look()[1]) == 5
    assert modes(target.var / "media") == {"file 600", "folder 700"}
    assert {mode for mode in modes(target.var) if mode.startswith("file")} == {"file 600"}


def test_a_backup_is_private_and_says_what_it_is(backup: Path) -> None:
    assert modes(backup) == {"file 600", "folder 700"}
    manifest = manifest_of(backup)
    hashes = {name: one["sha256"] for name, one in manifest["files"].items()}
    assert hashes == {k: v for k, v in content(backup).items() if k != "manifest.json"}
    assert manifest["migrations"].keys() >= {"arena", "accounts", "notices", "auth"}
    assert (manifest["kingsbench"], manifest["rows"]["arena_match"]) == (version("kingsbench"), 6)
    assert not any("secret" in name for name in content(backup))


def test_a_folder_that_is_not_empty_is_refused(source: Place, backup: Path, tmp_path: Path) -> None:
    before = content(backup)
    assert "already contains a backup" in refused(source, "backup", str(backup))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "a letter").write_text("dear")
    assert "is not empty" in refused(source, "backup", str(tmp_path / "other"))
    assert (content(backup), len(content(tmp_path / "other"))) == (before, 1)


def test_a_place_in_use_is_refused(source: Place, backup: Path, target: Place) -> None:
    before = source.look()
    words = refused(source, "restore", str(backup))
    assert "the database is in use" in words
    assert "users" in words
    assert ("reset" in words) or ("CREATE DATABASE" in words)
    assert source.look() == before
    (target.var / "media").mkdir(parents=True)
    (target.var / "media" / "upload.py").touch()
    assert "the folder of uploads is not empty" in refused(target, "restore", str(backup))


def test_a_running_platform_is_refused(embedded: Place, tmp_path: Path) -> None:
    backup, target = tmp_path / "backup", Place(tmp_path / "target")
    assert embedded.manage("backup", str(backup)).returncode == 0
    target.var.mkdir()
    with folder_lock(target.var):
        assert "`up` is running" in refused(target, "restore", str(backup))
    target.migrate()
    target.call(rows.worker)
    assert "1 workers use this database" in refused(target, "restore", str(backup))
    target.call(rows.no_worker)
    done = target.manage("restore", str(backup))  # empty tables are an empty place
    assert done.returncode == 0, done.stderr


def test_a_database_that_others_use_is_refused(tmp_path: Path) -> None:
    with an_empty_place("postgresql", tmp_path / "a") as place:
        url = place.environment["DATABASE_URL"]
        manifest = '{"format": 1, "made_at": "2030-01-01", "kingsbench": "1", "rows": {}, '
        manifest += '"database": "postgresql", "database_version": "15.1", "migrations": {}}'
        (tmp_path / "b").mkdir()
        (tmp_path / "b" / "manifest.json").write_text(
            manifest.replace("}}", '}, "files": {}, "listed": {}, "missing": []}')
        )
        with psycopg.connect(url):
            words = refused(place, "restore", str(tmp_path / "b"))
        assert "1 other connections use this database" in words


def test_a_damaged_backup_restores_nothing(backup: Path, target: Place) -> None:
    upload = next(path for path in backup.rglob("*.py"))
    upload.write_bytes(upload.read_bytes()[:-1] + b"#")
    words = refused(target, "restore", str(backup))
    assert f"uploads/{upload.relative_to(backup / 'uploads')}" in words
    assert "nothing was restored" in words
    assert list((target.var / "media").rglob("*.py")) == []
    upload.unlink()
    assert "is damaged" in refused(target, "restore", str(backup))


def test_a_backup_without_a_manifest_is_none(backup: Path, target: Place) -> None:
    text = (backup / "manifest.json").read_text()
    (backup / "manifest.json").write_text(text[: len(text) // 2])
    assert "cannot be read" in refused(target, "restore", str(backup))
    (backup / "manifest.json").write_text(text.replace('"uploads/', '"uploads/../../'))
    assert "leads out of the backup" in refused(target, "restore", str(backup))
    (backup / "manifest.json").unlink()
    assert "is not a complete backup" in refused(target, "restore", str(backup))


@pytest.mark.parametrize(
    ("made_by", "why"),
    [("0.1.0", "is of Kingsbench before 0.2.0"), ("9.0.0", "arena 9999_other. Upgrade")],
)
def test_a_backup_of_another_version_is_refused(
    backup: Path, target: Place, made_by: str, why: str
) -> None:
    data = manifest_of(backup) | {"kingsbench": made_by}
    data["migrations"]["arena"] = "9999_other"
    (backup / "manifest.json").write_text(json.dumps(data))
    assert why in refused(target, "restore", str(backup))
    assert target.tables() == []


def test_a_lost_upload_makes_no_backup_unless_that_is_allowed(own: Place, tmp_path: Path) -> None:
    target = Place(tmp_path / "target")
    one, other = sorted((own.var / "media").rglob("*.py"))[:2]
    one.unlink()
    other.write_bytes(b"something else")
    words = refused(own, "backup", str(tmp_path / "b"))
    assert f"{one.relative_to(own.var / 'media')} (missing)" in words
    assert f"{other.relative_to(own.var / 'media')} (other content)" in words
    assert not (tmp_path / "b").exists()
    assert own.manage("backup", str(tmp_path / "b"), "--allow-missing").returncode == 0
    assert len(manifest_of(tmp_path / "b")["missing"]) == 2
    assert target.manage("restore", str(tmp_path / "b")).returncode == 0


def test_ratings_and_records_that_do_not_prove_themselves_are_told(
    own: Place, tmp_path: Path
) -> None:
    own.call(backups.falsify)
    assert own.manage("backup", str(tmp_path / "b")).returncode == 0
    target = Place(tmp_path / "target")
    words = refused(target, "restore", str(tmp_path / "b"))
    assert "the ratings of Bot 0 differ" in words
    assert "its record gives other events" in words
    assert "interrupted here" in refused(target, "seed")
    assert target.manage("restore", str(tmp_path / "b"), "--skip-proof").returncode == 0


def test_another_kind_of_database_is_refused(embedded: Place, tmp_path: Path) -> None:
    assert embedded.manage("backup", str(tmp_path / "b")).returncode == 0
    with an_empty_place("postgresql", tmp_path / "c") as other:
        assert "a backup of sqlite" in refused(other, "restore", str(tmp_path / "b"))


def test_missing_programs_are_told_with_what_to_install(tmp_path: Path) -> None:
    with an_empty_place("postgresql", tmp_path / "a") as place:
        work = calls.code(backups.back_up_without_programs, str(tmp_path / "b"))
        done = place.run("-c", work)
        assert "sudo apt-get install -y postgresql-client-" in done.stderr
        assert not (tmp_path / "b").exists()


def test_a_backup_of_sqlite_is_one_file_that_sqlite_opens(embedded: Place, tmp_path: Path) -> None:
    assert embedded.manage("backup", str(tmp_path / "b")).returncode == 0
    assert sorted(path.name for path in (tmp_path / "b").iterdir()) == [
        "database.sqlite3", "manifest.json", "uploads",
    ]  # fmt: skip
    with sqlite3.connect(tmp_path / "b" / "database.sqlite3") as found:
        assert found.execute("SELECT count(*) FROM arena_match").fetchone() == (6,)


def test_memory_does_not_grow_with_what_is_backed_up(embedded: Place, tmp_path: Path) -> None:
    own = Place(Path(shutil.copytree(embedded.var, tmp_path / "own")))
    small = own.call(backups.back_up, str(tmp_path / "small"))
    own.call(backups.grow)
    large = own.call(backups.back_up, str(tmp_path / "large"))
    assert sum(path.stat().st_size for path in (tmp_path / "large").rglob("*.*")) > 160_000_000
    assert large - small < 40_000  # KiB


@pytest.mark.skipif(not is_root(), reason="a small file system is mounted by root alone")
def test_a_full_disk_leaves_no_backup_behind(embedded: Place, tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=600k", "none", str(small)], check=True)
    try:
        words = refused(embedded, "backup", str(small / "backup"))
        assert "no room left on the disk of" in words
        assert list(small.iterdir()) == []
    finally:
        subprocess.run(["umount", "--lazy", str(small)], check=True)


def test_no_other_file_than_versions_is_an_upload() -> None:
    """Any other file field would need a backup as well."""
    fields = [field for model in apps.get_models() for field in model._meta.get_fields()]
    assert [str(one) for one in fields if isinstance(one, FileField)] == ["arena.Version.source"]


def test_an_upload_that_is_erased_meanwhile_is_in_no_backup(own: Place, tmp_path: Path) -> None:
    """The owner deletes the account after the dump, before the upload is copied."""
    assert own.call(backups.back_up_while_erased, str(tmp_path / "b")) == 2
    target = Place(tmp_path / "target")
    assert target.manage("restore", str(tmp_path / "b")).returncode == 0
    assert target.look() == own.look()
