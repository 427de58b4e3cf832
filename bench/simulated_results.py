"""Results by strength, for simulations that measure the ratings.

In each game a bot performs by its strength plus normal luck, as in TrueSkill; less than a margin
apart is a tie, so that equals tie in a third of matches. Part of the luck may be the match's, the
same in all its games. Ratings have another unit, the expected score of a match of several games;
their limit is found by a fit of endless results.
"""

import math
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.ratings.fit import fit
from arena.ratings.normal import Floats, cdf
from arena.ratings.tally import Played, Tally
from arena.ratings.trueskill import BETA, MU, SIGMA

MARGIN = 0.4 * BETA  # least margin of a win
ENDLESS = 3000  # matches per bot that count as endless
NODES, SHARES = np.polynomial.hermite_e.hermegauss(41)
SHARES = SHARES / SHARES.sum()

Whole = NDArray[np.int64]
Draw = Callable[[random.Random], float]


def normal(dice: random.Random) -> float:
    return dice.gauss(MU, SIGMA)


def close(dice: random.Random) -> float:
    """Draw near equals."""
    return dice.gauss(MU, 3.0)


def heavy(dice: random.Random) -> float:
    """Draw outliers too: Student's t with 3 degrees, as wide as `normal`."""
    student = dice.gauss(0, 1) / math.sqrt(dice.gammavariate(1.5, 2.0) / 3)
    return MU + SIGMA / math.sqrt(3) * student


FIELDS: dict[str, Draw] = {"normal": normal, "close": close, "heavy": heavy}


class Results(NamedTuple):
    """Ranks by strength; `shared`: the match's part of luck's variance."""

    seats: int
    shared: float = 0.0

    @property
    def games(self) -> int:
        """Return the games per match: a full rotation."""
        return self.seats

    def tables(self, strengths: Floats, dice: np.random.Generator) -> tuple[Whole, Whole]:
        """Play a match per row of strengths; return ranks (table, game, seat) and (table, seat)."""
        count = len(strengths)
        shared = math.sqrt(self.shared) * dice.standard_normal((count, 1, self.seats))
        own = math.sqrt(1 - self.shared) * dice.standard_normal((count, self.games, self.seats))
        games = _ranks(strengths[:, None, :] + BETA * (shared + own))
        ahead = (games[..., :, None] < games[..., None, :]).sum((1, 3))
        level = (games[..., :, None] == games[..., None, :]).sum((1, 3))
        points = 2 * ahead + level
        return games, 1 + (points[:, None, :] > points[:, :, None]).sum(2)

    def match(
        self, players: Sequence[int], strengths: Sequence[float], dice: np.random.Generator
    ) -> Played:
        games, ranks = self.tables(np.array([strengths]), dice)
        return Played(players, games[0].tolist(), ranks[0].tolist())

    def chances(self, apart: Floats) -> Floats:
        """Return (won, tied, lost) probabilities of matches of two, a row per difference in
        strength."""
        lucky = apart[:, None] + NODES * BETA * math.sqrt(2 * self.shared)
        spread = BETA * math.sqrt(2 * (1 - self.shared))
        win = cdf((lucky - MARGIN) / spread)
        loss = cdf((-lucky - MARGIN) / spread)
        tie = 1 - win - loss
        won = (win * win + 2 * win * tie) @ SHARES
        lost = (loss * loss + 2 * loss * tie) @ SHARES
        return np.stack([won, 1 - won - lost, lost], axis=1)

    def played(self, strengths: Sequence[float], matches: int, seed: int) -> list[Played]:
        """Play matches at evenly drawn tables."""
        dice, values = np.random.default_rng(seed), np.array(strengths)
        order = np.argsort(dice.random((matches, len(strengths))), axis=1)
        tables = order[:, : self.seats]
        games, ranks = self.tables(values[tables], dice)
        rows = zip(tables.tolist(), games.tolist(), ranks.tolist(), strict=True)
        return [Played(*row) for row in rows]

    def truth(self, strengths: Sequence[float], seed: int) -> list[float]:
        """Return the limit of a fit of endless results at evenly drawn tables, by bot."""
        matches = ENDLESS * len(strengths) // self.seats
        skills = fit(Tally.of(self.played(strengths, matches, seed)), seats=self.seats).skills
        return [skills[bot].mu for bot in range(len(strengths))]


def _ranks(performances: Floats) -> Whole:
    """Rank along the last axis, 1 is best; neighbours within `MARGIN` tie."""
    order = np.argsort(-performances, axis=-1)
    falls = -np.diff(np.take_along_axis(performances, order, -1), axis=-1) > MARGIN
    dense = np.concatenate([np.ones_like(order[..., :1]), 1 + np.cumsum(falls, axis=-1)], axis=-1)
    ranks = np.empty_like(order)
    np.put_along_axis(ranks, order, dense, -1)
    return ranks
