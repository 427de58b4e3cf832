"""Strangers' text made harmless to look at: control and direction characters become visible."""

import re
import unicodedata

# What moves, hides or reverses its neighbours: format (Cf), control (Cc), line separators, ...
_UNSAFE = {"Cc", "Cf", "Zl", "Zp", "Cs", "Co"}
_PICTURES = 0x2400  # U+2400 and on: a picture for each C0 control character
_DELETE = "\x7f"


def visible(text: str) -> str:
    """The same text with every invisible or direction-changing character shown, not obeyed.

    >>> visible("\\x1b[31mred")
    '␛[31mred'
    """
    lines = text.replace("\r\n", "\n")  # as browsers send them
    return re.sub(r"[^\x20-\x7e\n\t]", _shown, lines)


def _shown(found: re.Match[str]) -> str:
    char = found.group()
    if unicodedata.category(char) not in _UNSAFE:
        return char
    if char < " ":
        return chr(_PICTURES + ord(char))
    if char == _DELETE:
        return "␡"
    return f"[U+{ord(char):04X}]"
