"""The commands of a page, as its readers type them."""

import re
import shlex


def blocks(text: str, language: str = r"\w*") -> list[str]:
    """Return the contents of a page's code blocks in this language."""
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return found


def commands(text: str) -> list[list[str]]:
    """Return the words after `kingsbench` of each command in a page's shell blocks, in order."""
    lines = [
        line for block in blocks(text, "sh") for line in block.replace("\\\n", "").splitlines()
    ]
    words = [shlex.split(line, comments=True) for line in lines]
    return [line[1:] for line in words if line and line[0] == "kingsbench"]
