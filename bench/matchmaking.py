"""Matchmaking and ratings with bots of known strength: `python -m bench.matchmaking [BOTS]`.

The pairing of `arena/matchmaking.py` beside uniform random pairing and nearest-neighbour pairing,
in one run; ratings as in `arena/ratings`. A match is two games, as
mirrored ones are, each won with the probability that TrueSkill gives to a difference in strength;
so nearly half of the matches between equals are drawn. Minutes on one core.
"""

from __future__ import annotations

import heapq
import math
import random
import sys
import time
from bisect import bisect_left, insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean, linear_regression, median

from arena import matchmaking
from arena.matchmaking import Candidate, charged, opponent
from arena.ratings.fit import fit
from arena.ratings.tally import Played, Tally
from arena.ratings.trueskill import BETA, DRAW_PROBABILITY, MU, SIGMA, Rating, interval, rate

BOTS = 1000
CHECKPOINTS = (10, 20, 40, 60, 100)  # matches a bot
REFITS = (20, 60)
MORE, NARROWER = 10, 0.9  # settled: so many more matches narrow an interval by less than this
SECONDS = 1.0  # what a match costs each owner here


@dataclass
class Field:
    """Everybody's strength, and what the platform has found out about it."""

    strengths: list[float]
    dice: random.Random
    skills: list[Rating] = field(default_factory=list)
    order: list[tuple[float, int]] = field(default_factory=list)  # mu and bot, ascending
    turns: list[float] = field(default_factory=list)
    met: list[list[int]] = field(default_factory=list)
    played_at: list[int] = field(default_factory=list)
    sigmas: list[list[float]] = field(default_factory=list)
    line: list[tuple[float, int, int]] = field(default_factory=list)  # a heap: turn, when, bot
    results: list[Played] = field(default_factory=list)
    longest_wait: int = 0

    def __post_init__(self) -> None:
        count = len(self.strengths)
        self.skills = [Rating()] * count
        self.order = [(MU, bot) for bot in range(count)]
        self.turns, self.played_at = [0.0] * count, [0] * count
        self.met, self.sigmas = [[] for _ in range(count)], [[] for _ in range(count)]
        self.line = [(0.0, 0, bot) for bot in self.dice.sample(range(count), count)]

    def first(self) -> int:
        """Whose turn it is: of the heap's entries only a bot's last one is true."""
        while True:
            turn, when, bot = self.line[0]
            if turn == self.turns[bot] and when == self.played_at[bot]:
                return bot
            heapq.heappop(self.line)

    def place(self, bot: int) -> int:
        """Where the bot stands by rating."""
        return bisect_left(self.order, (self.skills[bot].mu, bot))

    def play(self, one: int, other: int, draw_probability: float) -> None:
        """A match of two games, its rating, and both bots' next turns."""
        wins = [self.dice.random() < chance(self.gap(one, other)) for _game in range(2)]
        games = [(1, 2) if won else (2, 1) for won in wins]
        ranks = {2: (1, 2), 1: (1, 1), 0: (2, 1)}[sum(wins)]
        self.results.append(Played((one, other), games, ranks))
        skills = rate(
            [self.skills[one], self.skills[other]], ranks, draw_probability=draw_probability
        )
        line = self.line[0][0]
        for bot, enemy, skill in zip((one, other), (other, one), skills, strict=True):
            del self.order[self.place(bot)]
            self.skills[bot] = skill
            insort(self.order, (skill.mu, bot))
            self._count(bot, enemy, line)

    def gap(self, one: int, other: int) -> float:
        """How much stronger one is than the other."""
        return self.strengths[one] - self.strengths[other]

    def _count(self, bot: int, other: int, line: float) -> None:
        now = len(self.results)
        self.longest_wait = max(self.longest_wait, now - self.played_at[bot])
        self.turns[bot] = charged(
            self.turns[bot], line=line, seconds=SECONDS, bots=1, matches=len(self.met[bot])
        )
        self.played_at[bot] = now
        self.met[bot].append(other)
        self.sigmas[bot].append(self.skills[bot].sigma)
        heapq.heappush(self.line, (self.turns[bot], now, bot))


def chance(gap: float) -> float:
    """Of winning one game, for a bot that is so much stronger: TrueSkill's, without draws."""
    return 0.5 * math.erfc(-gap / (2 * BETA))


# --- pairings ------------------------------------------------------------------------------------
def ours(field: Field, first: int) -> int:
    """As the platform draws an opponent: from a window by rating and those next in line."""
    place = field.place(first)
    near = field.order[max(0, place - matchmaking.NEAREST) : place + matchmaking.NEAREST + 1]
    bots = {bot for _mu, bot in near}
    bots |= {bot for _turn, _when, bot in field.line[: matchmaking.WAITING]}  # roughly the next
    met = tuple(reversed(field.met[first]))
    seed = _candidate(field, first, met)
    window = [_candidate(field, bot) for bot in sorted(bots)]
    drawn = opponent([seed], window, field.dice)
    assert drawn
    return drawn.id


