"""Check kingsbench.toml, inside the unpacking jail."""

import os
import struct
from typing import Any

from .upload_rules import REASONS

FILE = "kingsbench.toml"
MOST = 16 * 1024  # bytes
WORDS, LETTERS = 16, 200
KEYS = {"language", "command"}
LANGUAGES = ("python", "node", "binary")
EXAMPLES = {"node": ["node", "bot.js"], "binary": ["./bot"]}

# ELF headers (elf(5)): machines, kinds, and the program header that asks for a loader.
MACHINES = {"x86_64": 62, "aarch64": 183}
EXECUTABLE, SHARED, INTERPRETER = 2, 3, 3
HEADER = struct.Struct("<4s5B7xHHIQQQIHHHHHH")
PROGRAM_HEADER = struct.Struct("<II6Q")


class Refused(Exception):
    """`key` of the reason, its parameters, and `detail`, for the upload's owner."""

    def __init__(self, key: str, detail: str = "", /, **params: str | int) -> None:
        super().__init__(REASONS[key] % params if params else REASONS[key])
        self.key, self.params, self.detail = key, params, detail


def read(files: dict[str, bytes]) -> list[str]:
    """Return the language and a program's command. Raises Refused."""
    if FILE not in files:
        return ["python"]
    table = parse(files[FILE])
    language = table.get("language")
    if language not in LANGUAGES:
        if "language" in table:
            raise Refused("language", rest=f"{language!r:.60}")
        raise Refused("no_language")
    if unknown := sorted(table.keys() - KEYS):
        raise Refused("key", rest=f"{unknown[0]!r:.60}")
    if language == "python":
        return check_python(table)
    file, *arguments = read_command(table, language)
    if file not in files:
        raise Refused("command_names", rest=file)
    if language == "binary":
        check_static(file, files[file])
    return [language, file, *arguments]


def parse(content: bytes) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415  # most uploads have no manifest

    if len(content) > MOST:
        raise Refused("manifest_too_large", most=MOST >> 10)
    try:
        return tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise Refused("not_utf8") from None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as problem:
        raise Refused("not_toml", rest=str(problem)) from None


def check_python(table: dict[str, Any]) -> list[str]:
    if "command" in table:
        raise Refused("python_command")
    return ["python"]


def read_command(table: dict[str, Any], language: str) -> list[str]:
    words = table.get("command")
    example = str(EXAMPLES[language]).replace("'", '"')
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise Refused("no_command", rest=example)
    if len(words) > WORDS or any(len(word) > LETTERS for word in words):
        raise Refused("long_command", words=WORDS, letters=LETTERS)
    if not all(word.isascii() and word.isprintable() and word for word in words):
        raise Refused("command_words", rest=example)
    if language == "node":
        if words[:1] != ["node"] or len(words) < 2:
            raise Refused("node_command", rest=example)
        words = words[1:]
    elif not words:
        raise Refused("empty_command", rest=example)
    return [file_in_upload(words[0], example), *words[1:]]


def file_in_upload(word: str, example: str) -> str:
    """Return the upload's file that a command names. Raises Refused."""
    name = word.removeprefix("./")
    if name.startswith("-"):
        raise Refused("option", word=f"{word!r:.60}", rest=example)
    if name.startswith("/") or "\\" in name or {"", ".", ".."} & set(name.split("/")):
        raise Refused("command_file", word=f"{word!r:.60}", rest=example)
    return name


def check_static(name: str, content: bytes) -> None:
    """Require a static ELF program for this machine. Raises Refused."""
    machine = os.uname().machine
    if len(content) < HEADER.size or content[:4] != b"\x7fELF":
        raise Refused("not_elf", file=name, machine=machine)
    _, bits, order, _, _, _, kind, made_for, _, entry, table, *_, size, count, _, _, _ = (
        HEADER.unpack(content[: HEADER.size])
    )
    if (bits, order) != (2, 1) or made_for != MACHINES.get(machine):
        raise Refused("other_machine", file=name, machine=machine)
    if kind not in (EXECUTABLE, SHARED) or not entry:
        raise Refused("library", file=name)
    if size != PROGRAM_HEADER.size or table + size * count > len(content):
        raise Refused("damaged_program", file=name)
    kinds = {PROGRAM_HEADER.unpack_from(content, table + size * n)[0] for n in range(count)}
    if INTERPRETER in kinds:
        raise Refused("shared_libraries", file=name)
