"""Leave out matches of versions already replaced."""

from collections.abc import Iterable
from typing import Protocol, TypeVar


class Played(Protocol):
    @property
    def version(self) -> int: ...

    @property
    def match(self) -> int: ...


M = TypeVar("M", bound=Played)


def without_late(moves: Iterable[M]) -> list[M]:
    """Drop matches of replaced versions, so that a chart follows the active one.

    A match is late if created before one that the next version has played.
    """
    kept: list[M] = []
    newest = 0
    for move in moves:
        if kept and move.version != kept[-1].version and move.match < newest:
            continue
        newest = max(newest, move.match)
        kept.append(move)
    return kept
