"""The staging folder: owned by its user, readable by all, and in memory."""

import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from sandbox import staging_folder
from sandbox.errors import JailUnavailable
from tests.sandbox.conftest import on_disk

__all__ = ["on_disk"]


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "stage"
    monkeypatch.setenv("KINGSBENCH_STAGING_DIR", str(folder))
    return folder


def test_the_staging_folder_is_made_for_all_to_read(stage: Path) -> None:
    assert staging_folder.base_folder() == stage
    assert stage.stat().st_mode & 0o777 == 0o755


def test_a_folder_that_others_may_write_to_is_closed_to_them(stage: Path) -> None:
    stage.mkdir()
    stage.chmod(0o777)
    staging_folder.base_folder()
    assert stage.stat().st_mode & 0o777 == 0o755


def test_a_link_is_no_staging_folder(stage: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    stage.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(JailUnavailable, match="KINGSBENCH_STAGING_DIR"):
        staging_folder.base_folder()


def test_its_old_setting_is_refused_with_the_new_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINGSBENCH_STAGE", "/srv/stage")
    with pytest.raises(JailUnavailable, match="is now called KINGSBENCH_STAGING_DIR"):
        staging_folder.base_folder()


@pytest.mark.skipif(os.geteuid() != 0, reason="NEEDS ROOT TO GIVE A FOLDER AWAY")
def test_a_folder_of_another_user_is_refused(stage: Path) -> None:
    stage.mkdir()
    os.chown(stage, 65534, 65534)
    with pytest.raises(JailUnavailable):
        staging_folder.base_folder()


def test_of_itself_it_is_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KINGSBENCH_STAGING_DIR", raising=False)
    first = next(staging_folder.candidates())
    if first.parent != Path("/dev/shm"):
        pytest.skip("NO ROOMY /dev/shm ON THIS MACHINE, SO NOTHING WAS TESTED")
    assert first.name == f"kingsbench-{os.geteuid()}"
    assert staging_folder.file_system(first.parent) == "tmpfs"


def test_memory_that_is_too_small_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staging_folder, "LEAST_SIZE", 1 << 62)
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/dev/shm")
    found = list(staging_folder.candidates())
    assert found[0] == staging_folder._cache()
    assert len(found) == 2


def test_the_memory_of_a_users_session_is_the_second_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/user/1")
    monkeypatch.setattr(staging_folder, "_is_roomy_memory", lambda _: True)
    assert list(staging_folder.candidates())[1] == Path("/run/user/1/kingsbench")


def test_memory_is_told_from_a_disk_and_a_disk_is_refused(on_disk: Path) -> None:
    staging_folder.require_memory([staging_folder.base_folder()])
    with pytest.raises(JailUnavailable, match="remember") as refused:
        staging_folder.require_memory([staging_folder.base_folder(), on_disk])
    assert f"are on {staging_folder.file_system(on_disk)} ({on_disk})" in str(refused.value)


def test_the_line_that_mends_it_asks_for_the_size_and_the_owner(stage: Path) -> None:
    line = staging_folder.mount_command(200 << 20)
    assert line.endswith(f"tmpfs {stage}")
    assert f"mode=755,uid={os.geteuid()},gid={os.getegid()},size=200m" in line


@pytest.mark.skipif(os.geteuid() != 0, reason="NEEDS ROOT TO MOUNT")
def test_the_line_that_mends_it_does(stage: Path, on_disk: Path) -> None:
    line = staging_folder.mount_command().replace("sudo ", "")
    kind = f"stat --file-system --format=%T {stage}"
    words = ["unshare", "--mount", "sh", "-ec", f"{line} && {kind}"]
    assert subprocess.run(words, check=True, capture_output=True).stdout == b"tmpfs\n"


def test_what_roots_share_is_counted_once() -> None:
    with TemporaryDirectory(dir=staging_folder.base_folder()) as name:
        Path(name, "big").write_bytes(b"x" * 9000)
        Path(name, "same").hardlink_to(Path(name, "big"))
        assert staging_folder.used_bytes(Path(name)) == 3 * 4096
