"""A stored game told in words: its events as sentences, by round and by turn."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Event = dict[str, Any]
Tell = Callable[[Event], str]


class Line(NamedTuple):
    """One sentence; `who` is its first word where that is the seat whose turn it is."""

    who: str
    words: str


@dataclass
class Turn:
    """What one seat did in one round; `seat` is None before the first turn."""

    seat: int | None
    lines: list[Line] = field(default_factory=list)


@dataclass
class Round:
    """One turn of every seat; number 0 is what happened before the first."""

    number: int
    turns: list[Turn] = field(default_factory=list)


def narrate(events: Iterable[Event], tell: Tell, names: Sequence[str]) -> list[Round]:
    """The events in order, told, each under its turn; an empty telling is left out."""
    rounds: list[Round] = []
    for event in events:
        if event["type"] == "turn":
            _open(rounds, event["turn"]).turns.append(Turn(event["seat"]))
        elif sentence := tell(event):
            turn = (rounds or [_open(rounds, 0)])[-1].turns[-1]
            turn.lines.append(_line(sentence, turn.seat, names))
    return rounds


def _line(sentence: str, seat: int | None, names: Sequence[str]) -> Line:
    who = "" if seat is None else names[seat]
    if who and sentence.startswith(f"{who} "):
        return Line(who, sentence.removeprefix(who))
    return Line("", sentence)


def _open(rounds: list[Round], number: int) -> Round:
    if not rounds or rounds[-1].number != number:
        rounds.append(Round(number, [Turn(None)] if number == 0 else []))
    return rounds[-1]


def distinct(names: Sequence[str]) -> list[str]:
    """The names by seat, told apart by a number where a bot plays against itself."""
    return [
        f"{name} ({names[: seat + 1].count(name)})" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]
