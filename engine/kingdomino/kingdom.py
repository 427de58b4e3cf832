"""One kingdom as bitboards: where a domino may lie, and what the kingdom is worth.

A square is a bit. The highest bit is the bottom left square; rows follow upwards, each with a guard
bit on its right that keeps neighbours from wrapping.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from engine.kingdomino.dominoes import TERRAINS, Domino
from engine.kingdomino.dominoes import Where as Where  # noqa: PLC0414  (for bots)

Square = tuple[int, int]  # x to the right, y up; the castle is at (0, 0)
Tile = tuple[int, int, str, int]  # x, y, terrain, crowns
Bounds = tuple[int, int, int, int]  # the outermost x and y: left, right, bottom, top
DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))


class Area(NamedTuple):
    """Connected squares of one terrain, and their crowns."""

    terrain: str
    squares: tuple[Square, ...]
    crowns: int

    @property
    def points(self) -> int:
        """Squares times crowns (rules/kingdomino.de.txt, "Spielende")."""
        return len(self.squares) * self.crowns


class Spot(NamedTuple):
    """A place in bits: its halves, their neighbours, and its bounds."""

    left: int
    right: int
    near_left: int
    near_right: int
    bounds: Bounds


class Board:
    """All squares that a kingdom of `size` by `size` can reach."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.width = 2 * size  # a row of 2 * size - 1 squares, and its guard
        reach = range(1 - size, size)
        self.bits = {(x, y): 1 << (size - y) * self.width + size - x for y in reach for x in reach}
        self.squares = {bit: square for square, bit in self.bits.items()}
        self.castle = self.bits[0, 0]
        self.near: dict[int, int] = {}
        for bit, (x, y) in self.squares.items():
            beside = [(x + dx, y + dy) for dx, dy in DIRECTIONS]
            self.near[bit] = sum([self.bits.get(square, 0) for square in beside])
        self.spots: dict[Where, Spot] = {}
        # for each direction, the places by the number of the bit of their left half
        self.by_direction: list[dict[int, Where]] = []
        for dx, dy in DIRECTIONS:
            wheres: dict[int, Where] = {}
            for (x, y), left in self.bits.items():
                right = self.bits.get((x + dx, y + dy), 0)
                if right:
                    where = wheres[left.bit_length() - 1] = Where((x, y, dx, dy))
                    bounds = min(x, x + dx), max(x, x + dx), min(y, y + dy), max(y, y + dy)
                    self.spots[where] = Spot(left, right, self.near[left], self.near[right], bounds)
            self.by_direction.append(wheres)
        self.powers = [1 << number for number in range(max(self.squares).bit_length())]
        self._rooms: dict[Bounds, int] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return board_of, (self.size,)

    def squares_of(self, bits: int) -> tuple[Square, ...]:
        return tuple([square for bit, square in self.squares.items() if bit & bits])

    def read(self, starts: Iterable[int]) -> list[Where]:
        """Return the places whose left halves are the bits of each direction's board."""
        powers = self.powers
        places: list[Where] = []
        for start, wheres in zip(starts, self.by_direction, strict=False):
            left = start
            while left:
                number = left.bit_length() - 1
                places.append(wheres[number])
                left ^= powers[number]
        return places

    def room(self, bounds: Bounds) -> int:
        """Return the squares that fit into the square of a kingdom with these bounds."""
        room = self._rooms.get(bounds)
        if room is None:
            left, right, bottom, top = bounds
            wide = range(right - self.size + 1, left + self.size)
            high = range(top - self.size + 1, bottom + self.size)
            inside = [bit for (x, y), bit in self.bits.items() if x in wide and y in high]
            room = self._rooms[bounds] = sum(inside)
        return room


@cache
def board_of(size: int) -> Board:
    return Board(size)


