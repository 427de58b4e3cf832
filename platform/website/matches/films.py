"""Stored games as films, and their positions in words for pages without JavaScript."""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from arena.match.rebuilt_log import NoLongerKept
from arena.models import Game
from engine import replay
from engine.game import Outcome
from website.cards.faces import reader
from website.matches.kept import questions_of
from website.matches.positions import Row, described
from website.matches.questions import Asked
from website.matches.report import GameReport
from website.plain_text import visible

BROKEN = (KeyError, TypeError, ValueError, IndexError, AttributeError)  # BadConfig among them


class NoFilm(Exception):
    """The game can be read, but not watched; the message is for people."""


def film_bytes(report: GameReport, language: str) -> bytes:
    """The film as JSON, told in that language. Raises NoFilm for a game without stage or of rules
    unknown here, and NoLongerKept."""
    game = report.game
    try:
        shot = replay.replay(
            game.record,
            report.events,
            shown_names(report),
            decisions=_questions(game),
            outcome=Outcome(game.scores, game.ranks, game.reason),
            language=language,
        )
    except BROKEN as error:
        raise NoFilm(str(error)) from error
    return json.dumps(shot, separators=(",", ":")).encode()


def _questions(game: Game) -> list[dict[str, Any]]:
    """What was asked; nothing where that is no longer kept."""
    try:
        return questions_of(game)
    except NoLongerKept:
        return []


def shown_names(report: GameReport) -> list[str]:
    """The players by seat, with nothing in their names that a page would obey."""
    return [visible(name) for name in report.names]


@dataclass(frozen=True)
class Still:
    """One frame of a game in words, with the ways to others. Frames count from 1; 0 is the start.

    `number` is that of the frame's first event, which is its name in addresses.
    """

    report: GameReport
    asked: int

    @cached_property
    def frames(self) -> list[replay.ReplayFrame]:
        game = self.report.match.game
        try:
            return replay.frames(game, self.report.events, shown_names(self.report), reader())
        except BROKEN:
            return []

    @cached_property
    def place(self) -> int:
        """Which frame it is: the last one that begins with the asked event or before."""
        return sum(frame.number <= self.asked for frame in self.frames)

    @property
    def number(self) -> int:
        return self.frames[self.place - 1].number if self.place else 0

    @property
    def last(self) -> int:
        return self.frames[-1].number if self.frames else 0

    @property
    def sentence(self) -> str:
        return self.frames[self.place - 1].sentence if self.place else ""

    @property
    def before(self) -> int | None:
        """The number of the frame before; None at the start."""
        if not self.place:
            return None
        return self.frames[self.place - 2].number if self.place > 1 else 0

    @property
    def after(self) -> int | None:
        return self.frames[self.place].number if self.place < len(self.frames) else None

    @property
    def turn_before(self) -> int | None:
        """The number with which the turn before begins, or this one if that has begun earlier."""
        earlier = [number for number in self._turns if number < self.number]
        return earlier[-1] if earlier else None

    @property
    def turn_after(self) -> int | None:
        return next((number for number in self._turns if number > self.number), None)

    @cached_property
    def _turns(self) -> list[int]:
        return [frame.number for frame in self.frames if frame.events[0]["type"] == "turn"]

    @cached_property
    def rows(self) -> list[Row]:
        """The position in words; none for a game that cannot be shown."""
        record = self.report.game.record
        try:
            table = replay.replay_state(record)
            for frame in self.frames[: self.place]:
                for event in frame.events:
                    table.apply(event)
            names = shown_names(self.report)
            return described(record["game"], table.position(), names, table.scores)
        except BROKEN:
            return []

    @cached_property
    def question(self) -> Asked | None:
        """What was asked next after this frame."""
        until = self.after or len(self.report.events) + 1
        asked = [one for one in self._questions if one["after"] >= self.number]
        return next((Asked(one) for one in asked if one["after"] < until), None)

    @cached_property
    def _questions(self) -> list[dict[str, Any]]:
        return _questions(self.report.game)
