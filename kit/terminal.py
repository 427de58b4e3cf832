"""Text of others on the way to a terminal: bots, decision files and platforms wrote it."""

from sandbox.channel import printable


def harmless(text: object, *, lines: bool = False) -> str:
    """Return the text with control and direction characters as escapes; with `lines` it keeps its
    own."""
    return printable(str(text), keep="\n\t" if lines else "")
