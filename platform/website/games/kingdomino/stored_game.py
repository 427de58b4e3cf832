"""What a stored game shows, from its events alone: its kingdoms, and how they grew, drawn small."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.kingdom import Area, Kingdom, Where
from engine.kingdomino.setup import table
from engine.kingdomino.state import HARMONY, MIDDLE_KINGDOM, Table
from website.games.contract import Event, PlayerResult
from website.games.kingdomino.texts import half, land

Square = tuple[int, int]


@dataclass(frozen=True)
class Bonus:
    title: str | Promise
    earned: bool
    most: int

    @property
    def points(self) -> int:
        return self.most if self.earned else 0


class AreaView(NamedTuple):
    """An area; `land` is its terrain in words."""

    terrain: str
    land: str
    squares: int
    crowns: int
    points: int


def _area(area: Area) -> AreaView:
    return AreaView(area.terrain, land(area.terrain), len(area.squares), area.crowns, area.points)


@dataclass
class KingdomView:
    """A seat's kingdom; `away`: (number of a domino, had it no place?)."""

    seat: int
    name: str
    table: Table
    kingdom: Kingdom
    numbers: list[int] = field(default_factory=list)
    away: list[tuple[int, bool]] = field(default_factory=list)

    def place(self, number: int, at: Sequence[int]) -> None:
        self.kingdom = self.kingdom.place(DOMINOES[number], Where(at))
        self.numbers.append(number)

    @property
    def data(self) -> str:
        """Data for pages.js, as JSON."""
        drawn = {
            "tiles": self.kingdom.tiles,
            "numbers": self.numbers,
            "size": self.kingdom.board.size,
            "seat": self.seat,
        }
        return json.dumps(drawn, separators=(",", ":"))

    @cached_property
    def areas(self) -> list[AreaView]:
        """With crowns, most points first."""
        crowned = [_area(area) for area in self.kingdom.areas() if area.crowns]
        return sorted(crowned, key=lambda area: (-area.points, -area.squares))

    @property
    def crownless(self) -> list[AreaView]:
        """Without crowns, largest first."""
        plain = [_area(area) for area in self.kingdom.areas() if not area.crowns]
        return sorted(plain, key=lambda area: -area.squares)

    @property
    def bonuses(self) -> list[Bonus]:
        table, kingdom = self.table, self.kingdom
        played = [
            (table.harmony, Bonus(_("Harmony"), kingdom.is_full, HARMONY)),
            (
                table.middle_kingdom,
                Bonus(_("Middle Kingdom"), kingdom.is_centred, MIDDLE_KINGDOM),
            ),
        ]
        return [bonus for is_played, bonus in played if is_played]

    @property
    def points(self) -> int:
        return self.kingdom.points + sum(bonus.points for bonus in self.bonuses)

    @property
    def in_words(self) -> str:
        """The squares of its bounding rectangle, row by row."""
        left, right, bottom, top = self.kingdom.bounds
        squares = {(x, y): half(land, crowns) for x, y, land, crowns in self.kingdom.tiles}
        squares[0, 0] = gettext("castle")
        empty = gettext("empty")
        rows = [
            ", ".join(squares.get((x, y), empty) for x in range(left, right + 1))
            for y in range(top, bottom - 1, -1)
        ]
        return gettext("Row by row from the top: %(rows)s.") % {"rows": "; ".join(rows)}


@dataclass
class DynastyGame:
    """One of a Dynasty's three games, or the only one."""

    number: int
    kingdoms: list[KingdomView]


@dataclass
class GameResultView:
    games: list[DynastyGame]

    def sorted_by(self, order: Sequence[int]) -> "GameResultView":
        """Return the same with the seats in this order."""
        games = [
            DynastyGame(game.number, [game.kingdoms[seat] for seat in order]) for game in self.games
        ]
        return GameResultView(games)

    @property
    def is_dynasty(self) -> bool:
        return self.games[0].kingdoms[0].table.dynasty_games > 1

    @property
    def totals(self) -> list[tuple[str, list[int], int]]:
        """By seat: name, points by game, sum."""
        seats = zip(*(game.kingdoms for game in self.games), strict=True)
        return [
            (kingdoms[0].name, points := [kingdom.points for kingdom in kingdoms], sum(points))
            for kingdoms in seats
        ]


