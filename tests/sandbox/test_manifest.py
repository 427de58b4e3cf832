"""kingsbench.toml: accepted manifests, and errors with a remedy for all others."""

import os
import struct
import zipfile
from pathlib import Path

import pytest

from sandbox.errors import Rejected
from sandbox.guest import manifest
from sandbox.guest.upload_rules import REASONS
from sandbox.jail import Jailer
from sandbox.languages import Manifest

NODE = 'language = "node"\ncommand = ["node", "bot.js"]\n'
BINARY = 'language = "binary"\ncommand = ["./bot"]\n'


def elf(*, machine: int | None = None, kind: int = 2, entry: int = 1, segments: int = 1) -> bytes:
    """The headers of a program with one segment of a kind (1: load, 3: asks for a loader)."""
    made_for = manifest.MACHINES[os.uname().machine] if machine is None else machine
    head = manifest.HEADER.pack(
        b"\x7fELF", 2, 1, 1, 0, 0, kind, made_for, 1, entry, 64, 0, 0, 64, 56, 1, 0, 0, 0
    )
    return head + manifest.PROGRAM_HEADER.pack(segments, 0, 0, 0, 0, 0, 0, 0)


def refused(toml: str | bytes, **files: bytes) -> str:
    content = toml.encode() if isinstance(toml, str) else toml
    known = {"bot.js": b"", "bot": elf(), "lib/bot.js": b"", "bot.py": b""} | files
    with pytest.raises(manifest.Refused) as caught:
        manifest.read(known | {manifest.FILE: content})
    return str(caught.value)


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        (NODE, ["node", "bot.js"]),
        (
            'command = ["node", "./lib/bot.js", "--deep", "3"]\nlanguage = "node"',
            ["node", "lib/bot.js", "--deep", "3"],
        ),
        (BINARY, ["binary", "bot"]),
        ('language = "python"', ["python"]),
    ],
)
def test_a_manifest_says_language_file_and_arguments(toml: str, words: list[str]) -> None:
    files = {"bot.js": b"", "bot": elf(), "lib/bot.js": b"", manifest.FILE: toml.encode()}
    assert manifest.read(files) == words


def test_without_a_manifest_it_is_a_python_bot() -> None:
    assert manifest.read({"bot.py": b""}) == ["python"]


@pytest.mark.parametrize(
    ("toml", "told"),
    [
        ("", "language must be one of python, node, binary, but it is missing"),
        ('language = "cobol"', "language must be one of python, node, binary, not 'cobol'"),
        ('language = ["node"]', "language must be one of"),
        ('language = "node"', 'write command = ["node", "bot.js"]'),
        ('language = "binary"', 'write command = ["./bot"]'),
        ('language = "node"\ncommand = "node bot.js"', "must be a list of words in quotes"),
        ('language = "node"\ncommand = ["node", 3]', "must be a list of words in quotes"),
        ('language = "node"\ncommand = []', "is node and a file"),
        ('language = "node"\ncommand = ["node"]', "is node and a file"),
        ('language = "node"\ncommand = ["/usr/bin/node", "bot.js"]', "is node and a file"),
        ('language = "node"\ncommand = ["node", "--eval"]', "is an option where"),
        ('language = "node"\ncommand = ["node", "../bot.js"]', "the upload has no file"),
        ('language = "node"\ncommand = ["node", "/bot/bot.js"]', "the upload has no file"),
        ('language = "node"\ncommand = ["node", "lib\\\\bot.js"]', "the upload has no file"),
        ('language = "node"\ncommand = ["node", "main.js"]', "main.js, which is not in the upload"),
        ('language = "node"\ncommand = ["node", "bot.js", "a\\nb"]', "printable ASCII"),
        ('language = "node"\ncommand = ["node", "bot.js", "\\u00e9"]', "printable ASCII"),
        ('language = "node"\ncommand = ["node", "bot.js", ""]', "and not empty"),
        (f'language = "node"\ncommand = ["node", "{"x" * 300}"]', "up to 200 letters"),
        (f'language = "node"\ncommand = {["node"] * 20}', "up to 16 words"),
        ('language = "binary"\ncommand = []', "command is empty"),
        ('language = "binary"\ncommand = ["/bin/sh"]', "the upload has no file"),
        ('language = "binary"\ncommand = ["./.."]', "the upload has no file"),
        ('language = "binary"\ncommand = ["./other"]', "other, which is not in the upload"),
        ('language = "python"\ncommand = ["python", "bot.py"]', "remove command"),
        (NODE + "memory = 1", "unknown key 'memory'"),
        ("language = node", "not valid TOML: Invalid value (at line 1"),
        ("x = " + "[" * 5000, "not valid TOML"),
        (b'language = "\xff"', "not UTF-8"),
        ("#" * 20_000, "larger than 16 KiB"),
    ],
)
def test_a_bad_manifest_is_refused_with_what_to_do(toml: str | bytes, told: str) -> None:
    assert told in refused(toml)


