"""Keep what was played, so that the same command goes on from there.

A file of results has a line of settings, then one for each match, in the order in which they ended.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import msgspec

from arena.matches.referee.referee import Entrant
from engine import catalogue
from kit.errors import BadInput, CommandFailed
from kit.files import encoding_of
from kit.play import series
from kit.play.played import Played, PlayedMatch, Task, file_hash
from kit.play.series_options import SeriesOptions

RESULTS, GAMES = "results.jsonl", "games"
VERSION = 1
BEGINNING = b'{"kingsbench'
OTHERS = "has no results of this command; choose another name"
Settings = Mapping[str, Any]


class NotKept(CommandFailed):
    """A result that cannot be written, as on a full disk."""


class Header(msgspec.Struct):
    """The first line."""

    kingsbench_results: int
    settings: dict[str, Any]


class Line(msgspec.Struct):
    """A match; `key` says which, the rest of it is for readers."""

    key: str
    number: int
    seed: int
    bots: list[str]
    match: PlayedMatch


@dataclass
class Kept:
    """The matches played so far, by key; without a `file` none are."""

    path: Path = field(default_factory=Path)
    file: IO[bytes] | None = None
    games: Path | None = None
    known: dict[str, PlayedMatch] = field(default_factory=dict)

    def find(self, task: Task) -> PlayedMatch | None:
        return self.known.get(task.key) if self.known else None

    def add(self, task: Task, played: Played) -> None:
        """Write a match to the results, and its games to their files. Raises NotKept."""
        try:
            if self.games:
                for number, files in enumerate(played.files, 1):
                    record, replay = game_files(self.games, task.number + 1, task.key, number)
                    record.write_text(files.record, encoding="utf-8")
                    if files.replay:
                        replay.write_text(files.replay, encoding="utf-8")
            if self.file:
                names = [entrant.name for entrant in task.entrants]
                line = Line(task.key, task.number + 1, task.plan.seed, names, played.match)
                self.file.write(msgspec.json.encode(line) + b"\n")
                self.file.flush()
        except OSError as error:
            raise NotKept(
                f"{self.path} cannot be written: {error.strerror}. What was played before is kept: "
                "make room, and the same command goes on from there."
            ) from error


def game_files(folder: Path, match: int, key: str, game: int) -> tuple[Path, Path]:
    """Name a game's record and replay."""
    stem = f"{match:05}-{key[:6]}-{game}"  # numbers move in a growing league
    return folder / f"{stem}.record.json", folder / f"{stem}.replay.json"


def choose_seed(options: SeriesOptions) -> int:
    """Return the given seed, that of kept results, or a new one. Raises BadInput."""
    if options.seed is not None:
        return options.seed
    path, _games = _place(options)
    known = _read(path)[0] if path and path.is_file() else None
    return int(known.get("seed", 0)) if known else series.draw_seed()


def settings(command: str, game: str, config: Any, seed: int) -> dict[str, Any]:
    rules = catalogue.info(game).engine
    return {"command": command, "game": game, "rules": rules, "config": config, "seed": seed}


def bots(entrants: Sequence[Entrant]) -> dict[str, str]:
    return {entrant.name: file_hash(entrant.path) for entrant in entrants}


@contextmanager
def open_kept(options: SeriesOptions, settings: Settings) -> Iterator[Kept]:
    """Open what was kept by the same settings, or begin. Raises BadInput."""
    path, games = _place(options)
    if path is None:
        yield Kept()
        return
    if path.exists() and not path.is_file():
        raise BadInput(f"{path} is no file to keep results in; choose another name")
    try:
        (games or path).parent.mkdir(parents=True, exist_ok=True)
        if games:
            games.mkdir(exist_ok=True)
        file = path.open("ab")
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from error
    with file:
        before, known, size = _read(path)
        if before is None:
            _begin(file, path, settings)
        else:
            _check_settings(path, before, settings)
            file.truncate(size)
        yield Kept(path, file, games, known)


def _place(options: SeriesOptions) -> tuple[Path | None, Path | None]:
    """Return the file of results and the folder of games, where they are to be kept."""
    if options.keep and options.results:
        raise BadInput("--keep has a file of results of its own: leave --results out")
    if options.keep:
        return options.keep / RESULTS, options.keep / GAMES
    return options.results, None


def _begin(file: IO[bytes], path: Path, settings: Settings) -> None:
    try:
        file.truncate(0)
        file.write(msgspec.json.encode(Header(VERSION, dict(settings))) + b"\n")
        file.flush()
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from error


def _read(path: Path) -> tuple[dict[str, Any] | None, dict[str, PlayedMatch], int]:
    """Return settings, matches by key, and the bytes of whole lines: a cut one is left out."""
    try:
        whole, _newline, cut = path.read_bytes().rpartition(b"\n")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from error
    if not whole:
        if cut and not cut.startswith(BEGINNING):
            raise BadInput(f"{path} {OTHERS}")
        return None, {}, 0
    first, *rest = whole.split(b"\n")
    settings = header(path, first).settings
    matches: dict[str, PlayedMatch] = {}
    for number, text in enumerate(rest, 2):
        line = read_line(path, number, text)
        matches[line.key] = line.match
    return settings, matches, len(whole) + 1


def header(path: Path, line: bytes) -> Header:
    """Read the first line, which an editor may have marked. Raises BadInput."""
    if encoding_of(line) not in ("utf-8", "utf-8-sig"):
        raise BadInput(f"{path} is not UTF-8 text: an editor has changed it. Save it as UTF-8")
    try:
        header = msgspec.json.decode(line.removeprefix(BOM_UTF8), type=Header)
    except msgspec.MsgspecError as error:
        raise BadInput(f"{path} {OTHERS}") from error
    if header.kingsbench_results != VERSION:
        raise BadInput(f"{path} is of another version of Kingsbench; choose another name")
    return header


def read_line(path: Path, number: int, line: bytes) -> Line:
    """Read a match, which is line `number` of the file. Raises BadInput."""
    try:
        return msgspec.json.decode(line, type=Line)
    except msgspec.MsgspecError as error:
        raise BadInput(
            f"{path}: line {number} is damaged ({error}). Remove the line: its match is played "
            "again."
        ) from error


def _check_settings(path: Path, before: Settings, settings: Settings) -> None:
    """Refuse to go on from results of other settings. Raises BadInput."""
    now = json.loads(json.dumps(settings))
    for name in [name for name in now if before.get(name) != now[name]]:
        if name == "bots":
            what = "its bots are not these, or have changed since"
        else:
            there, here = json.dumps(before.get(name)), json.dumps(now[name])
            what = f"{name} is {there} there and {here} now"
        raise BadInput(
            f"{path} has other results: {what}. Choose another place, or give the same options."
        )
