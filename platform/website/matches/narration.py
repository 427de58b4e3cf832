"""A game's events as sentences, by round and turn."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.translation import gettext

from arena.matches.referee.ranks import FAULT
from website.games.registry import site_game

Event = dict[str, Any]
Tell = Callable[[Event], str]


class TurnSentence(NamedTuple):
    """A sentence without its first word `who`, the seat on turn."""

    who: str
    words: str


@dataclass
class Turn:
    """One seat's turn; `seat` is None before the first."""

    seat: int | None
    lines: list[TurnSentence] = field(default_factory=list)


@dataclass
class Round:
    """One turn of every seat; 0 is before the first.

    `opening` is nobody's doing; `part` counts games played in a row.
    """

    number: int
    part: int = 1
    opening: list[TurnSentence] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)

    @property
    def anchor(self) -> str:
        part = "" if self.part == 1 else f"part-{self.part}-"
        return f"{part}turn-{self.number}"


def narrate(events: Iterable[Event], tell: Tell, names: Sequence[str]) -> list[Round]:
    """Return the told events by turn."""
    story = RoundsBuilder(names)
    for event in events:
        if event["type"] == "turn":
            story.begin(event["seat"], event["turn"])
        elif sentence := tell(event):
            story.add(event.get("seat"), sentence)
    return story.end()


def narrate_game(game: str, events: Iterable[Event], names: Sequence[str]) -> list[Round]:
    """Return the game's events by turn; none of an unknown game."""
    shows = site_game(game)
    if not shows.is_known:
        return []
    return narrate(events, lambda event: shows.tell(event, names), names)


def ending(game: str, reason: str) -> str:
    return gettext("a fault") if reason == FAULT else site_game(game).ending(reason)


class RoundsBuilder:
    """Collects rounds; `loose` opens the next round or belongs to this turn."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.rounds: list[Round] = []
        self.loose: list[TurnSentence] = []

    def begin(self, seat: int, number: int) -> None:
        """Begin a turn, and its round if new."""
        last = self.rounds[-1] if self.rounds else None
        if last is None or last.number != number:
            part = 1 if last is None else last.part + (number < last.number)
            self.rounds.append(Round(number, part, self._pick_up()))
        self.rounds[-1].turns.append(Turn(seat, self._pick_up()))

    def add(self, actor: int | None, sentence: str) -> None:
        """Add what was done in this turn, or by nobody."""
        if actor is None:
            self.loose.append(TurnSentence("", sentence))
        else:
            turn = self._turn()
            who = "" if turn.seat is None else self.names[turn.seat]
            if who and sentence.startswith(f"{who} "):
                line = TurnSentence(who, sentence.removeprefix(who))
            else:
                line = TurnSentence("", sentence)
            turn.lines += [*self._pick_up(), line]

    def end(self) -> list[Round]:
        """Return all rounds; what is loose belongs to the last turn."""
        if self.loose:
            self._turn().lines.extend(self._pick_up())
        return self.rounds

    def _turn(self) -> Turn:
        if not self.rounds:
            self.rounds.append(Round(0, turns=[Turn(None)]))
        return self.rounds[-1].turns[-1]

    def _pick_up(self) -> list[TurnSentence]:
        sentences, self.loose = self.loose, []
        return sentences


def distinct(names: Sequence[str]) -> list[str]:
    """Number the names of a bot that plays itself."""
    return [
        f"{name} ({names[: seat + 1].count(name)})" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]
