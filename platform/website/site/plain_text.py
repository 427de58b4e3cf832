"""Make foreign text safe to display."""

import re
import unicodedata

# Categories that move, hide or reverse their neighbours.
_UNSAFE = {"Cc", "Cf", "Zl", "Zp", "Cs", "Co"}
_PICTURES = 0x2400  # U+2400 on: pictures of C0 controls
_DELETE = "\x7f"


def show_invisible(text: str) -> str:
    """Replace invisible and direction-changing characters by visible ones.

    >>> show_invisible("\\x1b[31mred")
    '␛[31mred'
    """
    lines = text.replace("\r\n", "\n")  # as browsers send them
    return re.sub(r"[^\x20-\x7e\n\t]", _make_visible, lines)


def minus(value: int | str) -> str:
    """Return an integer with a real minus."""
    return str(value).replace("-", "\N{MINUS SIGN}")


def _make_visible(match: re.Match[str]) -> str:
    char = match.group()
    if unicodedata.category(char) not in _UNSAFE:
        return char
    if char < " ":
        return chr(_PICTURES + ord(char))
    if char == _DELETE:
        return "␡"
    return f"[U+{ord(char):04X}]"
