"""Staging: readable by all, written by its owner alone, and swept when nobody holds it."""

import os
import time
from pathlib import Path

import pytest

from sandbox import staging
from sandbox.errors import JailUnavailable


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "stage"
    monkeypatch.setenv("KINGSBENCH_STAGE", str(folder))
    return folder


def test_the_staging_folder_is_made_for_all_to_read(stage: Path) -> None:
    assert staging.base() == stage
    assert stage.stat().st_mode & 0o777 == 0o755


def test_a_folder_that_others_may_write_to_is_closed_to_them(stage: Path) -> None:
    stage.mkdir()
    stage.chmod(0o777)
    staging.base()
    assert stage.stat().st_mode & 0o777 == 0o755


def test_a_link_is_no_staging_folder(stage: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    stage.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(JailUnavailable, match="KINGSBENCH_STAGE"):
        staging.base()


@pytest.mark.skipif(os.geteuid() != 0, reason="NEEDS ROOT TO GIVE A FOLDER AWAY")
def test_a_folder_of_another_user_is_refused(stage: Path) -> None:
    stage.mkdir()
    os.chown(stage, 65534, 65534)
    with pytest.raises(JailUnavailable):
        staging.base()


def test_staged_files_are_for_reading_whatever_the_umask(stage: Path) -> None:
    before = os.umask(0o077)
    try:
        prepared = staging.stage({"bot.py": b"x", "plans/best.py": b"y"})
    finally:
        os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in prepared.folder.rglob("*")}
    assert modes == {"bot.py": 0o644, "plans": 0o755, "best.py": 0o644}
    prepared.close()


def test_what_a_dead_worker_left_is_swept(stage: Path) -> None:
    held = staging.stage({"bot.py": b"x"})
    left = held.folder.with_name("bot-left")
    left.mkdir()
    long_ago = time.time() - 2 * staging.STALE_AFTER
    for folder in (held.folder, left):
        os.utime(folder, (long_ago, long_ago))
    with staging.stage({"bot.py": b"y"}) as fresh:
        assert {path.name for path in (stage / "bots").iterdir()} == {
            held.folder.name, fresh.folder.name,
        }  # fmt: skip
    held.close()


def test_the_root_holds_the_interpreter_and_nothing_of_the_host() -> None:
    root = staging.runtime(b"")
    assert {path.name for path in root.iterdir()} == {
        "bot",
        "dev",
        "kingsbench",
        "lib",
        "lib64",
        "usr",
    }
    assert (root / "kingsbench/engine/game.py").exists()
    assert not any(root.rglob("_ssl*"))
    assert not any(
        path.is_absolute()
        for link in root.rglob("*")
        if link.is_symlink()
        for path in [link.readlink()]
    )