@pytest.mark.parametrize(
    ("program", "told"),
    [
        (b"#!/bin/sh\n", "is not an ELF program; compile it for Linux"),
        (b"", "is not an ELF program"),
        (elf()[:70], "is damaged"),
        (elf(machine=0xF3), "compiled for another machine"),
        (b"\x7fELF\x01" + elf()[5:], "compiled for another machine"),
        (elf(kind=1), "is an object file or a library, not a program"),
        (elf(kind=3, entry=0), "is an object file or a library, not a program"),
        (elf(segments=3), "needs shared libraries"),
        (struct.pack("<60s", b"\x7fELF") + b"\xff\xff" * 20, "another machine"),
    ],
)
def test_a_binary_must_be_a_static_program_of_this_machine(program: bytes, told: str) -> None:
    assert told in refused(BINARY, bot=program)


def test_a_static_program_that_can_lie_anywhere_is_taken() -> None:
    assert manifest.read({manifest.FILE: BINARY.encode(), "bot": elf(kind=3)})


# --- through the jail --------------------------------------------------------------------------


def upload(folder: Path, files: dict[str, str]) -> Path:
    path = folder / "bot.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


@pytest.mark.jail
def test_the_jail_reads_the_manifest_and_tells_the_worker(jailer: Jailer, tmp_path: Path) -> None:
    toml = 'language = "node"\ncommand = ["node", "./bot.js", "fast"]\n'
    files = {"kingsbench.toml": toml, "bot.js": "", "notes.py": "this is no Python"}
    with jailer.prepare(upload(tmp_path, files)) as prepared:
        assert prepared.manifest == Manifest("node", ("bot.js", "fast"))
        assert {path.name for path in prepared.folder.iterdir()} == set(files)


@pytest.mark.jail
def test_a_bot_in_a_folder_of_its_zip_is_found(jailer: Jailer, tmp_path: Path) -> None:
    files = {"mine/kingsbench.toml": NODE, "mine/bot.js": ""}
    with jailer.prepare(upload(tmp_path, files)) as prepared:
        assert prepared.manifest.words == ("bot.js",)


@pytest.mark.jail
@pytest.mark.parametrize(
    ("toml", "told"),
    [
        ("language = \x1b[31m", "not valid TOML"),
        ('language = "cobol"', "language must be one of"),
        (BINARY, "bot, which is not in the upload"),
        ('language = "python"', "the upload has no bot.py"),
    ],
)
def test_the_owner_is_told_what_is_wrong(
    toml: str, told: str, jailer: Jailer, tmp_path: Path
) -> None:
    with pytest.raises(Rejected, match=told) as caught:
        jailer.prepare(upload(tmp_path, {"kingsbench.toml": toml, "bot.js": ""}))
    assert str(caught.value).isprintable()
    assert caught.value.words in REASONS.values()
