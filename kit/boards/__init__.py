"""Positions of games as coloured lines for the terminal."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

from rich.text import Text

Position = dict[str, Any]
OF_GAMES = {"dominion": "kit.boards.dominion", "kingdomino": "kit.boards.kingdomino"}


class Board(Protocol):
    """Draw a position in the shape of a game's `view`; the first lines matter most."""

    def lines(
        self, position: Position, names: Sequence[str], scores: Sequence[int], width: int
    ) -> list[Text]: ...


def board_of(game: str) -> Board:
    """Return the game's board; other games have a plain one."""
    board: Board = import_module(OF_GAMES.get(game, "kit.boards.plain"))
    return board
