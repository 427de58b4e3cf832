"""Tune numbers by games of two bots that differ a little in all of them."""

# J. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization",
# IEEE Transactions on Aerospace and Electronic Systems 34, 1998: his exponents and his delay.

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from arena.matches.referee.seeds import derived_seed
from kit.measure.constants import Number

ALPHA, GAMMA = 0.602, 0.101
DELAY = 0.1  # of the iterations
REACH = 0.15  # distance of both bots at the end, as share of a number's range,
RATE = 0.3  # and the step for winning every game, as share of this distance
LEAST = 0.5  # distance of whole numbers: rounded, both bots still differ


@dataclass(frozen=True)
class Param:
    """A number to tune; `whole`: only whole ones."""

    name: str
    start: Number
    low: Number
    high: Number
    whole: bool

    def between_bounds(self, value: float) -> float:
        return min(float(self.high), max(float(self.low), value))

    def value(self, place: float) -> Number:
        """Return the number that a bot gets."""
        number = self.between_bounds(place)
        return math.floor(number + 0.5) if self.whole else number


@dataclass
class Spsa:
    """The tuned numbers' place; `way`: their places from the start."""

    params: Sequence[Param]
    iterations: int
    seed: int
    way: list[list[float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.way.append([float(param.start) for param in self.params])

    @property
    def done(self) -> int:
        return len(self.way) - 1

    def ways(self) -> list[list[float]]:
        """Return the way of each number."""
        return [list(way) for way in zip(*self.way, strict=True)]

    @property
    def values(self) -> dict[str, Number]:
        return self._values(self.way[-1])

    def sides(self) -> tuple[dict[str, Number], dict[str, Number]]:
        """Return the numbers of the two bots that play next."""
        plus, minus = (
            [
                place + side * reach
                for place, reach in zip(self.way[-1], self._reaches(), strict=True)
            ]
            for side in (1, -1)
        )
        return self._values(plus), self._values(minus)

    def step(self, result: float) -> None:
        """Move by what the first bot made: from -1, all lost, to 1, all won."""
        delay, number = DELAY * self.iterations, self.done + 1
        rate = RATE * ((delay + self.iterations) / (delay + number)) ** ALPHA
        moved = [
            param.between_bounds(place + rate * reach * result)
            for param, place, reach in zip(self.params, self.way[-1], self._reaches(), strict=True)
        ]
        self.way.append(moved)

    def _reaches(self) -> list[float]:
        """Return this iteration's distances, up or down at random."""
        number = self.done + 1
        dice = random.Random(derived_seed(self.seed, "spsa", number))  # noqa: S311 - no secret
        wide = REACH * (self.iterations / number) ** GAMMA
        reaches = []
        for param in self.params:
            reach = wide * (param.high - param.low)
            reaches.append(dice.choice((-1, 1)) * (max(LEAST, reach) if param.whole else reach))
        return reaches

    def _values(self, places: Sequence[float]) -> dict[str, Number]:
        return {
            param.name: param.value(place) for param, place in zip(self.params, places, strict=True)
        }