def game_result(
    events: Iterable[Event], names: Sequence[str], config: dict[str, Any]
) -> GameResultView:
    """Return what these events left; BadConfig for a configuration of other rules."""
    laid = table(len(names), config)
    games: list[DynastyGame] = []
    for event in events:
        kind = event["type"]
        if not games or (kind == "dynasty_game" and event["dynasty_game"] > games[-1].number):
            games.append(_new_game(len(games) + 1, laid, names))
        if kind == "place":
            games[-1].kingdoms[event["seat"]].place(event["number"], event["at"])
        elif kind == "discard":
            games[-1].kingdoms[event["seat"]].away.append((event["number"], event["forced"]))
    return GameResultView(games or [_new_game(1, laid, names)])


def _new_game(number: int, laid: Table, names: Sequence[str]) -> DynastyGame:
    kingdoms = [
        KingdomView(seat, name, laid, Kingdom(laid.size)) for seat, name in enumerate(names)
    ]
    return DynastyGame(number, kingdoms)


class Half(NamedTuple):
    """Half a domino; `x` to the right and `y` down, from the drawing's corner."""

    x: int
    y: int
    terrain: str
    crowns: int

    @property
    def crowns_at(self) -> list[str]:
        """Return where its crowns stand, from the left."""
        return [f"{self.x + 0.06 + 0.28 * number:.2f}" for number in range(self.crowns)]


class Laid(NamedTuple):
    """A domino, and the event that placed it."""

    at: int
    halves: list[Half]


class SmallKingdom(NamedTuple):
    """A seat's kingdom in `size` by `size` squares."""

    seat: int
    player: PlayerResult
    size: int
    castle: Square
    laid: list[Laid]


class SmallKingdoms(NamedTuple):
    kingdoms: list[SmallKingdom]
    last: int


def small_kingdoms(
    events: Iterable[Event], players: Sequence[PlayerResult], size: int
) -> SmallKingdoms:
    """Return what was placed, in a Dynasty in the last of its games."""
    placed: list[list[tuple[int, Event]]] = [[] for _ in players]
    number = 0
    for number, event in enumerate(events, 1):
        if event["type"] == "dynasty_game":
            placed = [[] for _ in players]
        elif event["type"] == "place":
            placed[event["seat"]].append((number, event))
    kingdoms = [
        _small_kingdom(seat, player, size, placed[seat]) for seat, player in enumerate(players)
    ]
    return SmallKingdoms(kingdoms, number)


def _small_kingdom(
    seat: int, player: PlayerResult, size: int, placed: Sequence[tuple[int, Event]]
) -> SmallKingdom:
    places = [event["at"] for _at, event in placed]
    squares = [((x, y), (x + dx, y + dy)) for x, y, dx, dy in places]
    reached = [(0, 0), *chain.from_iterable(squares)]
    left = _first([x for x, _y in reached], size)
    top = -_first([-y for _x, y in reached], size)
    laid = []
    for (move, event), both in zip(placed, squares, strict=True):
        halves = zip(both, DOMINOES[event["number"]].halves, strict=True)
        laid.append(
            Laid(move, [Half(x - left, top - y, str(land), int(crowns))
                      for (x, y), (land, crowns) in halves])
        )  # fmt: skip
    return SmallKingdom(seat, player, size, (-left, top), laid)


def _first(reached: Sequence[int], size: int) -> int:
    """Return the first row or column of the drawing; the castle, at 0, is near its middle."""
    return max(max(reached) - size + 1, min(*reached, -(size // 2)))
