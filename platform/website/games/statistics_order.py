"""The order of tables of statistics, from the query string."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlencode

from website.games.statistics import CardRow, OpeningRow

BY_NAME = {"card"}
BY_SHARE = {"difference", "gained", "not_gained", "share"}  # those of too few players come last
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
class Order:
    """A table's order; the first column is the usual one. Unknown values are ignored."""

    usual: str
    column: str
    is_reversed: bool
    others: Mapping[str, str]  # parameters of the page that stay

    @classmethod
    def asked(cls, columns: Sequence[str], sort: str = "", **others: str) -> "Order":
        """Read a column of these, reversed with "-" before it."""
        column = sort.removeprefix("-")
        known = column in columns
        usual = columns[0]
        return cls(usual, column if known else usual, known and sort.startswith("-"), others)

    def direction(self, column: str) -> str:
        """Return the column's `aria-sort` value, or ""."""
        if column != self.column:
            return ""
        return "ascending" if self.is_reversed is not (column in BY_NAME) else "descending"

    def toggled(self, column: str) -> str:
        """Return the query string to sort by the column, or reverse it."""
        turned = column == self.column and not self.is_reversed
        return self._query(f"-{column}" if turned else column)

    @property
    def query(self) -> str:
        """Return the query string of this order."""
        return self._query(f"-{self.column}" if self.is_reversed else self.column)

    def _query(self, sort: str) -> str:
        said = {**self.others, "sort": "" if sort == self.usual else sort}
        return "?" + urlencode({name: value for name, value in said.items() if value})


def sorted_cards(rows: Iterable[CardRow], order: Order) -> list[CardRow]:
    by_name = sorted(rows, key=CARDS["card"])
    return _sorted(by_name, CARDS[order.column], order)


def sorted_openings(rows: Iterable[OpeningRow], order: Order) -> list[OpeningRow]:
    return _sorted(rows, OPENINGS[order.column], order)


def _sorted(rows: Iterable[Row], key: Callable[[Row], Any], order: Order) -> list[Row]:
    found = sorted(rows, key=key, reverse=order.is_reversed)
    if order.column in BY_SHARE:
        found.sort(key=lambda row: not row.is_sure)
    return found