class Kingdom:
    """One seat's squares; immutable, so copies of a game share it.

    `tiles` leave out the castle. By terrain: `land` its squares, `joins` the squares beside them or
    the castle. `free` squares may take a half.
    """

    __slots__ = (
        "_points", "board", "bounds", "free", "joins", "land", "ones", "tiles", "twos",
    )  # fmt: skip

    board: Board
    land: list[int]
    joins: list[int]
    ones: int  # the crowns of each square as binary digits
    twos: int
    bounds: Bounds
    free: int
    tiles: tuple[Tile, ...]
    _points: list[int | None]  # None: not known yet

    def __init__(self, size: int, like: Kingdom | None = None) -> None:
        """Make an empty kingdom, or one `like` another of this size."""
        if like is not None:
            self.board = like.board
            self.land, self.joins = like.land[:], like.joins[:]
            self.ones, self.twos = like.ones, like.twos
            self.bounds, self.free = like.bounds, like.free
            self.tiles, self._points = like.tiles, like._points[:]
            return
        board = self.board = board_of(size)
        self.land = [0] * len(TERRAINS)
        self.joins = [board.near[board.castle]] * len(TERRAINS)
        self.ones = self.twos = 0
        self.bounds = (0, 0, 0, 0)
        self.free = board.room(self.bounds) & ~board.castle
        self.tiles = ()
        self._points = [0] * len(TERRAINS)

    def __reduce__(self) -> tuple[Any, ...]:
        return Kingdom.of, (self.board.size, self.tiles)

    def places(self, domino: Domino) -> list[Where]:
        """Return a domino's places: right half to the right, above, left, below; rows from below.

        Places that look alike count once. Source: rules/kingdomino.de.txt, "Anlegeregeln".
        """
        free, width = self.free, self.board.width
        left, right = free & self.joins[domino.left], free & self.joins[domino.right]
        starts = [
            left & free << 1 | free & right << 1,
            left & free << width | free & right << width,
        ]
        if not domino.twins:
            starts.append(left & free >> 1 | free & right >> 1)
            starts.append(left & free >> width | free & right >> width)
        return self.board.read(starts)

    def place(self, domino: Domino, where: Where) -> Kingdom:
        """Return the kingdom with this domino in a legal place."""
        left, right, near_left, near_right, reach = self.board.spots[where]
        x, y, dx, dy = where
        new = Kingdom(self.board.size, self)
        new.tiles += (
            (x, y, TERRAINS[domino.left], domino.left_crowns),
            (x + dx, y + dy, TERRAINS[domino.right], domino.right_crowns),
        )
        new._cover(left, domino.left, domino.left_crowns, near_left)
        new._cover(right, domino.right, domino.right_crowns, near_right)
        new._stretch(reach, left | right)
        return new

    @classmethod
    def of(cls, size: int, tiles: Iterable[Tile]) -> Kingdom:
        """Return a kingdom of these squares; ValueError for one taken or outside."""
        new = cls(size)
        board = new.board
        for tile in tiles:
            x, y, terrain, crowns = tile
            bit = board.bits.get((x, y), 0)
            if not bit or not board.room(new._with_bounds((x, x, y, y))) & bit:
                raise ValueError(f"{(x, y)} is outside the {size} by {size}")
            if not new.free & bit:
                raise ValueError(f"{(x, y)} is taken already")
            new.tiles += (tile,)
            new._cover(bit, TERRAINS.index(terrain), crowns, board.near[bit])
            new._stretch((x, x, y, y), bit)
        return new

    def _cover(self, bit: int, terrain: int, crowns: int, near: int) -> None:
        self.land[terrain] |= bit
        self.joins[terrain] |= near
        self._points[terrain] = None
        if crowns & 1:
            self.ones |= bit
        if crowns & 2:
            self.twos |= bit

    def _stretch(self, reach: Bounds, taken: int) -> None:
        self.free &= ~taken
        left, right, bottom, top = self.bounds
        if reach[0] < left or reach[1] > right or reach[2] < bottom or reach[3] > top:
            self.bounds = bounds = self._with_bounds(reach)
            self.free &= self.board.room(bounds)

    def _with_bounds(self, reach: Bounds) -> Bounds:
        left, right, bottom, top = self.bounds
        return (
            min(left, reach[0]),
            max(right, reach[1]),
            min(bottom, reach[2]),
            max(top, reach[3]),
        )

    @property
    def is_full(self) -> bool:
        return sum([land.bit_count() for land in self.land]) == self.board.size**2 - 1

    @property
    def is_centred(self) -> bool:
        """Whether the castle is in the middle of the kingdom."""
        left, right, bottom, top = self.bounds
        return left == -right and bottom == -top

    def _areas(self, land: int, seeds: int) -> Iterator[tuple[int, int]]:
        width = self.board.width
        while seeds:
            area, grown = 0, seeds & -seeds
            while area != grown:
                area = grown
                grown |= (grown << 1 | grown >> 1 | grown << width | grown >> width) & land
            seeds &= ~area
            yield area, (area & self.ones).bit_count() + 2 * (area & self.twos).bit_count()

    def areas(self) -> list[Area]:
        """Return every area, in the order of TERRAINS."""
        return [
            Area(name, self.board.squares_of(area), crowns)
            for name, land in zip(TERRAINS, self.land, strict=True)
            for area, crowns in self._areas(land, land)
        ]

    @property
    def points(self) -> int:
        crowned = self.ones | self.twos
        for terrain, land in enumerate(self.land):
            if self._points[terrain] is None:
                areas = self._areas(land, land & crowned)
                self._points[terrain] = sum([area.bit_count() * crowns for area, crowns in areas])
        return sum([points for points in self._points if points])

    @property
    def largest(self) -> int:
        """The squares of the largest area."""
        areas = (area.bit_count() for land in self.land for area, _ in self._areas(land, land))
        return max(areas, default=0)

    def key(self) -> tuple[Any, ...]:
        return self.board.size, tuple(self.land), self.ones, self.twos

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kingdom) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


def tiles(kingdom: Kingdom) -> list[list[int | str]]:
    """[x, y, terrain, crowns] of every square but the castle, domino by domino."""
    return [[x, y, terrain, crowns] for x, y, terrain, crowns in kingdom.tiles]
