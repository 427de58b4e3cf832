"""Collect static files beside other work, if they changed."""

import signal
import time
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path

import django
import whitenoise
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from website.site import static_files


class NotCollected(RuntimeError):
    """The static files could not be collected."""


class Collecting:
    """A process that collects the static files; `began` is None where they are as before."""

    def __init__(self) -> None:
        wanted = fingerprint()
        self.began = None if is_collected(wanted) else time.monotonic()
        self._process = get_context("fork").Process(target=collect, args=[wanted])
        if self.began is not None:
            self._process.start()

    def wait(self) -> None:
        """Wait until they are collected. Raise NotCollected."""
        if self.began is not None:
            self._process.join()
        if self._process.exitcode:
            raise NotCollected("the static files cannot be collected.")

    def stop(self) -> None:
        if self.began is not None:
            self._process.kill()
            self._process.join()


def collect(wanted: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # `up` stops it
    call_command("collectstatic", interactive=False, verbosity=0)
    note().write_text(wanted)


def is_collected(wanted: str) -> bool:
    return note().exists() and note().read_text() == wanted


def note() -> Path:
    return Path(settings.STATIC_ROOT, "fingerprint.txt")


def fingerprint() -> str:
    """Return a hash of the files' names, sizes and times, and of what makes others from them."""
    found = [Path(static_files.__file__), Path(whitenoise.__file__)]
    for finder in get_finders():
        found += [Path(storage.path(name)) for name, storage in finder.list([])]
    files = [(str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in sorted(found)]
    makers = (django.__version__, settings.STORAGES["staticfiles"])
    return sha256(repr((makers, files)).encode()).hexdigest()
