"""Read `docker/compose.yml`; refuse YAML that it does not use.

Supported: block mappings, block lists of scalars, one-line flow of scalars, anchors, `<<` merges.
"""

import re
from typing import Any

ITEM = re.compile(r"\"[^\"]*\"|'[^']*'|[^,\s][^,]*")


def read(text: str) -> Any:
    """The document as mappings, lists, strings, whole numbers and truth values."""
    lines = [line for line in text.splitlines() if line.strip() and line.lstrip()[0] != "#"]
    reader = Reader(lines)
    document = reader.block(0)
    assert not reader.lines, f"cannot read: {reader.lines[0]}"
    return document


class Reader:
    """The remaining lines, and the anchors seen."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.anchors: dict[str, Any] = {}

    def block(self, indent: int) -> Any:
        """Parse a mapping or list whose entries begin in this column."""
        if self.lines[0].lstrip().startswith("- "):
            return [scalar(one.removeprefix("- ")) for one in self.entries(indent)]
        result: dict[str, Any] = {}
        for entry in self.entries(indent):
            key, colon, rest = entry.partition(":")
            assert colon, f"cannot read: {entry}"
            if key == "<<":
                for name in rest.strip().strip("[]").split(","):
                    result = self.anchors[name.strip().removeprefix("*")] | result
                continue
            result = {**result, key: self.value(rest.strip())}
        return result

    def entries(self, indent: int) -> Any:
        """Pop and yield the lines that begin in this column."""
        while self.lines and depth(self.lines[0]) == indent:
            yield self.lines.pop(0).strip()

    def value(self, text: str) -> Any:
        """Parse a key's value, inline or in the lines below."""
        if text.startswith("*"):
            return self.anchors[text[1:]]
        name = None
        if text.startswith("&"):
            name, _, text = text[1:].partition(" ")
        value = flow(text) if text else self.block(depth(self.lines[0]))
        if name:
            self.anchors[name] = value
        return value


def depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def flow(text: str) -> Any:
    """A scalar, or scalars between brackets or braces."""
    if text[0] not in "[{":
        return scalar(text)
    items = ITEM.findall(text[1:-1])
    if text[0] == "[":
        return [scalar(item) for item in items]
    pairs = (item.partition(":") for item in items)
    return {key.strip(): scalar(value.strip()) for key, _, value in pairs}


def scalar(text: str) -> str | int | bool:
    text = text.strip()
    if text[0] in "\"'":
        return text[1:-1]
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if text.isdigit() else text
