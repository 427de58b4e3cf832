"""Replays at home: read from files, made of records and played games, followed frame by frame."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from arena.matches.referee.decision_log import NoLongerKept, rebuild_log
from arena.matches.referee.referee import play
from engine import catalogue, replay
from engine.game import BadConfig
from engine.record import KEYS, BadRecord
from engine.record import replay as play_record
from kit.errors import BadInput, report_host_failures
from kit.play import series, stored_games
from kit.play.played import replay_of
from kit.run import bot_arguments

BROKEN = (LookupError, TypeError, ValueError, AttributeError)
Data = dict[str, Any]
MOST_COPIED = 20_000_000  # a long game copies less than a million


@dataclass
class Replay:
    """A replay's JSON (see engine.replay); frame 0 is the start."""

    data: Data
    copied: int = 0  # items of lists and objects

    @property
    def game(self) -> str:
        return str(self.data["game"])

    @property
    def names(self) -> list[str]:
        return list(self.data["names"])

    @property
    def last(self) -> int:
        return len(self.data["frames"])

    def number(self, frame: int) -> int:
        """The number of a frame's first event; 0 is the start."""
        return int(self.data["frames"][frame - 1][0]) if frame else 0

    def sentence(self, frame: int) -> str:
        return str(self.data["frames"][frame - 1][1]) if frame else "The game is set up."

    @cached_property
    def positions(self) -> list[Data]:
        """The position of each frame. Raises BadInput if the replay is damaged.

        Parts that have not changed are shared with the position before.
        """
        positions = [self.data["start"]]
        for frame in self.data["frames"]:
            position = positions[-1]
            try:
                _number, _sentence, changes, *_ = frame
                for path, *what in changes:
                    position = self._change(position, path, what)
            except (*BROKEN, RecursionError) as error:
                raise BadInput(f"the replay is damaged in frame {len(positions)}") from error
            positions.append(position)
        return positions

    def _change(self, value: Any, path: list[Any], what: list[Any]) -> Any:
        """Return a copy with one change, in the format of engine.replay. Raises one of BROKEN."""
        if not path:
            if len(what) == 1:
                copy = what[0]
            else:
                place, removed, inserted = what
                if not 0 <= place <= place + removed <= len(value):
                    raise ValueError("a change is outside its list")
                copy = [*value[:place], *inserted, *value[place + removed :]]
            self._count(copy)
            return copy
        key, *rest = path
        copy = dict(value) if isinstance(value, dict) else list(value)
        self._count(copy)
        if len(what) == 2 and not rest:
            del copy[key]
        else:
            inner = copy.get(key) if isinstance(copy, dict) else copy[key]
            copy[key] = self._change(inner, rest, what)
        return copy

    def _count(self, copy: Any) -> None:
        """Count what was copied: a short file must not fill the memory. Raises ValueError."""
        self.copied += len(copy) if isinstance(copy, dict | list) else 1
        if self.copied > MOST_COPIED:
            raise ValueError("the replay's positions are too large")

    def check(self) -> None:
        """Raises BadInput if a frame is damaged."""
        _ = self.positions

    @cached_property
    def turns(self) -> list[int]:
        """The frames that begin turns."""
        return [frame for frame, _seat, _number in self.data["turns"]]

    def turn(self, frame: int) -> list[int] | None:
        """Frame, seat and number of the turn at a frame; None before the first."""
        index = bisect_right(self.turns, frame) - 1
        return self.data["turns"][index] if index >= 0 else None

    def frame_of_turn(self, number: int) -> int:
        """The first frame of that turn or round; the last one's, if there are fewer."""
        frames = [frame for frame, _seat, turn in self.data["turns"] if turn >= number]
        return min(frames, default=self.turns[-1] if self.turns else 0)

    def scores(self, frame: int) -> list[int]:
        index = bisect_right([number for number, _points in self.data["scores"]], frame) - 1
        return list(self.data["scores"][index][1])

    @property
    def result(self) -> str:
        """Points and why it ended; empty for a game that did not end."""
        outcome = self.data["outcome"]
        if not outcome:
            return ""
        ranked = sorted(zip(outcome["ranks"], self.names, outcome["scores"], strict=True))
        winners = [name for rank, name, _score in ranked if rank == 1]
        points = ", ".join(f"{name} {score}" for _rank, name, score in ranked)
        won = f"{winners[0]} wins" if len(winners) == 1 else f"{' and '.join(winners)} tie"
        return f"{won}: {points} ({catalogue.ending(self.game, outcome['reason'], 'en')})"


def load(path: Path) -> Replay:
    """Return a file with a replay or a record. Raises BadInput."""
    data = stored_games.read(path)
    try:
        return of_data(data)
    except BadInput as error:
        raise BadInput(f"{path}: {error.message}") from error


def of_data(data: Any) -> Replay:
    """Return a replay, or a record played again. Raises BadInput."""
    if not isinstance(data, dict):
        raise BadInput("neither a replay nor a record")
    if "replay" not in data:
        return _of_record(data)
    if data["replay"] != replay.VERSION:
        raise BadInput(
            f"a replay of format {data['replay']!r}; this version reads {replay.VERSION}"
        )
    try:
        replayed = Replay(data)
        _check_shape(replayed, len(data["start"]["seats"]))
    except (*BROKEN, RecursionError) as error:
        raise BadInput("not a replay of a known game, or damaged") from error
    replayed.check()
    return replayed


def _check_shape(shown: Replay, seats: int) -> None:
    """Look at all but the positions. Raises one of BROKEN."""
    data, known = shown.data, catalogue.info(shown.game)
    frames = all(
        isinstance(number, int) and isinstance(sentence, str)
        for number, sentence, *_ in data["frames"]
    )
    turns = all(
        isinstance(frame, int) and isinstance(number, int) and seat in range(seats)
        for frame, seat, number in data["turns"]
    )
    scores = all(
        isinstance(frame, int) and len(points) == seats for frame, points in data["scores"]
    )
    names = len(shown.names) == seats and all(isinstance(name, str) for name in shown.names)
    if not (frames and turns and scores and names):
        raise ValueError(known.name)
    if None in (shown.scores(0), shown.result, data["questions"]):
        raise ValueError(known.name)


def _of_record(record: Data) -> Replay:
    record = {key: record[key] for key in KEYS if key in record}
    try:
        game = play_record(record)
        log = rebuild_log(record)
        data = replay.replay(
            record,
            log.events,
            [f"Seat {seat + 1}" for seat in range(record["seats"])],
            decisions=log.logged_decisions,
            outcome=game.outcome,
        )
    except (BadRecord, NoLongerKept, BadConfig) as error:
        raise BadInput(str(error)) from error
    return _as_stored(data)


def play_game(words: Sequence[str], game: str, config: dict[str, Any], seed: int | None) -> Replay:
    """Play one game of these bots, in the order of the words or by the seed. Raises BadInput."""
    entrants = bot_arguments.entrants(words, game)
    drawn = series.draw_seed() if seed is None else seed
    plan = series.plans(game, seats=len(entrants), games=1, seed=drawn, config=config)[0]
    with report_host_failures():
        jailer = bot_arguments.jailer(entrants)
        bot_arguments.check(entrants, jailer)
        result = play(plan, entrants, jailer)
    try:
        data = replay_of(result.games[0], [entrant.name for entrant in entrants])
    except BadConfig as error:
        raise BadInput(str(error)) from error
    return _as_stored(data)


def _as_stored(data: Data) -> Replay:
    """Make it what a file would hold, with lists for tuples and texts as keys."""
    return Replay(json.loads(json.dumps(data)))
