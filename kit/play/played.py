"""Matches to play, and what is kept of those that were played."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from arena.matches.referee.decision_log import read_rows
from arena.matches.referee.referee import Entrant, Fault, GameResult, MatchResult, Plan
from engine import replay
from engine.game import BadConfig, Outcome

JsonObject = dict[str, Any]


@dataclass(frozen=True)
class Task:
    """A match to play: its number in the schedule, its plan and who plays."""

    number: int
    plan: Plan
    entrants: tuple[Entrant, ...]

    @property
    def key(self) -> str:
        """Name what is played: tasks of equal keys play the same games."""
        bots = [file_hash(entrant.path) for entrant in self.entrants]
        words = json.dumps([asdict(self.plan), bots], sort_keys=True)
        return sha256(words.encode()).hexdigest()[:20]


def file_hash(path: Path) -> str:
    known = path.stat()
    return _hash(path, known.st_mtime_ns, known.st_size)


@cache
def _hash(path: Path, _changed: int, _size: int) -> str:
    """Read a file once, until its time or its size has changed."""
    return sha256(path.read_bytes()).hexdigest()


def tasks(plans: Sequence[Plan], entrants: Sequence[Entrant]) -> list[Task]:
    return [Task(number, plan, tuple(entrants)) for number, plan in enumerate(plans)]


@dataclass(frozen=True)
class PlayedGame:
    """`scores` and `ranks` by engine seat, else by entrant."""

    seating: list[int]
    scores: list[int]
    ranks: list[int]
    reason: str
    decisions: list[int]
    cpu: list[float]
    faults: list[Fault]
    output: list[JsonObject]


NOT_PLAYED: JsonObject = {"jail": None, "stamp": None}


@dataclass(frozen=True)
class PlayedMatch:
    """`points` by entrant; `cpu`: seconds of bots and referee."""

    games: list[PlayedGame]
    points: list[float]
    cpu: float
    stamp: JsonObject

    @property
    def faults(self) -> list[Fault]:
        return [fault for game in self.games for fault in game.faults]

    @property
    def jail(self) -> JsonObject:
        """Say how the bots were isolated, for results in JSON."""
        return {"jail": self.stamp.get("level"), "stamp": self.stamp}


class GameFiles(NamedTuple):
    """A game as files; `replay` is empty, and `problem` says why, where it cannot be shown."""

    record: str
    replay: str
    problem: str = ""


class Played(NamedTuple):
    """A match, and its games as files if they were asked for."""

    match: PlayedMatch
    files: list[GameFiles]

    @classmethod
    def of(cls, result: MatchResult, task: Task, cpu: float, *, files: bool) -> Played:
        names = [entrant.name for entrant in task.entrants]
        games = [
            PlayedGame(
                game.seating, game.scores, game.ranks, game.reason, game.decisions, game.cpu,
                game.faults, output_of(game, names),
            )
            for game in result.games
        ]  # fmt: skip
        cpu += sum(sum(game.cpu) for game in games)
        match = PlayedMatch(games, result.points, cpu, result.stamp)
        return cls(match, [_files(game, names) for game in result.games] if files else [])


def _files(game: GameResult, names: Sequence[str]) -> GameFiles:
    record = _compact(game.record)
    try:
        return GameFiles(record, _compact(replay_of(game, names)))
    except BadConfig as error:
        return GameFiles(record, "", str(error))


def output_of(game: GameResult, names: Sequence[str]) -> list[JsonObject]:
    """Return what the bots printed in a game, in order; `names` are by entrant.

    `decision` is the number of the bot's decision, from 1; 0: its start, None: after its last.
    """
    rows = read_rows(game.decision_log)
    answered: Counter[int] = Counter()  # questions that a seat's bot was asked, so far
    numbers = []  # by row
    for row in rows:
        answered[row["seat"]] += row["cpu"] is not None
        numbers.append(answered[row["seat"]])
    pieces = []
    for index, seat, text, notes in game.output:
        asked = rows[index] if 0 <= index < len(rows) else None
        pieces.append(
            {
                "bot": names[game.seating[seat]],
                "seat": seat,
                "decision": numbers[index] if asked else 0 if index < 0 else None,
                "kind": asked["kind"] if asked else None,
                "event": asked["after"] if asked else 0 if index < 0 else len(game.events),
                "text": text,
                "notes": notes,
            }
        )
    return pieces


def replay_of(game: GameResult, names: Sequence[str]) -> JsonObject:
    """Raises BadConfig if it cannot be shown."""
    return replay.replay(
        game.record,
        game.events,
        [names[entrant] for entrant in game.seating],
        decisions=read_rows(game.decision_log),
        output=game.output,
        outcome=Outcome(game.scores, game.ranks, game.reason),
        faulted={game.seating.index(fault.entrant) for fault in game.faults},
    )


def _compact(data: JsonObject) -> str:
    return json.dumps(data, separators=(",", ":"))
