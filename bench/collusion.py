"""Measure what throwing matches gains: `python -m bench.collusion [SEEDS]`; ten minutes.

Honest bots with an owner each, and six accounts whose bots lose every match to one of them, their
friend, and play normally otherwise, on a ladder in memory (`bench/simulated_ladder.py`). The gain
is the friend's ranks among the honest bots, compared with the same ladder without thrown matches:
as the leaderboard shows it, and by a fit that counts all pairs of owners alike. Nothing was tuned
with these seeds.
"""

import math
import random
from collections.abc import Callable, Sequence
from statistics import fmean, median_low, stdev

from arena.ratings.fit import fit
from arena.ratings.tally import Played
from arena.ratings.trueskill import Rating, ordinal
from bench.arguments import read_arguments
from bench.simulated_ladder import Ladder
from bench.simulated_results import Results, normal

SEEDS = range(7100, 7112)
HONEST, ACCOUNTS = 21, 6
SIZES = (10, 1)  # bots per account
MATCHES = 3000


class Season(Ladder):
    """A ladder with colluding accounts; their friend is the median honest bot."""

    def __init__(self, seed: int, size: int, *, is_thrown: bool) -> None:
        super().__init__(Results(2), seed)
        self.is_thrown = is_thrown
        dice = random.Random(seed)
        owners = [*range(HONEST), *(HONEST + bot // size for bot in range(ACCOUNTS * size))]
        for owner in owners:
            self.enter(normal(dice), owner)
        self.friend = self.strengths.index(median_low(self.strengths[:HONEST]))
        self.play_to(MATCHES * self.results.seats / len(self.bots))

    def match(self, versions: Sequence[int]) -> Played:
        """Play a match; a colluding bot loses it to its friend."""
        played = super().match(versions)
        if not self.is_thrown or self.friend not in versions or max(versions) < HONEST:
            return played
        ranks = [1 if version == self.friend else 2 for version in versions]
        return Played(versions, [ranks] * len(played.games), ranks)

    def shown(self) -> int:
        """Return the friend's rank among the honest bots, as on the leaderboard."""
        return self._rank(self.ratings.skill)

    def fitted_alike(self) -> int:
        """Return the friend's rank by a fit that counts all pairs of owners alike."""
        return self._rank(fit(self.ratings.tally).skills.__getitem__)

    def _rank(self, skill: Callable[[int], Rating]) -> int:
        friend = ordinal(skill(self.friend))
        return sum(ordinal(skill(bot)) >= friend for bot in range(HONEST))


MEASURES = {"fit, all alike": Season.fitted_alike, "as shown": Season.shown}


def with_error(values: Sequence[float]) -> str:
    """Return the mean and its standard error."""
    return f"{fmean(values):.1f} +- {stdev(values) / math.sqrt(len(values)):.1f}"


def main(seeds: Sequence[int]) -> None:
    print(
        f"{HONEST} honest bots, {ACCOUNTS} colluding accounts, {MATCHES} matches, "
        f"{len(seeds)} seeds"
    )
    print(f"{'bots an account':<17}{'measure':<17}{'rank':>13}{'ranks gained':>17}")
    for size in SIZES:
        pairs = [
            [Season(seed, size, is_thrown=thrown) for thrown in (False, True)] for seed in seeds
        ]
        for name, rank in MEASURES.items():
            ranks = [[rank(season) for season in pair] for pair in pairs]
            honest = with_error([before for before, _after in ranks])
            gained = with_error([before - after for before, after in ranks])
            print(f"{size:<17}{name:<17}{honest:>13}{gained:>17}", flush=True)


if __name__ == "__main__":
    main(SEEDS[: read_arguments(__doc__, seeds=len(SEEDS)).seeds])
