"""Uploads in a bucket: limits on waiting, and errors as those of a file system.

A bucket that is away raises OSError, like a disk that is away or full, so nobody else needs to know
which of both keeps the uploads. FileNotFoundError is for a missing file alone.
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
from django.core.files.base import ContentFile
from storages.backends.s3 import S3Storage

ATTEMPTS = 2  # in all, for each request


class BucketAway(OSError):
    """The bucket does not answer, does not exist, or refuses us; the message is for the log."""


class Bucket(S3Storage):  # type: ignore[misc]  # django-storages has no types
    """S3 storage whose requests end in bounded time. No stored file is ever overwritten."""

    def get_default_settings(self) -> dict[str, Any]:
        """Return the options that no setting of ours changes."""
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
        return usual | {"file_overwrite": False, "client_config": config, "default_acl": None}

    def _open(self, name: str, mode: str = "rb") -> "File[bytes]":
        """Return the whole file: uploads are small, and so nothing fails while it is read."""
        with translated():
            try:
                with super()._open(name, mode) as file:
                    return ContentFile(file.read(), name)
            except FileNotFoundError:
                self.connection.meta.client.head_bucket(Bucket=self.bucket_name)
                raise  # the bucket is there, the file is not

    def _save(self, name: str, content: IO[bytes]) -> str:
        with translated():
            return str(super()._save(name, content))

    def exists(self, name: str) -> bool:
        """Return whether there is such a file."""
        with translated():
            return bool(super().exists(name))

    def delete(self, name: str) -> None:
        """Remove the file, if it is there."""
        with translated():
            super().delete(name)


@contextmanager
def translated() -> Iterator[None]:
    """Raise BucketAway for whatever a bucket can fail with."""
    try:
        yield
    except (Boto3Error, BotoCoreError, ClientError, HTTPClientError) as error:
        raise BucketAway(errno.EIO, f"{type(error).__name__}: {error}") from error
