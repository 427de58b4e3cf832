"""What the players of a ladder have in common; numbers only. Pages read it, so without numpy."""

import math
from functools import lru_cache
from statistics import NormalDist
from typing import NamedTuple

from arena.ratings.trueskill import BETA, SIGMA

EXPECTED = 0.7602499389065233  # the normal distribution below 1 / sqrt(2)
MARGIN, TIE, GAME_NOISE = 0.13, 0.5, 1.0  # before there are results; ties of 10 % and 38 %
DRIFT = 2.0  # in points; twenty matches find a version that is 10 better all the same
FIXED_NOISE = (0.1, 10.0)  # bounds of what may be fixed
_NORMAL = NormalDist()


class Fixed(NamedTuple):
    """What an organiser has fixed; None is fitted.

    `draw_probability` is the share of matches between equals that are tied, `game_noise` the noise
    of one game with that of a match for unit.
    """

    draw_probability: float | None = None
    game_noise: float | None = None

    def check(self) -> None:
        """Raise ValueError for numbers by which nothing could be rated."""
        if not self.is_tie_share:
            raise ValueError(f"a draw probability of {self.draw_probability} is not in (0, 1)")
        if not self.is_game_noise:
            raise ValueError(f"a game's noise of {self.game_noise} is not in {list(FIXED_NOISE)}")

    def possible(self) -> "Fixed":
        """Return these without the numbers that `check` refuses: those are fitted."""
        return Fixed(
            self.draw_probability if self.is_tie_share else None,
            self.game_noise if self.is_game_noise else None,
        )

    @property
    def is_tie_share(self) -> bool:
        """Can results be rated by this share of ties?"""
        return self.draw_probability is None or 0 < self.draw_probability < 1

    @property
    def is_game_noise(self) -> bool:
        """Can results be rated by this noise?"""
        low, high = FIXED_NOISE
        return self.game_noise is None or low <= self.game_noise <= high


FREE = Fixed()


class Parameters(NamedTuple):
    """What all players of a ladder have in common.

    `margin`: a game is tied where its performances differ by less, in standard deviations of such a
    difference, as are all differences here. `game_noise`: that of a game, with the noise of a match
    for unit, so that a match makes so many of one. `tie`: a match's margin. `scatter`: the variance
    of a match's points, of what it were if games were independent. `spread` (of the field) and
    `drift` (of a version from the one before): standard deviations, in points of rating.
    """

    margin: float = MARGIN
    game_noise: float = GAME_NOISE
    tie: float = TIE
    scatter: float = 1.0
    spread: float = SIGMA
    drift: float = DRIFT

    @property
    def unit(self) -> float:
        """Points of rating to a difference of 1: `BETA` points are an expected score of 76 %."""
        return BETA / _expected_at(self.game_noise, self.tie)

    @property
    def draw_probability(self) -> float:
        """Return the share of matches between equals that are tied."""
        return self.chances(0.0)[1]

    def fixed_by(self, fixed: Fixed) -> "Parameters":
        """Return these with what an organiser has fixed. Raises ValueError for bad numbers."""
        fixed.check()
        game_noise = self.game_noise if fixed.game_noise is None else fixed.game_noise
        if fixed.draw_probability is None:
            return self._replace(game_noise=game_noise)
        tie = _NORMAL.inv_cdf((1 + fixed.draw_probability) / 2)
        return self._replace(game_noise=game_noise, tie=tie)

    def chances(self, difference: float, variance: float = 0.0) -> tuple[float, float]:
        """Return the probabilities of a win of the match and of a tie, for a difference with this
        variance."""
        doubt = math.sqrt(1 + self.game_noise**2 * variance)
        ahead = self.game_noise * difference
        win = _NORMAL.cdf((ahead - self.tie) / doubt)
        loss = _NORMAL.cdf((-ahead - self.tie) / doubt)
        return win, max(0.0, 1 - win - loss)


@lru_cache(maxsize=4)
def _expected_at(game_noise: float, tie: float) -> float:
    """Find the difference at which the expected score of a match is `EXPECTED`."""
    known = Parameters(game_noise=game_noise, tie=tie)
    low, high = 0.0, (tie + 1) / game_noise  # where a match is won with 84 %
    for _half in range(60):
        middle = (low + high) / 2
        win, tied = known.chances(middle)
        low, high = (middle, high) if win + tied / 2 < EXPECTED else (low, middle)
    return high
