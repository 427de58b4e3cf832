"""Kingdoms drawn small, domino by domino."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from engine.kingdomino.dominoes import DOMINOES
from website.games.contract import Event, PlayerResult

Square = tuple[int, int]


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
    at = 0
    for at, event in enumerate(events, 1):
        if event["type"] == "dynasty_game":
            placed = [[] for _ in players]
        elif event["type"] == "place":
            placed[event["seat"]].append((at, event))
    kingdoms = [_kingdom(seat, player, size, placed[seat]) for seat, player in enumerate(players)]
    return SmallKingdoms(kingdoms, at)


def _kingdom(
    seat: int, player: PlayerResult, size: int, placed: Sequence[tuple[int, Event]]
) -> SmallKingdom:
    squares = [_squares(event["at"]) for _at, event in placed]
    left, top = _corner([(0, 0), *chain.from_iterable(squares)], size)
    laid = []
    for (at, event), both in zip(placed, squares, strict=True):
        halves = zip(both, DOMINOES[event["number"]].halves, strict=True)
        laid.append(
            Laid(at, [Half(x - left, top - y, str(land), int(crowns))
                      for (x, y), (land, crowns) in halves])
        )  # fmt: skip
    return SmallKingdom(seat, player, size, (-left, top), laid)


def _squares(where: Sequence[int]) -> tuple[Square, Square]:
    x, y, dx, dy = where
    return (x, y), (x + dx, y + dy)


def _corner(squares: Sequence[Square], size: int) -> Square:
    """Return the left and the top square, with the castle as near the middle as can be."""
    left = _start([x for x, _y in squares], size)
    return left, -_start([-y for _x, y in squares], size)


def _start(reached: Sequence[int], size: int) -> int:
    return max(max(reached) - size + 1, min(*reached, -(size // 2)))
