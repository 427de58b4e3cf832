"""Uploads in a bucket: bounded waits, and OSError as from a disk.

FileNotFoundError means a missing file, never an absent bucket.
"""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from boto3.exceptions import Boto3Error
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError
from django.conf import settings
from django.core.files import File
from storages.backends.s3 import S3Storage

ATTEMPTS = 2  # per request
IN_MEMORY = 8 * 1024**2  # of a file that is read; a larger one lies in a temporary file


class BucketAway(OSError):
    """The bucket does not answer, does not exist, or refuses us."""


class Bucket(S3Storage):  # type: ignore[misc]  # django-storages has no types
    """S3 storage with bounded requests that never overwrites a file."""

    def get_default_settings(self) -> dict[str, Any]:
        waits = {"connect_timeout": settings.S3_TIMEOUT, "read_timeout": settings.S3_TIMEOUT}
        config = Config(
            **waits,
            retries={"total_max_attempts": ATTEMPTS, "mode": "standard"},
            # Amazon's newer checksums are unknown to other services.
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
            s3={"addressing_style": "path" if settings.S3["endpoint_url"] else "auto"},
        )
        usual: dict[str, Any] = super().get_default_settings()
        ours = {"file_overwrite": False, "default_acl": None, "max_memory_size": IN_MEMORY}
        return usual | ours | {"client_config": config}

    def _open(self, name: str, mode: str = "rb") -> "File[bytes]":
        """Fetch the whole file, so that no later read can fail."""
        with bucket_errors():
            try:
                file: File[bytes] = super()._open(name, mode)
                return file.open()  # it is fetched here
            except FileNotFoundError:
                self.connection.meta.client.head_bucket(Bucket=self.bucket_name)
                raise  # the bucket is there, the file is not

    def _save(self, name: str, content: IO[bytes]) -> str:
        with bucket_errors():
            return str(super()._save(name, content))

    def exists(self, name: str) -> bool:
        with bucket_errors():
            return bool(super().exists(name))

    def delete(self, name: str) -> None:
        with bucket_errors():
            super().delete(name)


@contextmanager
def bucket_errors() -> Iterator[None]:
    """Turn all bucket errors into BucketAway."""
    try:
        yield
    except (Boto3Error, BotoCoreError, ClientError, HTTPClientError) as error:
        raise BucketAway(errno.EIO, f"{type(error).__name__}: {error}") from error
