"""The counters of rated games, as pages and the API show them, and the order of their tables."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode

from django.db.models import QuerySet, Sum

from arena.models import LadderStatistic
from arena.ratings.intervals import share_interval
from website.games.contract import SiteGame, Subject
from website.games.histogram import Histogram
from website.site.sorting import Sortable, read_sort

MOST_OPENINGS = 500  # of some thousands
LEAST = 30  # players; of fewer, a share says little
SUMMED = ("games", "seats", "points", "amount")
NUMBER = re.compile(r"-?[0-9]{1,9}")
Dimension = LadderStatistic.Dimension


class Sums(NamedTuple):
    """A counter's sums; `available` counts all players of its games.

    `games_per_match` is their mean by games; a match's are on one deal.
    """

    games: int = 0
    seats: int = 0
    points: float = 0.0
    amount: int = 0
    available: int = 0
    games_per_match: float = 1.0

    def plus(self, other: "Sums") -> "Sums":
        return Sums(
            self.games + other.games,
            self.seats + other.seats,
            self.points + other.points,
            self.amount + other.amount,
            self.available + other.available,
            (self.games * self.games_per_match + other.games * other.games_per_match)
            / max(1, self.games + other.games),
        )


class Span(NamedTuple):
    low: float
    mean: float
    high: float


@dataclass(frozen=True)
class WinShare:
    """The share of beaten opponents, over so many players; half is average.

    Games of one match have the same deal, and may all go to the same seat or card: for the
    interval they count as one.
    """

    count: int
    points: float
    games_per_match: float = 1.0

    @property
    def share(self) -> float | None:
        return min(1.0, max(0.0, self.points / self.count)) if self.count > 0 else None

    @property
    def interval(self) -> tuple[float, float] | None:
        if self.share is None:
            return None
        matches = max(1.0, self.count / self.games_per_match)
        return share_interval(self.share * matches, matches)

    @property
    def span(self) -> Span | None:
        """Return the places of its mark and interval on a bar, whole at its ends, too."""
        if self.share is None or self.interval is None:
            return None
        low, high = self.interval
        return Span(*(round(min(99.0, max(1.0, 100 * x)), 1) for x in (low, self.share, high)))

    @property
    def is_sure(self) -> bool:
        return self.count >= LEAST


class SeatRow(NamedTuple):
    """A seat, from 0, and the mean of its points."""

    seat: int
    win_share: WinShare
    points: float


class EndingRow(NamedTuple):
    reason: str
    words: str
    games: int
    share: float


@dataclass(frozen=True)
class CardRow:
    """A card's use by the players who could gain it."""

    card: str
    subject: Subject
    sums: Sums

    @property
    def gained(self) -> WinShare:
        return WinShare(self.sums.seats, self.sums.points, self.sums.games_per_match)

    @property
    def not_gained(self) -> WinShare:
        """Return the others': all players of a game have half of its points."""
        sums = self.sums
        count, points = sums.available - sums.seats, sums.available / 2 - sums.points
        return WinShare(count, points, sums.games_per_match)

    @property
    def difference(self) -> float | None:
        """Return how much more often those who gained it win."""
        own, others = self.gained.share, self.not_gained.share
        return None if own is None or others is None else own - others

    @property
    def is_known(self) -> bool:
        return self.difference is not None

    @property
    def is_sure(self) -> bool:
        return self.gained.is_sure and self.not_gained.is_sure

    @property
    def use(self) -> float:
        """Return the share of players who gained it."""
        return self.sums.seats / max(1, self.sums.available)

    @property
    def a_game(self) -> float:
        """Return copies a game, of all players together."""
        return self.sums.amount / max(1, self.sums.games)


@dataclass(frozen=True)
class OpeningRow:
    """First moves; `use` is the share of players with them."""

    parts: list[str]
    subjects: list[Subject]
    win_share: WinShare
    use: float

    @property
    def is_known(self) -> bool:
        return self.win_share.count > 0

    @property
    def is_sure(self) -> bool:
        return self.win_share.is_sure


