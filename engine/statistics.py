"""Numbers of a finished game for statistics, besides seats, points and its end.

A game whose folder has a `statistics.py` says so there, by `game_statistics(events, seats)`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

from engine.catalogue import FOLDERS
from engine.game import JsonObject


class GameStatistics(NamedTuple):
    """`length` None: its decisions are counted; 0: unknown. `openings`: by seat, if any."""

    length: int | None = None
    openings: tuple[tuple[str, ...], ...] = ()


Reader = Callable[[Sequence[JsonObject], int], GameStatistics]


@cache
def reader(game: str) -> Reader | None:
    """Return what reads this game's events, if its folder has that."""
    module = f"{FOLDERS[game]}.statistics" if game in FOLDERS else ""
    if not module or find_spec(module) is None:
        return None
    read: Reader = import_module(module).game_statistics
    return read
