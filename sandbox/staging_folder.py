"""The folder of jails' files, in memory.

Other file systems remember missing names, and look-up times reveal them: bots could talk and
remember by names. A tmpfs leaves no trace.
"""

import ctypes
import os
import shutil
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from sandbox.errors import JailUnavailable
from sandbox.errors import gettext_noop as _
from sandbox.limits import MIB

SETTING: Final = "KINGSBENCH_STAGING_DIR"
OLD_SETTING: Final = "KINGSBENCH_STAGE"
MEMORY: Final = "tmpfs"
# Numbers of likely file systems (include/uapi/linux/magic.h).
NAMES: Final = {
    0x01021994: MEMORY, 0xEF53: "ext4", 0x58465342: "xfs", 0x9123683E: "btrfs",
    0x794C7630: "overlayfs", 0x2FC12FC1: "zfs", 0x6969: "nfs", 0x858458F6: "ramfs",
    0xF2F52010: "f2fs", 0x65735546: "fuse", 0x01021997: "9p",
}  # fmt: skip
PAGE: Final = 4096
LEAST_SIZE: Final = 128 * MIB  # of a default tmpfs: Docker's /dev/shm has 64
BOTS_ROOM: Final = 64 * MIB  # for the bots of running matches


def base_folder() -> Path:
    """KINGSBENCH_STAGING_DIR, else the first candidate that runs programs.

    Raises JailUnavailable if others may write there. Bundled bots need no memory: see
    `require_memory`.
    """
    if os.environ.get(OLD_SETTING):
        words = _("%(old)s is now called %(new)s: rename the variable")
        raise JailUnavailable(words, old=OLD_SETTING, new=SETTING)
    chosen = os.environ.get(SETTING)
    for candidate in [Path(chosen)] if chosen else candidates():
        with suppress(OSError):
            candidate.mkdir(mode=0o755, parents=True, exist_ok=True)
            if is_ours(candidate) and not is_noexec(candidate):
                return candidate
    raise JailUnavailable(
        _(
            "bots cannot be staged in %(folders)s: this needs a private folder where programs can "
            "run; run: export %(setting)s=<such a folder>"
        ),
        folders=chosen or ", ".join(map(str, candidates())),
        setting=SETTING,
    )


def candidates() -> Iterator[Path]:
    """Yield places for it, those in memory first; all processes of a user get the same."""
    own = f"kingsbench-{os.geteuid()}"
    memory = [Path("/dev/shm") / own, _temporary() / own]  # noqa: S108  # its owner is checked
    if session := os.environ.get("XDG_RUNTIME_DIR"):
        memory.insert(1, Path(session) / "kingsbench")
    yield from (place for place in memory if _is_roomy_memory(place.parent))
    yield _cache()
    yield _temporary() / own


def _cache() -> Path:
    if os.geteuid() == 0:
        return Path("/var/cache/kingsbench")
    cache = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return Path(cache) / "kingsbench"


def _temporary() -> Path:
    return Path(tempfile.gettempdir())


def _is_roomy_memory(folder: Path) -> bool:
    with suppress(OSError):
        if file_system(folder) == MEMORY:
            size = os.statvfs(folder)
            return size.f_blocks * size.f_frsize >= LEAST_SIZE
    return False


def is_ours(folder: Path) -> bool:
    """Whether it is our folder (no link), where only we may write."""
    file = folder.lstat()
    if not stat.S_ISDIR(file.st_mode) or file.st_uid != os.geteuid():
        return False
    if stat.S_IMODE(file.st_mode) != 0o755:
        folder.chmod(0o755)
    return os.access(folder, os.W_OK)


def is_noexec(folder: Path) -> bool:
    return bool(os.statvfs(folder).f_flag & os.ST_NOEXEC)


def file_system(folder: Path) -> str:
    """Return the kind, such as `tmpfs`. Raises OSError."""
    output = ctypes.create_string_buffer(256)  # struct statfs; its first word is the kind
    if ctypes.CDLL(None, use_errno=True).statfs(os.fsencode(folder), output) < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), str(folder))
    kind = ctypes.c_uint32.from_buffer(output).value
    return NAMES.get(kind, f"file system {kind:#x}")


def require_memory(folders: Iterable[Path]) -> None:
    """Raise JailUnavailable unless these folders are in memory."""
    for folder in folders:
        if (kind := file_system(folder)) != MEMORY:
            raise JailUnavailable(
                _(
                    "bots' files are on %(found)s (%(folder)s), where bots can talk and remember "
                    "by the names that they look up; run: %(command)s"
                ),
                found=kind,
                folder=str(folder),
                command=mount_command(),
            )


def mount_command(size: int = 512 * MIB) -> str:
    folder = os.environ.get(SETTING) or _cache()
    user, group = os.geteuid(), os.getegid()
    options = f"mode=755,uid={user},gid={group},size={-(-size // MIB)}m,nosuid,nodev"
    return f"sudo mkdir -p {folder} && sudo mount -t tmpfs -o {options} tmpfs {folder}"


def free_bytes(folder: Path) -> int:
    """Return the bytes that are free, or taken by roots, which can be swept."""
    return shutil.disk_usage(folder).free + used_bytes(folder / "roots")


def used_bytes(folder: Path) -> int:
    """Return the bytes of all files, hard links counted once."""
    sizes: dict[int, int] = {}
    for path in folder.rglob("*"):
        with suppress(OSError):  # swept meanwhile
            file = path.lstat()
            sizes[file.st_ino] = file.st_blocks * 512
    return sum(sizes.values())


def enlarge_command(folder: Path, size: int) -> str:
    place = next(path for path in [folder, *folder.parents] if path.is_mount())
    larger = shutil.disk_usage(place).total + size
    return f"sudo mount -o remount,size={-(-larger // MIB)}m {place}"


def memory_of(files: Iterable[Path]) -> int:
    return sum(-(-path.stat().st_size // PAGE) * PAGE for path in files)
