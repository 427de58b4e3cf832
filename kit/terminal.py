"""Words for the terminal: others' made safe, and counts."""

from sandbox.printable import printable

MOST_LETTERS = 300  # of others' text in an error


def escape_controls(text: object, *, lines: bool = False) -> str:
    """Escape control and direction characters; `lines` keeps line breaks and tabs."""
    return printable(str(text), keep="\n\t" if lines else "")


def one_line(text: object) -> str:
    """Return others' text as one line, cut if it is long."""
    words = " ".join(str(text)[: 2 * MOST_LETTERS].split())
    return words if len(words) <= MOST_LETTERS else f"{words[:MOST_LETTERS]}..."


def quantity(count: int, noun: str) -> str:
    """Return a count with its noun: 1 game, 2 games, 1,000 matches."""
    ending = "" if count == 1 else "es" if noun.endswith("ch") else "s"
    return f"{count:,} {noun}{ending}"
