"""Staging: readable by all, writable by its owner only, and swept when unused."""

import os
import time
from pathlib import Path

import pytest

from sandbox import staging, staging_folder


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "stage"
    monkeypatch.setenv("KINGSBENCH_STAGING_DIR", str(folder))
    return folder


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
    root = staging.jail_root(b"")
    assert {path.name for path in root.iterdir()} == {
        "bot",
        "dev",
        "kingsbench",
        "lib",
        "lib64",
        "stage",
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


def test_the_memory_that_is_needed_is_what_roots_take() -> None:
    root = staging.jail_root(b"")
    taken = sum(path.lstat().st_blocks * 512 for path in root.rglob("*"))
    promised = staging.memory_needed([()]) - staging_folder.BOTS_ROOM
    assert taken <= promised <= taken * 1.2


def test_roots_with_the_same_layer_take_its_memory_once(tmp_path: Path) -> None:
    (tmp_path / "engine.js").write_bytes(b"x" * 5000)
    (tmp_path / "module.py").write_bytes(b"x" * 5000)
    files = {f"/usr/lib/{path.name}": path for path in tmp_path.iterdir()}
    program, modules = staging.Layer("node", files), staging.Layer("m", files, modules="/usr/lib")
    assert (program.weight, modules.weight) == (4 * 4096, 6 * 4096)
    one, two = (staging.memory_needed([(program,)] * count) for count in (1, 2))
    assert two - one == staging.OWN_FILES


def test_the_parts_of_a_root_in_use_are_not_swept(stage: Path) -> None:
    stage.mkdir()
    folder = stage / "base-used"
    folder.mkdir()
    staging._keep(folder)
    long_ago = time.time() - 2 * staging.ROOT_STALE_AFTER
    os.utime(folder, (long_ago, long_ago))
    staging._sweep(stage, older_than=staging.ROOT_STALE_AFTER)
    assert folder.exists()