class Statistics:
    """The counters of one ladder or several; with `card`, of games with it in the kingdom."""

    def __init__(self, game: SiteGame, rows: QuerySet[LadderStatistic], card: str = "") -> None:
        self.game, self.card, self._all = game, card, rows.order_by()

    @cached_property
    def _sums(self) -> dict[str, dict[str, Sums]]:
        """Return sums by dimension and key, without the many openings."""
        few = [dimension for dimension in Dimension if dimension != Dimension.OPENING]
        rows = self._all.filter(given=self.card, dimension__in=few)
        return add_up(rows)

    @property
    def total(self) -> Sums:
        return self._sums[Dimension.TOTAL][""]

    @property
    def games(self) -> int:
        return self.total.games

    @cached_property
    def seats(self) -> list[SeatRow]:
        rows = sorted(self._sums_by_number(Dimension.SEAT))
        return [
            SeatRow(
                seat,
                WinShare(sums.seats, sums.points, sums.games_per_match),
                sums.amount / sums.seats,
            )
            for seat, sums in rows
            if sums.seats > 0
        ]

    @cached_property
    def lengths(self) -> Histogram:
        return Histogram(
            {value: sums.games for value, sums in self._sums_by_number(Dimension.LENGTH)}
        )

    @cached_property
    def scores(self) -> Histogram:
        """Return how many players made so many points; empty with `card`."""
        return Histogram(
            {value: sums.seats for value, sums in self._sums_by_number(Dimension.SCORE)}
        )

    @cached_property
    def endings(self) -> list[EndingRow]:
        by_reason = {key: sums.games for key, sums in self._sums[Dimension.ENDING].items()}
        ended = sum(by_reason.values())
        rows = [
            EndingRow(reason, self.game.ending(reason), games, games / ended)
            for reason, games in by_reason.items()
            if games > 0 and ended > 0
        ]
        return sorted(rows, key=lambda row: (-row.games, row.reason))

    @cached_property
    def cards(self) -> list[CardRow]:
        return card_rows(self.game, self._sums[Dimension.CARD])

    @cached_property
    def openings(self) -> list[OpeningRow]:
        """Return a ladder's most played openings; with `card`, those with it."""
        rows = self._all.filter(given=self.card, dimension=Dimension.OPENING, seats__gt=0)
        most = rows.order_by("-seats", "key").values_list("key", "seats", "points")
        players, games = max(1, self.total.available), self.total.games_per_match
        return [
            OpeningRow(
                parts, self.game.opening(parts), WinShare(seats, points, games), seats / players
            )
            for key, seats, points in most[:MOST_OPENINGS]
            if (parts := _opening_parts(key)) is not None
        ]

    def _sums_by_number(self, dimension: str) -> Iterator[tuple[int, Sums]]:
        for key, sums in self._sums[dimension].items():
            if NUMBER.fullmatch(key):
                yield int(key), sums


def add_up(rows: QuerySet[LadderStatistic]) -> dict[str, dict[str, Sums]]:
    """Add up the rows of several ladders, by dimension and key."""
    ladders = ("ladder__seats", "ladder__games_per_match")
    by = rows.values_list("dimension", "key", *ladders).annotate(*map(Sum, SUMMED))
    sums: dict[str, dict[str, Sums]] = defaultdict(lambda: defaultdict(Sums))
    for dimension, key, at_table, per_match, games, seats, points, amount in by:
        own = Sums(games, seats, points, amount, games * at_table, per_match)
        sums[dimension][key] = sums[dimension][key].plus(own)
    return sums


def card_rows(game: SiteGame, sums_of: Mapping[str, Sums]) -> list[CardRow]:
    """Return cards, in no order."""
    return [
        CardRow(card, card_subject(game, card), sums)
        for card, sums in sums_of.items()
        if sums.games > 0
    ]


def card_subject(game: SiteGame, card: str) -> Subject:
    return game.statistic(Dimension.CARD, card) or Subject(card)


def cards_given(rows: QuerySet[LadderStatistic]) -> list[str]:
    """Return the cards by which games are counted, too."""
    given = rows.filter(dimension=Dimension.TOTAL, games__gt=0).exclude(given="")
    return sorted(set(given.values_list("given", flat=True)))


def _opening_parts(key: str) -> list[str] | None:
    """Return an opening's parts; None if it is none."""
    try:
        parts = json.loads(key)
    except ValueError:
        return None
    return [str(part) for part in parts] if isinstance(parts, list) else None


BY_NAME = {"card"}
# of these, rows of few players come last, of none at the end
BY_SHARE = {"difference", "gained", "not_gained", "share"}
CARD_KEYS: Mapping[str, Callable[[CardRow], Any]] = {  # sort keys, greatest or A first
    "difference": lambda row: -(row.difference or 0.0),
    "card": lambda row: row.subject.title,
    "games": lambda row: -row.sums.games,
    "use": lambda row: -row.use,
    "copies": lambda row: -row.a_game,
    "gained": lambda row: -(row.gained.share or 0.0),
    "not_gained": lambda row: -(row.not_gained.share or 0.0),
}
OPENING_KEYS: Mapping[str, Callable[[OpeningRow], Any]] = {
    "count": lambda row: -row.win_share.count,
    "share": lambda row: -(row.win_share.share or 0.0),
}
Row = TypeVar("Row", CardRow, OpeningRow)


@dataclass(frozen=True)
class Order(Sortable):
    """A table's order; the first column is the usual one."""

    columns: Sequence[str]
    column: str
    is_reversed: bool
    others: Mapping[str, str]  # parameters of the page that stay

    @classmethod
    def from_query(cls, columns: Sequence[str], sort: str = "", **others: str) -> "Order":
        return cls(columns, *read_sort(columns, columns[0], sort), others)

    @property
    def usual(self) -> str:
        return self.columns[0]

    def ascends(self, column: str) -> bool:
        return column in BY_NAME

    def query(self, **changes: str | None) -> str:
        query = {**self.others, "sort": self.sort, **changes}
        return "?" + urlencode({name: value for name, value in query.items() if value})


def sorted_cards(rows: Iterable[CardRow], order: Order) -> list[CardRow]:
    by_name = sorted(rows, key=CARD_KEYS["card"])
    return _sort(by_name, CARD_KEYS[order.column], order)


def sorted_openings(rows: Iterable[OpeningRow], order: Order) -> list[OpeningRow]:
    return _sort(rows, OPENING_KEYS[order.column], order)


def _sort(rows: Iterable[Row], key: Callable[[Row], Any], order: Order) -> list[Row]:
    in_order = sorted(rows, key=key, reverse=order.is_reversed)
    if order.column in BY_SHARE:
        in_order.sort(key=lambda row: (not row.is_sure, not row.is_known))
    return in_order
