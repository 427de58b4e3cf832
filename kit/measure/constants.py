"""Constants in a bot's source: found and set as text. Nothing is compiled or run."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kit.errors import BadInput, suggestion

Number = int | float


@dataclass(frozen=True)
class Constant:
    """A number that the module assigns to a name, and where it stands, in bytes of its line."""

    name: str
    value: Number
    line: int
    start: int
    end: int


@dataclass(frozen=True)
class Source:
    """A file of Python with its constants; `text`: its bytes, as UTF-8 without a mark."""

    path: Path
    text: bytes
    encoding: str
    constants: Mapping[str, Constant]
    assigned: frozenset[str]

    @classmethod
    def read(cls, path: Path) -> Source:
        """Read a bot's file. Raises BadInput."""
        if path.suffix != ".py":
            raise BadInput(f"{path} has no constants to tune: give a .py file")
        try:
            content = path.read_bytes()
            lines = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
            encoding, _read = tokenize.detect_encoding(io.BytesIO(lines).readline)
            text = content.decode(encoding).encode()
            body = ast.parse(text.decode()).body
        except OSError as error:
            raise BadInput(f"{path} cannot be read: {error.strerror}") from error
        except (SyntaxError, ValueError, LookupError, RecursionError, MemoryError) as error:
            raise BadInput(f"{path} is not a bot: {error}") from error
        assignments = list(_assignments(body))
        names = [name for name, _node in assignments]
        numbers = [_constant(name, node) for name, node in assignments if names.count(name) == 1]
        constants = {number.name: number for number in numbers if number}
        return cls(path, text, encoding, constants, frozenset(names))

    def constant(self, name: str) -> Constant:
        """Return the constant of this name. Raises BadInput."""
        if constant := self.constants.get(name):
            return constant
        if name in self.assigned:
            raise BadInput(
                f"{name} in {self.path} is no constant: assign one number to it, once, at the top "
                "level"
            )
        known = ", ".join(self.constants) or "none"
        raise BadInput(
            f"there is no constant {name!r} in {self.path}.{suggestion(name, self.constants)} "
            f"Its constants are: {known}."
        )

    def with_values(self, values: Mapping[str, Number]) -> bytes:
        """Return the file's bytes with other numbers."""
        lines = self.text.splitlines(keepends=True)
        order = sorted(values, key=lambda name: -self.constants[name].start)
        for name in order:
            constant, number = self.constants[name], number_text(values[name]).encode()
            line = lines[constant.line]
            lines[constant.line] = line[: constant.start] + number + line[constant.end :]
        return b"".join(lines).decode().encode(self.encoding)


def number_text(value: Number) -> str:
    return str(value) if isinstance(value, int) else f"{value:.6g}"


def _assignments(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr | None]]:
    """Yield each name that the module assigns, with its value if that is for this name alone."""
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=value):
                yield name, value
            case ast.Assign() | ast.AugAssign():
                for node in ast.walk(statement):
                    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                        yield node.id, None


def _constant(name: str, node: ast.expr | None) -> Constant | None:
    """Return the constant that this value makes; None if it is no number on one line."""
    try:
        value: Any = ast.literal_eval(node) if node else None
    except ValueError:
        return None
    if not node or type(value) not in (int, float) or node.end_lineno != node.lineno:
        return None
    return Constant(name, value, node.lineno - 1, node.col_offset, node.end_col_offset or 0)
