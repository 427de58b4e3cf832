"""The files of versions on this machine: fetched through Django's storage, wherever that keeps
them, into a private folder of limited size."""

import os
import tempfile
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from django.conf import settings

from arena.models import Version
from arena.models.bots import HOUSE_FOLDER
from sandbox.errors import HostFailure

MOST_BYTES = 256 * 1024 * 1024
IN_USE_SECONDS = 10 * 60.0  # nothing is taken away that a match may just be about to stage
KEPT_SECONDS = 24 * 3600.0  # unused; so a source that its owner erased goes within a day


class SourceAway(HostFailure):
    """The storage of uploads does not answer now: that says nothing about the match."""


def upload_cache_folder(*, of_house: bool) -> Path:
    """Where they lie: house bots apart, since they alone are played where no jail holds."""
    return Path(settings.VAR) / "sources" / (HOUSE_FOLDER if of_house else "bots")


def cached_upload(version: Version) -> Path:
    """The version's file, named and checked by its SHA-256. Fetched where it is not here yet.

    Raises SourceAway where the storage does not answer, FileNotFoundError where it has no such
    file, and HostFailure where the stored file is not what was uploaded.
    """
    name = version.source.name or ""
    folder = upload_cache_folder(of_house=version.bot.is_house)
    path = folder / f"{version.sha256}{Path(name).suffix}"
    with suppress(FileNotFoundError):
        os.utime(path)
        if sha256(path.read_bytes()).hexdigest() == version.sha256:
            return path
    content = _fetched(version, name)
    if sha256(content).hexdigest() != version.sha256:
        raise HostFailure(f"the stored file of {version} is not what was uploaded")
    _keep(path, content)
    tidy_upload_cache()
    return path


def _fetched(version: Version, name: str) -> bytes:
    try:
        with version.source.storage.open(name) as file:
            content: bytes = file.read()
            return content
    except FileNotFoundError:
        raise
    except OSError as error:
        raise SourceAway(f"the storage of uploads does not answer: {error}") from error


def _keep(path: Path, content: bytes) -> None:
    """Write it in one step: others may want it at the same time."""
    for folder in (path.parent.parent, path.parent):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as draft:
        draft.write(content)
    Path(draft.name).replace(path)


def tidy_upload_cache() -> None:
    """Take away what was not used for a day, and of the rest the longest unused beyond the limit;
    never what is in use."""
    now, total = time.time(), 0
    for used, size, path in sorted(_present(), reverse=True):
        total += size
        unused = now - used
        if unused > KEPT_SECONDS or (total > MOST_BYTES and unused > IN_USE_SECONDS):
            path.unlink(missing_ok=True)


def _present() -> list[tuple[float, int, Path]]:
    found = []
    for path in (Path(settings.VAR) / "sources").glob("*/*"):
        with suppress(FileNotFoundError):
            status = path.stat()
            found.append((status.st_mtime, status.st_size, path))
    return found
