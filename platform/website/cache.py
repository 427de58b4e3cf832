"""The cache in files of one machine, which outlives a full disk."""

import errno
from typing import Any

import structlog
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}
STRICT = "allauth"  # limits on log-ins: who cannot count attempts must not allow them
log = structlog.get_logger(__name__)


class FileCache(FileBasedCache):
    """Django's, but what cannot be kept is forgotten, and reading goes on."""

    def set(
        self,
        key: Any,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        """Keep the value if there is room. Raises OSError for limits on log-ins alone."""
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
        """Keep the value for longer; False where it is not there, or cannot be written."""
        try:
            return bool(super().touch(key, timeout, version))
        except OSError as error:
            if error.errno not in FULL:
                raise
            return False