def _candidate(field: Field, bot: int, met: tuple[int, ...] = ()) -> Candidate:
    matches, turn = len(field.met[bot]), field.turns[bot]
    return Candidate(bot, bot, field.skills[bot].mu, matches, turn, met=met)


def uniform(field: Field, first: int) -> int:
    """Anybody else."""
    other = field.dice.randrange(len(field.skills) - 1)
    return other + (other >= first)


def nearest(field: Field, first: int) -> int:
    """The nearest rating on either side."""
    place = field.place(first)
    beside = [field.order[at] for at in (place - 1, place + 1) if 0 <= at < len(field.order)]
    return min(beside, key=lambda one: abs(one[0] - field.skills[first].mu))[1]


# --- what is measured ----------------------------------------------------------------------------
def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's, of values without ties."""
    first, second = _ranks(one), _ranks(other)
    squares = sum((a - b) ** 2 for a, b in zip(first, second, strict=True))
    return 1 - 6 * squares / (len(first) * (len(first) ** 2 - 1))


def _ranks(values: Sequence[float]) -> list[int]:
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0] * len(values)
    for rank, at in enumerate(order):
        ranks[at] = rank
    return ranks


def coverage(skills: Sequence[Rating], truth: Sequence[float], *, own_unit: bool) -> float:
    """The share of 95 % intervals that hold the truth.

    Only differences between ratings mean anything, so the truth is moved to the ratings' mean. In
    their own unit it is also stretched, as a straight line fits: where draws count as likely, the
    same results lie farther apart.
    """
    mus = [skill.mu for skill in skills]
    slope = linear_regression(truth, mus).slope if own_unit else 1.0
    offset = fmean(mus) - slope * fmean(truth)
    bounds = map(interval, skills)
    inside = [
        low <= offset + slope * one <= high for one, (low, high) in zip(truth, bounds, strict=True)
    ]
    return sum(inside) / len(inside)


def matches_to_settle(field: Field) -> float:
    """Until ten more narrow a bot's interval by less than a tenth: the median of all bots."""
    return median(
        next(
            number
            for number, (now, later) in enumerate(zip(sigmas, sigmas[MORE:], strict=False), 1)
            if later >= NARROWER * now
        )
        for sigmas in field.sigmas
    )


Pairing = Callable[[Field, int], int]
PAIRINGS: dict[str, Pairing] = {"ours": ours, "uniform": uniform, "nearest": nearest}


def run(title: str, bots: int, draw_probability: float) -> float:
    """Play one pairing to the last checkpoint, print its lines; the share of drawn matches."""
    dice = random.Random(2006)
    began = time.process_time()
    field = Field([dice.gauss(MU, SIGMA) for _ in range(bots)], dice)
    for matches in CHECKPOINTS:
        while len(field.results) < matches * bots // 2:
            first = field.first()
            field.play(first, PAIRINGS[title](field, first), draw_probability)
        _print_line(title, field, matches)
    drawn = sum(match.ranks == (1, 1) for match in field.results) / len(field.results)
    distinct = fmean(len(set(met)) for met in field.met)
    print(
        f"  {title}: interval settles after {matches_to_settle(field):.0f} matches, longest wait "
        f"{2 * field.longest_wait / bots:.1f} x the mean, {distinct:.0f} distinct opponents a bot, "
        f"{min(map(len, field.met))}-{max(map(len, field.met))} matches a bot, {drawn:.0%} drawn, "
        f"{time.process_time() - began:.0f} s"
    )
    return drawn


def _print_line(title: str, field: Field, matches: int) -> None:
    cells = _cells(field, field.skills)
    if matches in REFITS:
        fitted = fit(Tally.of(field.results)).skills
        cells += _cells(field, [fitted[bot] for bot in range(len(field.skills))])
    print(f"  {title:<8} {matches:>7}   {cells}", flush=True)


def _cells(field: Field, skills: Sequence[Rating]) -> str:
    rho = rank_correlation([skill.mu for skill in skills], field.strengths)
    shares = [coverage(skills, field.strengths, own_unit=own) for own in (False, True)]
    return f"{rho:>8.4f} {shares[0]:>8.1%} {shares[1]:>8.1%}   "


def main(bots: int) -> None:
    """Print a table for each draw probability."""
    drawn = dict.fromkeys(PAIRINGS, DRAW_PROBABILITY)
    for heading in ("draw probability {:.2f}", "draw probability as the share of drawn matches"):
        print(f"{bots} bots, {heading.format(DRAW_PROBABILITY)}")
        print(f"{'':19}live: rank corr., in interval, in own unit   the same of the refit")
        for title in PAIRINGS:
            drawn[title] = run(title, bots, drawn[title])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else BOTS)
