"""Matches of a version that another had replaced when they came in."""

from collections.abc import Iterable
from typing import Protocol, TypeVar


class Played(Protocol):
    """A rated match of a bot: its key, by which matches are ordered as they were made, and the
    version that played."""

    @property
    def version(self) -> int: ...

    @property
    def match(self) -> int: ...


M = TypeVar("M", bound=Played)


def without_late(moves: Iterable[M]) -> list[M]:
    """Leave out the matches of replaced versions, so that a line follows the version that plays.

    They are given in the order in which they were rated. One is late if it was made before another
    that its bot has played with the next version.
    """
    kept: list[M] = []
    newest = 0
    for move in moves:
        if kept and move.version != kept[-1].version and move.match < newest:
            continue
        newest = max(newest, move.match)
        kept.append(move)
    return kept
