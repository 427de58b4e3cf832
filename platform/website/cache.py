"""A file cache that survives a full disk."""

import errno
from typing import Any

import structlog
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}
STRICT = "allauth"  # log-in limits: never allow an attempt that cannot be counted
log = structlog.get_logger(__name__)


class FileCache(FileBasedCache):
    """Django's file cache, dropping values that cannot be written."""

    def set(
        self,
        key: Any,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        """Raise OSError for log-in limits only."""
        try:
            super().set(key, value, timeout, version)
        except OSError as error:
            if error.errno not in FULL or STRICT in str(key):
                raise
            log.warning("not_cached", error=error.strerror)

    def touch(
        self,
        key: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        """Return False if missing or not writable."""
        try:
            return bool(super().touch(key, timeout, version))
        except OSError as error:
            if error.errno not in FULL:
                raise
            return False
