"""A table's order in the query string: `sort=column`, reversed with "-" before it."""

from abc import ABC, abstractmethod
from collections.abc import Collection


def read_sort(columns: Collection[str], usual: str, sort: str) -> tuple[str, bool]:
    """Return a column of these and whether it is reversed; the usual one for unknown values."""
    column = sort.removeprefix("-")
    known = column in columns
    return column if known else usual, known and sort.startswith("-")


class Sortable(ABC):
    """The order of a table by one of its columns."""

    column: str
    is_reversed: bool

    @property
    @abstractmethod
    def usual(self) -> str: ...

    @abstractmethod
    def ascends(self, column: str) -> bool:
        """Return whether the column begins with its least value."""

    @abstractmethod
    def query(self, **changes: str | None) -> str:
        """Return the query string with changes; None drops a parameter."""

    @property
    def is_sorted(self) -> bool:
        return self.column != self.usual or self.is_reversed

    @property
    def sort(self) -> str | None:
        """Return the parameter of this order; None for the usual one."""
        return ("-" if self.is_reversed else "") + self.column if self.is_sorted else None

    def direction(self, column: str) -> str:
        """Return the column's `aria-sort` value, or ""."""
        if column != self.column:
            return ""
        return "ascending" if self.ascends(column) is not self.is_reversed else "descending"

    def toggled(self, column: str) -> str:
        """Return the query string to sort by the column, or reverse it."""
        turned = column == self.column and not self.is_reversed
        sort = f"-{column}" if turned else column
        return self.query(sort=None if sort == self.usual else sort)
