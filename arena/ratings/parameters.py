"""Shared parameters. Without numpy, as pages import it."""

import math
from functools import lru_cache
from statistics import NormalDist
from typing import NamedTuple

from arena.ratings.trueskill import BETA, SIGMA

EXPECTED = 0.7602499389065233  # the normal distribution below 1 / sqrt(2)
MARGIN, TIE, GAME_NOISE = 0.13, 0.5, 1.0  # before any results; ties of 10 % and 38 %
DRIFT = 2.0  # in points; twenty matches still find a version 10 better
FIXED_NOISE = (0.1, 10.0)  # bounds of what may be fixed
_NORMAL = NormalDist()
FIT_EVERY = 25  # matches
SHARE = 50  # fits wait for 1/50 of a long history: all cost as much as 50 of the last


class Fixed(NamedTuple):
    """Parameters fixed by organisers, None: fitted.

    `draw_probability` of equals; `game_noise` in a match's units.
    """

    draw_probability: float | None = None
    game_noise: float | None = None

    def check(self) -> None:
        """Raise ValueError for impossible values."""
        if not self.is_tie_share:
            raise ValueError(f"a draw probability of {self.draw_probability} is not in (0, 1)")
        if not self.is_game_noise:
            raise ValueError(f"a game's noise of {self.game_noise} is not in {list(FIXED_NOISE)}")

    def possible(self) -> "Fixed":
        """Drop what `check` refuses."""
        return Fixed(
            self.draw_probability if self.is_tie_share else None,
            self.game_noise if self.is_game_noise else None,
        )

    @property
    def is_tie_share(self) -> bool:
        return self.draw_probability is None or 0 < self.draw_probability < 1

    @property
    def is_game_noise(self) -> bool:
        low, high = FIXED_NOISE
        return self.game_noise is None or low <= self.game_noise <= high


FREE = Fixed()


class Parameters(NamedTuple):
    """Rating parameters common to a ladder's players.

    `margin` of a game's ties in standard deviations of its difference, the unit here; `game_noise`
    in a match's units; `tie`: a match's margin; `scatter`: variance against independent games;
    `spread` and `drift`: of field and versions, in points.
    """

    margin: float = MARGIN
    game_noise: float = GAME_NOISE
    tie: float = TIE
    scatter: float = 1.0
    spread: float = SIGMA
    drift: float = DRIFT

    @property
    def unit(self) -> float:
        """Points to a difference of 1: `BETA` points are an expected score of 76 %."""
        return BETA / _expectation_at(self.game_noise, self.tie)

    @property
    def draw_probability(self) -> float:
        return self.chances(0.0)[1]

    def fixed_by(self, fixed: Fixed) -> "Parameters":
        """Apply fixed values. Raises ValueError."""
        fixed.check()
        game_noise = self.game_noise if fixed.game_noise is None else fixed.game_noise
        if fixed.draw_probability is None:
            return self._replace(game_noise=game_noise)
        tie = _NORMAL.inv_cdf((1 + fixed.draw_probability) / 2)
        return self._replace(game_noise=game_noise, tie=tie)

    def chances(self, difference: float, variance: float = 0.0) -> tuple[float, float]:
        """Return probabilities of win and tie of an uncertain difference."""
        doubt = math.sqrt(1 + self.game_noise**2 * variance)
        ahead = self.game_noise * difference
        win = _NORMAL.cdf((ahead - self.tie) / doubt)
        loss = _NORMAL.cdf((-ahead - self.tie) / doubt)
        return win, max(0.0, 1 - win - loss)


@lru_cache(maxsize=4)
def _expectation_at(game_noise: float, tie: float) -> float:
    known = Parameters(game_noise=game_noise, tie=tie)
    low, high = 0.0, (tie + 1) / game_noise  # where a match is won with 84 %
    for _half in range(60):
        middle = (low + high) / 2
        win, tied = known.chances(middle)
        low, high = (middle, high) if win + tied / 2 < EXPECTED else (low, middle)
    return high


def next_fit(last: int, *, every: int = FIT_EVERY) -> int:
    """Return the serial of the fit after `last`, multiples of `every`."""
    return last + every * max(1, last // (SHARE * every))
