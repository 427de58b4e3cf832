"""The order of tables of statistics, from the query string."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlencode

from website.games.statistics import CardRow, OpeningRow
from website.site.sorting import Sortable, read_sort

BY_NAME = {"card"}
BY_SHARE = {
    "difference",
    "gained",
    "not_gained",
    "share",
}  # those of few come last, of none at the end
CARDS: Mapping[str, Callable[[CardRow], Any]] = {  # sort keys, greatest or A first
    "difference": lambda row: -(row.difference or 0.0),
    "card": lambda row: row.subject.title,
    "games": lambda row: -row.sums.games,
    "use": lambda row: -row.use,
    "copies": lambda row: -row.a_game,
    "gained": lambda row: -(row.gained.share or 0.0),
    "not_gained": lambda row: -(row.not_gained.share or 0.0),
}
OPENINGS: Mapping[str, Callable[[OpeningRow], Any]] = {
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
    def asked(cls, columns: Sequence[str], sort: str = "", **others: str) -> "Order":
        return cls(columns, *read_sort(columns, columns[0], sort), others)

    @property
    def usual(self) -> str:
        return self.columns[0]

    def ascends(self, column: str) -> bool:
        return column in BY_NAME

    def query(self, **changes: str | None) -> str:
        said = {**self.others, "sort": self.sort, **changes}
        return "?" + urlencode({name: value for name, value in said.items() if value})


def sorted_cards(rows: Iterable[CardRow], order: Order) -> list[CardRow]:
    by_name = sorted(rows, key=CARDS["card"])
    return _sort(by_name, CARDS[order.column], order)


def sorted_openings(rows: Iterable[OpeningRow], order: Order) -> list[OpeningRow]:
    return _sort(rows, OPENINGS[order.column], order)


def _sort(rows: Iterable[Row], key: Callable[[Row], Any], order: Order) -> list[Row]:
    found = sorted(rows, key=key, reverse=order.is_reversed)
    if order.column in BY_SHARE:
        found.sort(key=lambda row: (not row.is_sure, not row.is_known))
    return found
