"""Make others' text safe to print."""

from sandbox.printable import printable


def escape_controls(text: object, *, lines: bool = False) -> str:
    """Escape control and direction characters; `lines` keeps line breaks and tabs."""
    return printable(str(text), keep="\n\t" if lines else "")
