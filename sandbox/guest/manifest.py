"""Check kingsbench.toml, inside the unpacking jail."""

import os
import struct
from typing import Any

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


class Bad(Exception):
    """The message is for the upload's owner."""


def read(files: dict[str, bytes]) -> list[str]:
    """The language and a program's command. Raises Bad."""
    if FILE not in files:
        return ["python"]
    table = parse(files[FILE])
    language = table.get("language")
    if language not in LANGUAGES:
        said = f"not {language!r:.60}" if "language" in table else "but it is missing"
        raise Bad(f"{FILE}: language must be one of {', '.join(LANGUAGES)}, {said}")
    if unknown := sorted(table.keys() - KEYS):
        raise Bad(f"{FILE}: unknown key {unknown[0]!r:.60}; the keys are language and command")
    if language == "python":
        return check_python(table)
    file, *arguments = read_command(table, language)
    if file not in files:
        raise Bad(f"{FILE}: command names {file}, which is not in the upload")
    if language == "binary":
        check_static(file, files[file])
    return [language, file, *arguments]


def parse(content: bytes) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415  # most uploads have no manifest

    if len(content) > MOST:
        raise Bad(f"{FILE} is larger than {MOST >> 10} KiB; two lines are enough")
    try:
        return tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise Bad(f"{FILE} is not UTF-8 text; save it as UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as problem:
        raise Bad(f"{FILE} is not valid TOML: {problem}") from None


def check_python(table: dict[str, Any]) -> list[str]:
    if "command" in table:
        raise Bad(f"{FILE}: remove command; for a Python bot, decide(request) in bot.py is called")
    return ["python"]


def read_command(table: dict[str, Any], language: str) -> list[str]:
    words = table.get("command")
    example = f"write command = {str(EXAMPLES[language]).replace(chr(39), chr(34))}"
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise Bad(f"{FILE}: command must be a list of words in quotes; {example}")
    if len(words) > WORDS or any(len(word) > LETTERS for word in words):
        raise Bad(f"{FILE}: command can have up to {WORDS} words of up to {LETTERS} letters")
    if not all(word.isascii() and word.isprintable() and word for word in words):
        raise Bad(f"{FILE}: the words of command must be printable ASCII and not empty; {example}")
    if language == "node":
        if words[:1] != ["node"] or len(words) < 2:
            raise Bad(f"{FILE}: the command of a Node.js bot is node and a file; {example}")
        words = words[1:]
    elif not words:
        raise Bad(f"{FILE}: command is empty; {example}")
    return [file_in_upload(words[0], example), *words[1:]]


def file_in_upload(word: str, example: str) -> str:
    """The upload's file that a command names. Raises Bad."""
    name = word.removeprefix("./")
    if name.startswith("-"):
        raise Bad(f"{FILE}: {word!r:.60} is an option where the bot's file is expected; {example}")
    if name.startswith("/") or "\\" in name or {"", ".", ".."} & set(name.split("/")):
        raise Bad(f"{FILE}: the upload has no file {word!r:.60}; {example}")
    return name


def check_static(name: str, content: bytes) -> None:
    """Require a static ELF program for this machine. Raises Bad."""
    machine = os.uname().machine
    advice = "link it statically (cc -static; for Go CGO_ENABLED=0; for Rust a musl target)"
    if len(content) < HEADER.size or content[:4] != b"\x7fELF":
        raise Bad(f"{name} is not an ELF program; compile it for Linux on {machine}, and {advice}")
    _, bits, order, _, _, _, kind, made_for, _, entry, at, *_, size, count, _, _, _ = HEADER.unpack(
        content[: HEADER.size]
    )
    if (bits, order) != (2, 1) or made_for != MACHINES.get(machine):
        raise Bad(f"{name} was compiled for another machine; compile it for Linux on {machine}")
    if kind not in (EXECUTABLE, SHARED) or not entry:
        raise Bad(f"{name} is an object file or a library, not a program; {advice}")
    if size != PROGRAM_HEADER.size or at + size * count > len(content):
        raise Bad(f"{name} is damaged; compile it again, and {advice}")
    kinds = {PROGRAM_HEADER.unpack_from(content, at + size * n)[0] for n in range(count)}
    if INTERPRETER in kinds:
        raise Bad(f"{name} needs shared libraries, which the jail does not have; {advice}")
