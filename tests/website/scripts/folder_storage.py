"""A bucket that is a folder, behind the calls of a storage without paths."""

import os
import shutil
from pathlib import Path
from typing import Any

from django.core.files.base import File
from django.core.files.storage import Storage
from django.utils.deconstruct import deconstructible


@deconstructible
class S3Storage(Storage):
    """Stands in for the one of django-storages."""

    def __init__(self, **_options: object) -> None:
        self.bucket = Path(os.environ["BUCKET"])

    def _open(self, name: str, mode: str = "rb") -> "File[Any]":
        return File((self.bucket / name).open(mode), name)

    def _save(self, name: str, content: Any) -> str:
        (self.bucket / name).parent.mkdir(parents=True, exist_ok=True)
        with (self.bucket / name).open("wb") as file:
            shutil.copyfileobj(content, file)
        return name

    def exists(self, name: str) -> bool:
        return (self.bucket / name).exists()

    def size(self, name: str) -> int:
        return (self.bucket / name).stat().st_size

    def delete(self, name: str) -> None:
        (self.bucket / name).unlink(missing_ok=True)
