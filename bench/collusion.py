"""Gain from throwing matches: `python -m bench.collusion [SEEDS]` prints a table; minutes.

Honest bots of different owners, and six accounts whose bots lose every match to one friend among
them and otherwise play normally. Turns, opponents and caps come from `arena.matchmaking.opponents`; strength
and luck decide games. The gain is the friend's places compared with the same ladder without thrown
matches: by live TrueSkill, by a fit of all matches, and by a fit that discounts suspicious pairs of
owners. Nothing was tuned with these seeds.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median_low, stdev

from arena.matchmaking.opponents import Candidate, by_turn, charged, opponent
from arena.ratings.fit import fit
from arena.ratings.tally import Played, Tally
from arena.ratings.trueskill import BETA, MU, SIGMA, Rating, rate

SEEDS = range(7100, 7112)
HONEST, ACCOUNTS = 21, 6
SIZES = (10, 1)  # bots of each account
MATCHES = 3000
SECONDS = 1.0  # that a match costs each owner
LATEST = 256  # opponents that a candidate tells
MEASURES = ("live TrueSkill", "fit", "fit, owners weighed")


@dataclass
class Ladder:
    """Everybody's strength and owner, and what the platform knows of them."""

    strengths: list[float]
    owners: list[int]
    friend: int
    is_thrown: bool
    dice: random.Random
    tally: Tally = field(default_factory=Tally)
    played: int = 0

    def __post_init__(self) -> None:
        count = len(self.strengths)
        self.skills = [Rating()] * count
        self.turns, self.last = [0.0] * count, [0] * count
        self.met: list[list[int]] = [[] for _ in range(count)]

    def play(self, matches: int) -> None:
        """Seat and play so many matches."""
        for _match in range(matches):
            candidates = [self.candidate(bot) for bot in range(len(self.strengths))]
            line = by_turn(candidates)
            drawn = (opponent([first], candidates, self.dice) for first in line)
            one, other = next((a.id, b.id) for a, b in zip(line, drawn, strict=False) if b)
            self.record(one, other, line[0].turn)

    def candidate(self, bot: int) -> Candidate:
        """Return what the pairing sees of a bot."""
        met = self.met[bot]
        return Candidate(
            bot,
            self.owners[bot],
            self.skills[bot].mu,
            len(met),
            self.turns[bot],
            self.played - self.last[bot],
            met=tuple(met[: -LATEST - 1 : -1]),
        )

    def record(self, one: int, other: int, line: float) -> None:
        """Play two games, rate and charge both."""
        games = [self.game(one, other) for _game in range(2)]
        points = sum(loser - winner for winner, loser in games)
        ranks = (1 + (points < 0), 1 + (points > 0))
        self.tally.add(Played((one, other), games, ranks))
        self.skills[one], self.skills[other] = rate([self.skills[one], self.skills[other]], ranks)
        self.played += 1
        for bot, enemy in ((one, other), (other, one)):
            self.turns[bot] = charged(
                self.turns[bot],
                line=line,
                seconds=SECONDS,
                bots=self.owners.count(self.owners[bot]),
                matches=len(self.met[bot]),
            )
            self.met[bot].append(enemy)
            self.last[bot] = self.played

    def game(self, one: int, other: int) -> tuple[int, int]:
        """Return the ranks of a game, which a colluding bot loses to its friend."""
        luck = self.dice.random()  # also of thrown games: the rest of the ladder stays the same
        chance = 0.5 * math.erfc((self.strengths[other] - self.strengths[one]) / (2 * BETA))
        if self.is_thrown and self.friend in (one, other) and max(one, other) >= HONEST:
            chance = float(one == self.friend)
        return (1, 2) if luck < chance else (2, 1)

    def places(self) -> dict[str, int]:
        """Return the friend's place among the honest by each measure."""
        owners = dict(enumerate(self.owners))
        return {
            MEASURES[0]: self.place(dict(enumerate(self.skills))),
            MEASURES[1]: self.place(fit(self.tally).skills),
            MEASURES[2]: self.place(fit(self.tally, owners=owners).skills),
        }

    def place(self, skills: Mapping[int, Rating]) -> int:
        """Return how many honest bots stand at or above the friend."""
        return sum(skills[bot].mu >= skills[self.friend].mu for bot in range(HONEST))


def ladder(seed: int, size: int, *, is_thrown: bool) -> Ladder:
    """Return a new ladder: the friend is the middle one of the honest bots."""
    dice = random.Random(seed)
    count = HONEST + ACCOUNTS * size
    strengths = [dice.gauss(MU, SIGMA) for _ in range(count)]
    owners = [bot if bot < HONEST else HONEST + (bot - HONEST) // size for bot in range(count)]
    friend = strengths.index(median_low(strengths[:HONEST]))
    return Ladder(strengths, owners, friend, is_thrown, dice)


def season(seed: int, size: int, *, is_thrown: bool) -> Ladder:
    """Play a ladder's matches."""
    played = ladder(seed, size, is_thrown=is_thrown)
    played.play(MATCHES)
    return played


def with_error(values: Sequence[float]) -> str:
    """Return the mean and its standard error."""
    return f"{fmean(values):.1f} +- {stdev(values) / math.sqrt(len(values)):.1f}"


def main(seeds: Sequence[int]) -> None:
    """Print a line for each size of the accounts and each measure."""
    print(
        f"{HONEST} honest bots, {ACCOUNTS} colluding accounts, {MATCHES} matches, "
        f"{len(seeds)} seeds"
    )
    print(f"{'bots an account':<17}{'measure':<21}{'place':>13}{'places gained':>17}")
    for size in SIZES:
        both = [
            [season(seed, size, is_thrown=is_thrown) for is_thrown in (False, True)]
            for seed in seeds
        ]
        places = [[played.places() for played in pair] for pair in both]
        for name in MEASURES:
            before = [honest[name] for honest, _thrown in places]
            gained = [honest[name] - thrown[name] for honest, thrown in places]
            print(
                f"{size:<17}{name:<21}{with_error(before):>13}{with_error(gained):>17}", flush=True
            )


if __name__ == "__main__":
    main(SEEDS[: int(sys.argv[1])] if len(sys.argv) > 1 else SEEDS)
