"""Inspect an upload without running, compiling or unpacking it; the jail does the rest."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from django.conf import settings
from django.core.files.base import File

from arena.bots.upload_inspection import UnfitUpload, inspect_content, most_bytes
from arena.core.errors import BadUpload


@dataclass(frozen=True)
class Upload:
    """An inspected file with its owner's name for it."""

    filename: str
    content: bytes


def inspect_upload(*, upload: File[bytes]) -> Upload:
    """Check a .py's text or a zip's directory. Raises BadUpload."""
    filename = PurePosixPath((upload.name or "").replace("\\", "/")).name[-100:]
    try:
        most = most_bytes(filename, settings.UPLOAD_MOST)
        upload.seek(0)
        content: bytes = upload.read(most + 1)
        python_only = settings.BOT_LANGUAGES == ["python"]
        inspect_content(filename, content, most=most, python_only=python_only)
    except UnfitUpload as unfit:
        raise BadUpload.like(unfit) from unfit
    return Upload(filename, content)
