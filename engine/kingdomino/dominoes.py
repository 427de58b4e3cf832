"""The 48 dominoes, as in rules/kingdomino-dominoes.csv, and places for them."""

from __future__ import annotations

from typing import NamedTuple

TERRAINS = ("wheat", "forest", "water", "grassland", "swamp", "mine")

# The number, then the left and the right half; every `*` is a crown.
TABLE = """
 1 wheat wheat           2 wheat wheat           3 forest forest         4 forest forest
 5 forest forest         6 forest forest         7 water water           8 water water
 9 water water          10 grassland grassland  11 grassland grassland  12 swamp swamp
13 wheat forest         14 wheat water          15 wheat grassland      16 wheat swamp
17 forest water         18 forest grassland     19 wheat* forest        20 wheat* water
21 wheat* grassland     22 wheat* swamp         23 wheat* mine          24 forest* wheat
25 forest* wheat        26 forest* wheat        27 forest* wheat        28 forest* water
29 forest* grassland    30 water* wheat         31 water* wheat         32 water* forest
33 water* forest        34 water* forest        35 water* forest        36 wheat grassland*
37 water grassland*     38 wheat swamp*         39 grassland swamp*     40 mine* wheat
41 wheat grassland**    42 water grassland**    43 wheat swamp**        44 grassland swamp**
45 mine** wheat         46 swamp mine**         47 swamp mine**         48 wheat mine***
"""


class Domino(NamedTuple):
    """One domino; terrains are indices into TERRAINS. `twins`: its halves are alike."""

    number: int
    left: int
    left_crowns: int
    right: int
    right_crowns: int
    twins: bool
    crowned: bool

    @classmethod
    def read(cls, number: str, *halves: str) -> Domino:
        """Return the domino of three words of the TABLE."""
        left, right = ((TERRAINS.index(half.rstrip("*")), half.count("*")) for half in halves)
        crowned = "*" in "".join(halves)
        return cls(int(number), *left, *right, twins=left == right, crowned=crowned)

    @property
    def halves(self) -> list[list[str | int]]:
        """[[terrain, crowns], [terrain, crowns]], the left half first."""
        return [
            [TERRAINS[self.left], self.left_crowns],
            [TERRAINS[self.right], self.right_crowns],
        ]


class Where(tuple[int, int, int, int]):
    """A place for a domino, (x, y, dx, dy): left half on (x, y), right half on (x + dx, y + dy).

    Equal to the list that a bot is sent.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return super().__eq__(tuple(other) if isinstance(other, list) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__


_WORDS = iter(TABLE.split())
DOMINOES = {domino.number: domino for domino in map(Domino.read, _WORDS, _WORDS, _WORDS)}
