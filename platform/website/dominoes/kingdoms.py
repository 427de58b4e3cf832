"""The kingdoms of a stored game with what they are worth, from its events alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.kingdom import Area, Kingdom, Where
from engine.kingdomino.setup import table
from engine.kingdomino.state import HARMONY, MIDDLE_KINGDOM, Table
from website.dominoes.drawing import CASTLE, Board
from website.dominoes.words import half

Event = dict[str, Any]


@dataclass(frozen=True)
class Bonus:
    """What a variant pays, and whether this kingdom earned it."""

    title: str | Promise
    earned: bool
    most: int

    @property
    def points(self) -> int:
        return self.most if self.earned else 0


@dataclass
class Realm:
    """One seat's kingdom. `away` are the dominoes it did not place: (number, had it no place?)."""

    seat: int
    name: str
    table: Table
    kingdom: Kingdom
    laid: list[tuple[int, Where]] = field(default_factory=list)
    away: list[tuple[int, bool]] = field(default_factory=list)

    def place(self, number: int, at: Sequence[int]) -> None:
        """Lay a domino as the engine did."""
        where = Where(at)
        self.kingdom = self.kingdom.place(DOMINOES[number], where)
        self.laid.append((number, where))

    @property
    def board(self) -> Board:
        return Board(self.kingdom, tuple(self.laid))

    @cached_property
    def areas(self) -> list[Area]:
        """Those with crowns, the most worth first."""
        crowned = [area for area in self.kingdom.areas() if area.crowns]
        return sorted(crowned, key=lambda area: (-area.points, -len(area.squares)))

    @property
    def crownless(self) -> list[Area]:
        """Those that are worth nothing, the largest first."""
        found = [area for area in self.kingdom.areas() if not area.crowns]
        return sorted(found, key=lambda area: -len(area.squares))

    @property
    def bonuses(self) -> list[Bonus]:
        """Those of the variants that are played."""
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
        """Every square, row by row."""
        rows = [", ".join(map(_square, row)) for row in self.board.rows]
        return gettext("Row by row from the top: %(rows)s.") % {"rows": "; ".join(rows)}


def _square(square: tuple[str, int] | None) -> str:
    if square is None:
        return gettext("empty")
    return gettext("castle") if square[0] == CASTLE else half(*square)


@dataclass
class Leg:
    """One game on the table; a Dynasty has three."""

    number: int
    realms: list[Realm]


@dataclass
class Chronicle:
    """All that a stored game left behind: its legs, and what each seat got over all of them."""

    legs: list[Leg]

    @property
    def is_dynasty(self) -> bool:
        return self.legs[0].realms[0].table.legs > 1

    @property
    def totals(self) -> list[tuple[str, list[int], int]]:
        """By seat: name, the points of each leg, and their sum."""
        seats = zip(*(leg.realms for leg in self.legs), strict=True)
        return [
            (realms[0].name, points := [realm.points for realm in realms], sum(points))
            for realms in seats
        ]


def chronicle(events: Iterable[Event], names: Sequence[str], config: dict[str, Any]) -> Chronicle:
    """The kingdoms as these events left them; BadConfig for a configuration of other rules."""
    laid = table(len(names), config)
    legs: list[Leg] = []
    for event in events:
        kind = event["type"]
        if not legs or (kind == "leg" and event["leg"] > legs[-1].number):
            legs.append(_new_leg(len(legs) + 1, laid, names))
        if kind == "place":
            legs[-1].realms[event["seat"]].place(event["number"], event["at"])
        elif kind == "discard":
            legs[-1].realms[event["seat"]].away.append((event["number"], event["forced"]))
    return Chronicle(legs or [_new_leg(1, laid, names)])


def _new_leg(number: int, laid: Table, names: Sequence[str]) -> Leg:
    realms = [Realm(seat, name, laid, Kingdom(laid.size)) for seat, name in enumerate(names)]
    return Leg(number, realms)
