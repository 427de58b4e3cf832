"""Replays, and their positions as text without JavaScript."""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from arena.matches.referee.decision_log import NoLongerKept
from arena.matches.referee.output import START, Output
from arena.models import Game
from engine import replay
from engine.game import Decision, Outcome
from engine.game import ReplayState as EngineReplayState
from website.games.contract import BROKEN, PositionRow, SiteGame
from website.games.question import DecisionText
from website.games.registry import site_game
from website.matches.kept import logged_decisions_of
from website.matches.report import GameReport
from website.site.language import reader_language
from website.site.plain_text import show_invisible


class NoReplay(Exception):
    """The game cannot be watched; the message says why."""


def replay_bytes(report: GameReport, language: str) -> bytes:
    """Return the replay as JSON. Raises NoReplay and NoLongerKept."""
    game = report.game
    try:
        found = replay.replay(
            game.record,
            report.events,
            shown_names(report),
            decisions=_questions(game),
            output=report.output,
            outcome=Outcome(game.scores, game.ranks, game.reason),
            faulted=report.faulted,
            language=language,
        )
    except BROKEN as error:
        raise NoReplay(str(error)) from error
    return json.dumps(found, separators=(",", ":")).encode()


def _questions(game: Game) -> list[dict[str, Any]]:
    try:
        return logged_decisions_of(game)
    except NoLongerKept:
        return []


def shown_names(report: GameReport) -> list[str]:
    """Return the players by seat, with control characters shown."""
    return [show_invisible(name) for name in report.names]


@dataclass(frozen=True)
class ReplayState:
    """A frame as text; `number` is its first event's. Frames count from 1, 0 is the start."""

    report: GameReport
    asked: int

    @cached_property
    def frames(self) -> list[replay.ReplayFrame]:
        report = self.report
        try:
            return replay.frames(
                report.match.game, report.events, shown_names(report), reader_language()
            )
        except BROKEN:
            return []

    @cached_property
    def index(self) -> int:
        """The last frame that begins at or before the asked event."""
        return sum(frame.number <= self.asked for frame in self.frames)

    @property
    def number(self) -> int:
        return self.frames[self.index - 1].number if self.index else 0

    @property
    def last(self) -> int:
        return self.frames[-1].number if self.frames else 0

    @property
    def sentence(self) -> str:
        return self.frames[self.index - 1].sentence if self.index else ""

    @property
    def result(self) -> str:
        """Say who won and why, at the last frame."""
        return self.report.result if self.index == len(self.frames) else ""

    @property
    def before(self) -> int | None:
        if not self.index:
            return None
        return self.frames[self.index - 2].number if self.index > 1 else 0

    @property
    def after(self) -> int | None:
        return self.frames[self.index].number if self.index < len(self.frames) else None

    @property
    def turn_before(self) -> int | None:
        """Start of this turn; from there, of the previous one."""
        earlier = [number for number in self._turns if number < self.number]
        return earlier[-1] if earlier else None

    @property
    def turn_after(self) -> int | None:
        return next((number for number in self._turns if number > self.number), None)

    @cached_property
    def _turns(self) -> list[int]:
        return [frame.number for frame in self.frames if frame.events[0]["type"] == "turn"]

    @cached_property
    def _game(self) -> SiteGame:
        return site_game(self.report.match.game)

    @cached_property
    def _table(self) -> EngineReplayState:
        table = replay.replay_state(self.report.game.record)
        for frame in self.frames[: self.index]:
            for event in frame.events:
                table.apply(event)
        return table

    @cached_property
    def rows(self) -> list[PositionRow]:
        """The position as text; empty where it cannot be shown."""
        try:
            table, names = self._table, shown_names(self.report)
            return list(self._game.position_rows(table.position(), names, table.scores))
        except BROKEN:
            return []

    @cached_property
    def _asked(self) -> dict[int, dict[str, Any]]:
        """The decisions after this frame, by index."""
        until = self.after or len(self.report.events) + 1
        rows = enumerate(_questions(self.report.game))
        return {n: row for n, row in rows if self.number <= row["after"] < until}

    @property
    def printed(self) -> list[Output]:
        """Return what the viewer's bots printed at these decisions, at the start and at the end."""
        shown = {*self._asked} | ({START} if not self.index else set())
        if self.after is None:
            shown.add(len(_questions(self.report.game)))
        return [piece for piece in self.report.output if piece.decision in shown]

    @cached_property
    def question(self) -> DecisionText | None:
        """The next question after this frame."""
        row = next(iter(self._asked.values()), None)
        if row is None or not self.rows:
            return None
        decision = Decision(**{key: row[key] for key in Decision._fields})
        names = shown_names(self.report)
        return DecisionText(self._game, decision, self._table.position(), names)
