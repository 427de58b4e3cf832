"""Uploads, unpacked and compiled inside a jail only."""

import json
import re
import struct
from collections import OrderedDict
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from sandbox import run_once
from sandbox.errors import HostFailure, Rejected
from sandbox.guest.upload_rules import FILES, NAME, REASONS, UNPACKED_BYTES, ZIP_BYTES
from sandbox.languages import LANGUAGES, PYTHON, Manifest
from sandbox.launch import JailTemplate
from sandbox.limits import MIB, Limits, wall_guard
from sandbox.printable import printable
from sandbox.runner import KILLED

LIMITS: Final = Limits(memory=192 * MIB, threads=1, files=16)
CPU: Final = 3.0
HEAD: Final = struct.Struct(">II")
MANIFEST: Final = ":manifest"  # the manifest's frame; no file can have this name
WORD: Final = re.compile(r"[ -~]{1,200}")
WORDS: Final = 16
PLACE: Final = re.compile(r"%\((\w+)\)s")
PARAM_LENGTH: Final = 300
VERDICT_LENGTH: Final = 1 << 16


class Unpacked(NamedTuple):
    files: dict[str, bytes]
    manifest: Manifest

    @property
    def weight(self) -> int:
        """Bytes of all files."""
        return sum(map(len, self.files.values()))


class UploadCache:
    """Accepted uploads by content, in memory; the longest unused goes first."""

    def __init__(self, most: int = 32 * MIB) -> None:
        self._most = most
        self._kept: OrderedDict[bytes, Unpacked] = OrderedDict()

    def unpack(self, template: JailTemplate, path: Path) -> Unpacked:
        """Return an upload's files and manifest. Raises Rejected or HostFailure."""
        if path.stat().st_size > ZIP_BYTES:
            raise Rejected(REASONS["too_large"], most=ZIP_BYTES // MIB)
        given = path.read_bytes()
        key = sha256(given).digest()
        unpacked = self._kept.pop(key, None) or _unpack(template, given)
        self._kept[key] = unpacked
        while sum(upload.weight for upload in self._kept.values()) > self._most:
            self._kept.popitem(last=False)
        return unpacked


def _unpack(template: JailTemplate, given: bytes) -> Unpacked:
    most = UNPACKED_BYTES + FILES * 256
    answer = run_once.run(template, "unpack", given, LIMITS, seconds=wall_guard(CPU), most=most)
    if answer.code == 0:
        return _files(answer.data)
    if _is_hosts_fault(answer):
        raise HostFailure(f"the unpacking jail failed: {answer.output or answer.code}")
    raise Rejected(REASONS["too_much"])


def _is_hosts_fault(answer: run_once.Result) -> bool:
    """Whether it failed before it read anything, or was killed from outside."""
    if answer.code == KILLED:  # by its own limit, or from outside the jail
        return not answer.out_of_memory and answer.cpu < 0.9 * CPU
    return answer.code is not None and answer.code > 0 and not answer.data


def _files(data: bytes) -> Unpacked:
    """Read what the jail unpacked; it is not trusted, so every name is checked again."""
    files: dict[str, bytes] = {}
    manifest = Manifest()
    for name, content in _frames(data):
        if not name:  # the last frame is the verdict, empty where nothing is wrong
            if content:
                raise _refusal(content)
            first = "bot.py" if manifest.language == PYTHON else "".join(manifest.words[:1])
            if first not in files or len(files) > FILES:
                raise Rejected(REASONS["no_file"], file=first)
            return Unpacked(files, manifest)
        if name == MANIFEST:
            language, *words = content.decode("ascii", "replace").split("\n")
            are_plain = len(words) <= WORDS and all(map(WORD.fullmatch, words))
            if language not in LANGUAGES or not are_plain:
                raise Rejected(REASONS["manifest"])
            manifest = Manifest(language, tuple(words))
            continue
        if not NAME.fullmatch(name) or name.casefold() in {known.casefold() for known in files}:
            raise Rejected(REASONS["name"], name=repr(printable(name)[:120]))
        files[name] = content
    raise Rejected(REASONS["too_much"])


def _refusal(verdict: bytes) -> Rejected:
    """Read why it is refused: the jail names a reason of ours; all else it says is plain text."""
    text = printable(verdict[:PARAM_LENGTH].decode("utf-8", "replace"))[:PARAM_LENGTH]
    try:
        reason = json.loads(verdict[:VERDICT_LENGTH])
        words, detail = REASONS[reason["key"]], str(reason["detail"])
        params = {name: _param(reason["params"][name]) for name in PLACE.findall(words)}
    except (ValueError, TypeError, KeyError, RecursionError):
        return Rejected(REASONS["unreadable"], rest=text)
    return Rejected(words, printable(detail, keep="\n\t")[:4000], **params)


def _param(value: Any) -> str:
    if not isinstance(value, str | int):
        raise TypeError(f"a parameter is a text or a number, not {type(value).__name__}")
    return printable(str(value))[:PARAM_LENGTH]


def _frames(data: bytes) -> Iterator[tuple[str, bytes]]:
    place = 0
    while place + HEAD.size <= len(data):
        name, content = HEAD.unpack_from(data, place)
        start = place + HEAD.size
        place = start + name + content
        yield data[start : start + name].decode("ascii", "replace"), data[start + name : place]
