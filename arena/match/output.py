"""What a bot printed, by decision."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

START = -1
Mark = tuple[int, int]
# A decision's index in the decision log, and where its output begins in the text. What is before
# the first mark belongs to the start, the index after the last decision to the end.


class Output(NamedTuple):
    """A piece of a seat's output; `decision` is its index in the decision log."""

    decision: int
    seat: int
    text: str


def _is_mark(*mark: object) -> bool:
    return [type(one) for one in mark] == [int, int]


def by_decision(text: str, marks: Sequence[Sequence[int]], seat: int) -> Iterator[Output]:
    """Cut the text at its marks; stored ones may be damaged."""
    sound = [mark for mark in marks if isinstance(mark, list | tuple) and _is_mark(*mark)]
    places = [0, *(min(at, len(text)) for _label, at in sound), len(text)]
    labels = [START, *(label for label, _at in sound)]
    for label, begin, end in zip(labels, places, places[1:], strict=False):
        if begin < end:
            yield Output(label, seat, text[begin:end])
