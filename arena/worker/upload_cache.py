"""A host's cache of uploads from Django's storage."""

import os
import tempfile
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from django.conf import settings

from arena.bots.models import HOUSE_FOLDER
from arena.models import Version
from arena.queue.refusals import UploadsNotOurs, require_own_uploads
from sandbox.errors import HostFailure

MOST_BYTES = 256 * 1024 * 1024
IN_USE_SECONDS = 10 * 60.0  # a match may be about to stage it
KEPT_SECONDS = 24 * 3600.0  # unused; so erased sources go within a day


class UploadUnavailable(HostFailure):
    """The storage does not answer."""


def upload_cache_folder(*, of_house: bool) -> Path:
    """Return the folder; house bots apart, playable without a jail."""
    return Path(settings.VAR) / "sources" / (HOUSE_FOLDER if of_house else "bots")


def cached_upload(version: Version) -> Path:
    """Return the verified file, fetched if missing.

    Raises UploadUnavailable where the storage is not the platform's, so that its files are no more
    lost than those of an unmounted folder; else FileNotFoundError, or HostFailure for changed
    content.
    """
    name = version.source.name or ""
    folder = upload_cache_folder(of_house=version.bot.is_house)
    path = folder / f"{version.sha256}{Path(name).suffix}"
    with suppress(FileNotFoundError):
        os.utime(path)
        if sha256(path.read_bytes()).hexdigest() == version.sha256:
            return path
    content = _fetch(version, name)
    if sha256(content).hexdigest() != version.sha256:
        _require_own_uploads()
        raise HostFailure(f"the stored file of {version} is not what was uploaded")
    for parent in (folder.parent, folder):
        parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".", delete=False) as draft:
        draft.write(content)
    Path(draft.name).replace(path)
    tidy_upload_cache()
    return path


def _fetch(version: Version, name: str) -> bytes:
    try:
        with version.source.storage.open(name) as file:
            content: bytes = file.read()
            return content
    except FileNotFoundError:
        _require_own_uploads()
        raise
    except OSError as error:
        words = "the storage of uploads does not answer: %(why)s"
        raise UploadUnavailable(words, why=error.strerror or type(error).__name__) from error


def _require_own_uploads() -> None:
    try:
        require_own_uploads()
    except UploadsNotOurs as error:
        raise UploadUnavailable(str(error)) from error


def tidy_upload_cache() -> None:
    """Delete files unused for a day, and the oldest beyond the limit, none in use."""
    present = []
    for path in (Path(settings.VAR) / "sources").glob("*/*"):
        with suppress(FileNotFoundError):
            status = path.stat()
            present.append((status.st_mtime, status.st_size, path))
    now, total = time.time(), 0
    for used_at, size, path in sorted(present, reverse=True):
        total += size
        unused = now - used_at
        if unused > KEPT_SECONDS or (total > MOST_BYTES and unused > IN_USE_SECONDS):
            path.unlink(missing_ok=True)
