"""Back up and restore uploads, checked against their versions."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.core.files.storage import FileSystemStorage, Storage

from arena.models import Pack, Version
from website.backup.errors import BackupError
from website.backup.files import Digest, atomic_file, copy, private_folder
from website.backup.manifest import UPLOADS
from website.backup.snapshot import Upload


class Erased(Exception):
    """An upload was erased after the snapshot."""


def storage() -> Storage:
    found: Storage = Version._meta.get_field("source").storage
    return found


def in_folder() -> bool:
    return isinstance(storage(), FileSystemStorage)


@dataclass
class Collected:
    """Uploads copied into the backup, left in the bucket, or lost before."""

    files: dict[str, Digest] = field(default_factory=dict)
    listed: dict[str, Digest] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)

    def collect(self, upload: Upload, folder: Path, *, copied: bool) -> None:
        """Copy or list an upload. Raise Erased."""
        wanted = Digest(upload.sha256, upload.size)
        path = f"{UPLOADS}/{upload.name}"
        if self.files.get(path) == wanted:
            return  # copied for an earlier snapshot
        try:
            found = _copy(upload, folder / path) if copied else _known_digest(upload)
        except FileNotFoundError:
            found = None
        if found == wanted:
            (self.files if copied else self.listed)[path if copied else upload.name] = wanted
        elif _still_has(upload):
            self.missing.append(f"{upload.name} ({'other content' if found else 'missing'})")
        else:
            raise Erased


def collect(
    uploads: Iterable[Upload], folder: Path, collected: Collected, *, copied: bool
) -> Collected:
    """Collect a snapshot's uploads; drop copies it does not name. Raise Erased."""
    collected.missing.clear()
    collected.listed.clear()
    kept = set()
    for upload in uploads:
        collected.collect(upload, folder, copied=copied)
        kept.add(f"{UPLOADS}/{upload.name}")
    for path in collected.files.keys() - kept:
        (folder / path).unlink(missing_ok=True)
        del collected.files[path]
    return collected


def _copy(upload: Upload, target: Path) -> Digest:
    with storage().open(upload.name) as source, atomic_file(target) as file:
        return copy(source, file.write)


def _known_digest(upload: Upload) -> Digest:
    """Trust an object's size, without fetching it."""
    if not storage().exists(upload.name):
        raise FileNotFoundError(upload.name)
    return Digest(upload.sha256, storage().size(upload.name))


def _still_has(upload: Upload) -> bool:
    named = Version.objects.filter(source=upload.name), Pack.objects.filter(name=upload.name)
    return any(rows.exists() for rows in named)


def put_back(uploads: Iterable[tuple[str, Digest]], folder: Path) -> int:
    """Restore uploads, return their number; existing ones stay, as uploads never change."""
    number = 0
    for name, digest in uploads:
        with (folder / UPLOADS / name).open("rb") as file:
            (_put_into_folder if in_folder() else _put_into_bucket)(name, file, digest)
        number += 1
    return number


def _put_into_folder(name: str, file: Any, digest: Digest) -> None:
    target = Path(storage().path(name))
    private_folder(target.parent)
    if not (target.exists() and target.stat().st_size == digest.size):
        with atomic_file(target) as new:
            copy(file, new.write)


def _put_into_bucket(name: str, file: Any, digest: Digest) -> None:
    if not storage().exists(name):
        storage().save(name, file)
    elif storage().size(name) != digest.size:
        raise BackupError(f"the bucket contains another {name}: choose an empty bucket.")


def absent(listed: Iterable[tuple[str, Digest]]) -> list[str]:
    """Return uploads missing from the bucket."""
    return [
        name
        for name, digest in listed
        if not storage().exists(name) or storage().size(name) != digest.size
    ]
