"""A bot's printed output by decision; lines that begin with `@note` are its notes."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

START = -1
NOTE = re.compile(r"^@note(?:[ \t]+(.*))?(?:\n|\Z)", re.MULTILINE)
Mark = tuple[int, int]
# A decision's index in the decision log, and where its output begins in the text. What is before
# the first mark belongs to the start, the index after the last decision to the end.


class Output(NamedTuple):
    """A piece of a seat's output; `decision` is its index in the decision log.

    `text` is without the `notes`.
    """

    decision: int
    seat: int
    text: str
    notes: tuple[str, ...] = ()


def by_decision(text: str, marks: Sequence[Sequence[int]], seat: int) -> Iterator[Output]:
    """Cut the text at its marks; stored ones may be damaged."""
    sound = [
        mark
        for mark in marks
        if isinstance(mark, list | tuple) and [type(part) for part in mark] == [int, int]
    ]
    places = [0, *(min(place, len(text)) for _label, place in sound), len(text)]
    labels = [START, *(label for label, _place in sound)]
    for label, begin, end in zip(labels, places, places[1:], strict=False):
        if begin < end:
            piece = text[begin:end]
            notes = tuple(note.strip() for note in NOTE.findall(piece) if note.strip())
            yield Output(label, seat, NOTE.sub("", piece), notes)
