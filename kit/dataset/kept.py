"""Kept games (`play --keep FOLDER`) as parts of a dataset."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from arena.matches.referee import dataset
from arena.matches.referee.dataset import DatasetGame, Player
from engine.record import BadRecord
from kit.dataset.folder import Counts, Part
from kit.errors import BadInput
from kit.play import keeping, stored_games

MATCHES = 100  # in a part
DIGITS = 12  # of a bot's hash


class Question(msgspec.Struct):
    cpu: float | None = None


class Shown(msgspec.Struct):
    """The part of a replay that is read."""

    questions: list[Question]


@dataclass(frozen=True)
class KeptGames:
    """A folder of `--keep`; a line that is being written is left for the next time."""

    folder: Path

    @property
    def path(self) -> Path:
        return self.folder / keeping.RESULTS

    @cached_property
    def settings(self) -> dict[str, Any]:
        if not self.path.is_file() or not (self.folder / keeping.GAMES).is_dir():
            raise BadInput(f"{self.folder} has no kept games: play with --keep {self.folder}")
        with self.path.open("rb") as file:
            return keeping.header(self.path, file.readline()).settings

    def parts(self) -> Iterator[Part]:
        first = 2
        with self.path.open("rb") as file:
            file.readline()
            while lines := [line for line in islice(file, MATCHES) if line.endswith(b"\n")]:
                yield KeptPart(self, first, lines)
                first += len(lines)


@dataclass(frozen=True)
class KeptPart:
    """Some lines of the results, from line number `first`."""

    kept: KeptGames
    first: int
    lines: Sequence[bytes]

    @property
    def name(self) -> str:
        return f"matches-{self.first - 1:06}"

    @property
    def digest(self) -> str:
        return sha256(b"".join(self.lines)).hexdigest()

    def write(self, path: Path) -> Counts:
        decisions = 0
        with gzip.open(path, "wb", dataset.LEVEL) as file:
            for number, line in enumerate(self.lines, self.first):
                for path, game in self._games(number, line):
                    try:
                        file.writelines(dataset.lines(game))
                    except (BadRecord, LookupError) as error:
                        raise BadInput(f"{path}: {error}") from error
                    decisions += len(game.record["choices"])
        return Counts(len(self.lines), decisions)

    def _games(self, number: int, line: bytes) -> Iterator[tuple[Path, DatasetGame]]:
        """Yield each game with the file of its record."""
        kept = keeping.read_line(self.kept.path, number, line)
        hashes = self.kept.settings.get("bots", {})
        players = [Player(name, hashes.get(name, "")[:DIGITS]) for name in kept.bots]
        folder = self.kept.folder / keeping.GAMES
        for count, played in enumerate(kept.match.games, 1):
            path, replay = keeping.game_files(folder, kept.number, kept.key, count)
            record = stored_games.read(path)
            seating = [players[entrant] for entrant in played.seating]
            clocks = _clocks(replay)
            game = DatasetGame(
                kept.key, count, record, seating, played.scores, played.ranks, clocks
            )
            yield path, game


def _clocks(path: Path) -> list[float | None]:
    """Return seconds by decision; a game that cannot be shown has no replay."""
    if not path.exists():
        return []
    try:
        replay = msgspec.json.decode(path.read_bytes(), type=Shown)
        return [question.cpu for question in replay.questions]
    except msgspec.MsgspecError as error:
        raise BadInput(f"{path} is damaged ({error}): remove it, and CPU times are null") from error
