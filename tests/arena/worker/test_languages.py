"""A worker's languages and runtimes, from the settings."""

import shutil
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from arena.worker.worker_jail import worker_jail
from sandbox import toolchains
from tests.hostile.programs import need

pytestmark = pytest.mark.jail


@pytest.fixture(autouse=True)
def afresh() -> Iterator[None]:
    """Forget the worker jail before and after each test."""
    worker_jail.cache_clear()
    yield
    worker_jail.cache_clear()


def test_the_settings_say_which_languages_are_taken(settings: Settings) -> None:
    need("node")
    settings.BOT_LANGUAGES = ["python", "node"]
    jail = worker_jail()
    if jail.jailer is None or jail.house_only:
        pytest.skip(f"NO JAIL ON THIS MACHINE, SO NOTHING WAS TESTED: {jail.problem}")
    assert jail.jailer.languages == ["python", "node"]
    assert jail.jailer.unavailable_languages() == {}


def test_a_worker_without_an_allowed_language_says_so_and_plays_the_others(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = shutil.which
    monkeypatch.setattr(toolchains, "_node", toolchains._node.__wrapped__)
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "node" else real(name))
    settings.BOT_LANGUAGES = ["python", "node"]
    if worker_jail().house_only:
        pytest.skip(f"NO JAIL ON THIS MACHINE, SO NOTHING WAS TESTED: {worker_jail().problem}")
    assert "language_unavailable" in caplog.text
    assert "Node.js is missing" in caplog.text
    assert "apt-get install -y nodejs" in caplog.text


def test_a_runtime_that_is_missing_closes_the_uploads(settings: Settings) -> None:
    settings.BOT_RUNTIME = "numpy"
    jail = worker_jail()
    assert jail.house_only
    assert f"no Python runtime in {settings.RUNTIMES / 'numpy'}" in jail.problem
