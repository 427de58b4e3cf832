"""Decisions of finished games as lines of JSON: the form of `dataset` and of the site's archive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from arena.matches.referee.decision_log import DecisionRow, read_rows
from engine.game import IllegalChoice, JsonObject
from engine.record import BadRecord, replay

SUFFIX = ".ndjson.gz"
LEVEL = 5  # of gzip: a level more takes half as long again and saves 2 %
COLUMNS = {
    "match": "names the match: its number on the platform, or the key of its results",
    "game": "`dominion` or `kingdomino`",
    "game_number": "number of the game in its match, from 1",
    "config": "options of the game",
    "rules": "version of the rules",
    "seats": "number of seats",
    "seat": "seat that decides, from 0",
    "bot": "bot in that seat",
    "version": "its version on the platform, or the beginning of its file's SHA-256",
    "number": "number of the decision in its game, from 1",
    "decision": "what was asked, as in the protocol",
    "view": "what the seat saw then, as in the protocol",
    "picks": "indices of the options that it picked",
    "clock": "CPU seconds that it took; null where no bot was asked or it is no longer known",
    "points": "the seat's points at the end of the game",
    "rank": "its rank at the end of the game; 1 is best, ties share a rank",
}


class Player(NamedTuple):
    """A bot and its version."""

    bot: str
    version: str


class DatasetGame(NamedTuple):
    """A finished game; lists by engine seat, `clocks` by decision where known."""

    match: str
    number: int
    record: JsonObject
    players: Sequence[Player]
    points: Sequence[int]
    ranks: Sequence[int]
    clocks: Sequence[float | None] = ()


def lines(game: DatasetGame) -> Iterator[bytes]:
    """Yield each decision with its answer as a line. Raises BadRecord."""
    record = game.record
    table = replay(record | {"choices": []})
    shared = {
        "match": game.match,
        "game": record["game"],
        "game_number": game.number,
        "config": msgspec.Raw(msgspec.json.encode(record["config"])),
        "rules": record["engine"],
        "seats": record["seats"],
    }
    for number, picks in enumerate(record["choices"]):
        decision = table.decision
        if decision is None:
            raise BadRecord("the record has choices after the end of its game")
        seat = decision.seat
        row = shared | {
            "seat": seat,
            **game.players[seat]._asdict(),
            "number": number + 1,
            "decision": decision.to_json(),
            "view": table.view(seat),
            "picks": picks,
            "clock": game.clocks[number] if number < len(game.clocks) else None,
            "points": game.points[seat],
            "rank": game.ranks[seat],
        }
        try:
            table.choose(picks)
        except IllegalChoice as error:
            raise BadRecord("%(problem)s", problem=error) from error
        yield msgspec.json.encode(row) + b"\n"


def clocks(rows: Iterable[DecisionRow]) -> list[float | None]:
    """Return the CPU seconds in a decision log."""
    return [row["cpu"] for row in read_rows(rows)]
