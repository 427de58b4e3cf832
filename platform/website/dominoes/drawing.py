"""Dominoes and kingdoms as shapes for an SVG: numbers alone, in units of a sixtieth of a square.

The drawing's y runs downwards, the game's upwards.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.kingdom import DIRECTIONS, Kingdom, Square, Where

CASTLE = "castle"
UNIT = 60
EDGE = 6  # around a drawing, so that no outline is cut off
INSET, ROUND = 3, 8  # a domino's outline within the borders of its squares, and its corners
TAG = (24, 16)
PILL_HEIGHT, PILL_EDGE, CROWN = 17, 4, 14
PILL_TOP, PILL_BOTTOM = 5, UNIT - PILL_HEIGHT - 5  # clear of the number


@dataclass(frozen=True)
class Half:
    """A square of a domino: its corner, its terrain, its crowns, and the step to its other half."""

    x: int
    y: int
    terrain: str
    crowns: int
    step: Square

    @property
    def shape(self) -> str:
        """Its outline as the path of an SVG: round at the corners that are the domino's."""
        to_right, down = self.step
        left, right = self.x + INSET * (to_right >= 0), self.x + UNIT - INSET * (to_right <= 0)
        top, bottom = self.y + INSET * (down >= 0), self.y + UNIT - INSET * (down <= 0)
        a, b = ROUND * (to_right >= 0 and down >= 0), ROUND * (to_right <= 0 and down >= 0)
        c, d = ROUND * (to_right <= 0 and down <= 0), ROUND * (to_right >= 0 and down <= 0)
        return (
            f"M{left + a} {top}H{right - b}q{b} 0 {b} {b}V{bottom - c}q0 {c} {-c} {c}"
            f"H{left + d}q{-d} 0 {-d} {-d}V{top + a}q0 {-a} {a} {-a}z"
        )

    @property
    def pill(self) -> tuple[int, int, int]:
        """The corner and width of the label that bears the crowns: away from the seam."""
        width = CROWN * self.crowns + 2 * PILL_EDGE
        return self.x + 5, self.y + (PILL_BOTTOM if self.step[1] < 0 else PILL_TOP), width

    @property
    def crown_places(self) -> list[tuple[int, int]]:
        """The corner of each crown."""
        left, top, _width = self.pill
        return [(left + PILL_EDGE + CROWN * number, top + 2) for number in range(self.crowns)]


@dataclass(frozen=True)
class Piece:
    """A domino that lies somewhere: `number` on the seam of its `halves` ties them together."""

    number: int
    halves: tuple[Half, Half]

    @property
    def outline(self) -> tuple[int, int, int, int]:
        """Corner, width and height."""
        left, top, right, bottom = self._reach
        return left + INSET, top + INSET, right - left - 2 * INSET, bottom - top - 2 * INSET

    @property
    def seam(self) -> str:
        """The line between the halves as the path of an SVG."""
        (x, y), half = self.middle, UNIT // 2 - INSET
        return (
            f"M{x} {y - half}v{2 * half}"
            if self.halves[0].step[0]
            else f"M{x - half} {y}h{2 * half}"
        )

    @property
    def is_divided(self) -> bool:
        """Whether the seam is the border of two areas."""
        return self.halves[0].terrain != self.halves[1].terrain

    @property
    def middle(self) -> tuple[int, int]:
        left, top, right, bottom = self._reach
        return (left + right) // 2, (top + bottom) // 2

    @property
    def tag(self) -> tuple[int, int]:
        """The corner of the label that bears the number."""
        x, y = self.middle
        return x - TAG[0] // 2, y - TAG[1] // 2

    @property
    def _reach(self) -> tuple[int, int, int, int]:
        xs, ys = [half.x for half in self.halves], [half.y for half in self.halves]
        return min(xs), min(ys), max(xs) + UNIT, max(ys) + UNIT


def piece(number: int, where: Sequence[int], corner: Square = (0, 0)) -> Piece:
    """A domino at [x, y, dx, dy] as the game has it; `corner` is the square at the top left."""
    x, y, dx, dy = where
    ends = (((x, y), (dx, -dy)), ((x + dx, y + dy), (-dx, dy)))
    first, second = (
        Half(*_at(square, corner), str(terrain), int(crowns), step)
        for (square, step), (terrain, crowns) in zip(ends, DOMINOES[number].halves, strict=True)
    )
    return Piece(number, (first, second))


def _at(square: Square, corner: Square) -> tuple[int, int]:
    return EDGE + UNIT * (square[0] - corner[0]), EDGE + UNIT * (corner[1] - square[1])


@dataclass(frozen=True)
class Board:
    """A kingdom on the squares that it may fill, from the dominoes as they were laid."""

    kingdom: Kingdom
    laid: tuple[tuple[int, Where], ...]

    @property
    def width(self) -> int:
        return UNIT * self.kingdom.board.size + 2 * EDGE

    @cached_property
    def corner(self) -> Square:
        """The square at the top left, such that the castle is as near the middle as can be."""
        left, right, bottom, top = self.kingdom.bounds
        size = self.kingdom.board.size
        return _start(left, right, size), -_start(-top, -bottom, size)

    @cached_property
    def pieces(self) -> list[Piece]:
        return [piece(number, where, self.corner) for number, where in self.laid]

    @property
    def castle(self) -> tuple[int, int]:
        """The corner of the castle's square."""
        return _at((0, 0), self.corner)

    @property
    def squares(self) -> list[tuple[int, int]]:
        """The corners of all squares, taken or not."""
        size = self.kingdom.board.size
        return [(EDGE + UNIT * x, EDGE + UNIT * y) for y in range(size) for x in range(size)]

    @property
    def walls(self) -> str:
        """The borders of the areas as the path of an SVG; not across a domino, which has its seam.

        Two neighbours of one terrain are of one area, so a border is where terrains differ.
        """
        lands: dict[Square, str] = {(x, y): land for x, y, land, _crowns in self.kingdom.tiles}
        whole = {frozenset(((x, y), (x + dx, y + dy))) for _, (x, y, dx, dy) in self.laid}
        return "".join(
            self._wall(square, step)
            for square, land in lands.items()
            for step in DIRECTIONS
            if lands.get(beside := (square[0] + step[0], square[1] + step[1])) != land
            and frozenset((square, beside)) not in whole
        )

    def _wall(self, square: Square, step: Square) -> str:
        x, y = _at(square, self.corner)
        if step[0]:
            return f"M{x + UNIT * (step[0] > 0)} {y}v{UNIT}"
        return f"M{x} {y + UNIT * (step[1] < 0)}h{UNIT}"

    @property
    def rows(self) -> Iterable[list[tuple[str, int] | None]]:
        """Terrain (or CASTLE) and crowns of each square, from above and from the left; None where
        it is empty."""
        tiles = {(x, y): (land, crowns) for x, y, land, crowns in self.kingdom.tiles}
        tiles[0, 0] = (CASTLE, 0)
        left, top = self.corner
        size = self.kingdom.board.size
        for y in range(top, top - size, -1):
            yield [tiles.get((x, y)) for x in range(left, left + size)]


def _start(first: int, last: int, size: int) -> int:
    """Where `size` squares in a row begin that hold `first` to `last`, 0 in the middle if it can
    be."""
    return max(last - size + 1, min(first, -(size // 2)))
