"""Make a backup while the platform runs."""

import shutil
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from django.utils import timezone

from website.backup.databases import KNOWN, vendor
from website.backup.errors import BackupError, as_backup_errors
from website.backup.files import digest_of, private_folder
from website.backup.manifest import NAME, Manifest
from website.backup.snapshot import Snapshot
from website.backup.uploads import Collected, Erased, collect, in_folder

SNAPSHOTS = 5  # tries, as uploads may be erased meanwhile

Say = Callable[[str], None]


def make_backup(folder: Path, *, with_uploads: bool, allow_missing: bool, say: Say) -> Manifest:
    """Fill a missing or empty folder. Raise BackupError and leave nothing behind.

    The database comes first: uploads precede their rows and never change. If account deletion
    erases one meanwhile, dump again.
    """
    _require_empty(folder)
    is_new = not folder.exists()
    try:
        with as_backup_errors(folder):
            private_folder(folder)
            folder.chmod(0o700)
            manifest = _fill(folder, copied=in_folder() or with_uploads, say=say)
            _require_whole(manifest, allow_missing=allow_missing)
            manifest.write(folder)
    except BaseException:
        _remove(folder, keep=not is_new)
        raise
    return manifest


def _require_empty(folder: Path) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        raise BackupError(f"{folder} is a file: choose a new folder.")
    names = sorted(path.name for path in folder.iterdir())
    if NAME in names:
        raise BackupError(f"{folder} already contains a backup: choose a new folder.")
    if names:
        raise BackupError(
            f"{folder} is not empty and has no complete backup: choose a new folder, or empty "
            "this one if a backup was interrupted there."
        )


def _fill(folder: Path, *, copied: bool, say: Say) -> Manifest:
    collected = Collected()
    for _ in range(SNAPSHOTS):
        made_at = timezone.now().isoformat(timespec="seconds")
        say("dumping the database")
        with KNOWN[vendor()].dump_database(folder) as snapshot, suppress(Erased):
            say("copying uploads" if copied else "looking for uploads in their bucket")
            collect(snapshot.uploads(), folder, collected, copied=copied)
            return _manifest(folder, made_at, snapshot, collected)
    raise BackupError("uploads are being deleted right now: try again in a minute.")


def _manifest(folder: Path, made_at: str, snapshot: Snapshot, collected: Collected) -> Manifest:
    dump = KNOWN[vendor()].DUMP
    return Manifest(
        made_at=made_at,
        kingsbench=version("kingsbench"),
        database=vendor(),
        database_version=snapshot.server,
        migrations=snapshot.migrations(),
        rows=snapshot.rows(),
        files={dump: digest_of(folder / dump), **collected.files},
        listed=collected.listed,
        missing=tuple(collected.missing),
    )


def _require_whole(manifest: Manifest, *, allow_missing: bool) -> None:
    if manifest.missing and not allow_missing:
        names = "\n  ".join(manifest.missing[:20])
        raise BackupError(
            f"{len(manifest.missing)} uploads are missing or damaged:\n  {names}\nRestore them "
            "from an older backup, or use --allow-missing to continue without them."
        )


def _remove(folder: Path, *, keep: bool) -> None:
    for path in folder.iterdir() if folder.is_dir() else ():
        shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)
    if not keep:
        with suppress(OSError):
            folder.rmdir()
