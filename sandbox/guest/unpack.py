"""Unpack an upload inside a jail: check names, compile, stream."""

import os
import resource
import struct
import sys

from .archive import read_bot
from .loop import confine
from .manifest import Refused
from .wire import ANSWERS, REQUESTS

CPU = 3
HEAD = struct.Struct(">II")
MANIFEST = b":manifest"  # the manifest's frame; no file can have this name


def main() -> None:
    """Answer frames of name and bytes, last why the upload is refused (JSON), or nothing."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU, CPU))
    confine(sys.argv[1:7])
    refused = None
    try:
        with open(REQUESTS, "rb", closefd=False) as upload:  # a descriptor
            data = upload.read()
        files, words = read_bot(data)
        for name, content in files.items():
            write_frame(name.encode(), content)
        write_frame(MANIFEST, "\n".join(words).encode())
    except Refused as refusal:
        refused = refusal
    write_frame(b"", verdict(refused) if refused else b"")


def verdict(refused: Refused) -> bytes:
    import json  # noqa: PLC0415  # needed by bad uploads alone

    told = {"key": refused.key, "params": refused.params, "detail": refused.detail}
    return json.dumps(told).encode()


def write_frame(name: bytes, content: bytes) -> None:
    """An empty name carries the verdict."""
    data = memoryview(HEAD.pack(len(name), len(content)) + name + content)
    while data:
        data = data[os.write(ANSWERS, data) :]
