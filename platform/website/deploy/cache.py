"""Caches that survive a full disk, or a full Redis."""

import errno
from collections.abc import Mapping
from typing import Any

import structlog
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.redis import RedisCache as DjangoRedisCache
from redis.exceptions import OutOfMemoryError

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


class RedisCache(DjangoRedisCache):
    """Django's cache in Redis, dropping values that its memory has no room for.

    Redis evicts nothing (`maxmemory-policy noeviction`), so that log-in limits hold.
    """

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
        except OutOfMemoryError as error:
            drop(key, error)

    def add(
        self,
        key: Any,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        """Return whether it was stored. Raise OSError for log-in limits only."""
        try:
            return bool(super().add(key, value, timeout, version))
        except OutOfMemoryError as error:
            drop(key, error)
            return False

    def set_many(
        self,
        data: Mapping[Any, Any],
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> list[Any]:
        """Drop all of them where there is no room."""
        try:
            super().set_many(dict(data), timeout, version)
        except OutOfMemoryError as error:
            drop(", ".join(map(str, data)), error)
        return []


def drop(key: Any, error: OutOfMemoryError) -> None:
    """Go on without a value that a full Redis refuses; raise OSError for log-in limits."""
    if STRICT in str(key):
        raise OSError(errno.ENOSPC, "Redis has no memory left") from error
    log.warning("not_cached", error=str(error))
