"""Kingdoms drawn small, domino by domino."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.kingdomino.dominoes import DOMINOES
from website.games.contract import Event, PlayerResult


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
    at: int
    halves: tuple[Half, Half]


@dataclass
class SmallKingdom:
    """A seat's kingdom in `size` by `size` squares."""

    seat: int
    player: PlayerResult
    size: int
    placed: list[tuple[int, int, Sequence[int]]] = field(default_factory=list)

    @property
    def corner(self) -> tuple[int, int]:
        """Return the left and the top square, with the castle as near the middle as can be."""
        squares = [(0, 0), *((x + u, y + v) for _at, _number, (x, y, *step) in self.placed
                             for u, v in ((0, 0), step))]  # fmt: skip
        left = self._start([x for x, _y in squares])
        return left, -self._start([-y for _x, y in squares])

    def _start(self, reached: Sequence[int]) -> int:
        return max(max(reached) - self.size + 1, min(*reached, -(self.size // 2)))

    @property
    def castle(self) -> tuple[int, int]:
        left, top = self.corner
        return -left, top

    @property
    def laid(self) -> list[Laid]:
        left, top = self.corner
        found = []
        for at, number, (x, y, dx, dy) in self.placed:
            squares = ((x - left, top - y), (x + dx - left, top - y - dy))
            one, other = zip(squares, DOMINOES[number].halves, strict=True)
            found.append(Laid(at, (_half(*one), _half(*other))))
        return found


def _half(square: tuple[int, int], half: Sequence[str | int]) -> Half:
    terrain, crowns = half
    return Half(*square, str(terrain), int(crowns))


class SmallKingdoms(NamedTuple):
    kingdoms: list[SmallKingdom]
    last: int


def small_kingdoms(
    events: Iterable[Event], players: Sequence[PlayerResult], size: int
) -> SmallKingdoms:
    """Return what was placed, in a Dynasty in the last of its games."""
    kingdoms = [SmallKingdom(seat, player, size) for seat, player in enumerate(players)]
    at = 0
    for at, event in enumerate(events, 1):
        if event["type"] == "dynasty_game":
            kingdoms = [SmallKingdom(one.seat, one.player, size) for one in kingdoms]
        elif event["type"] == "place":
            kingdoms[event["seat"]].placed.append((at, event["number"], event["at"]))
    return SmallKingdoms(kingdoms, at)
