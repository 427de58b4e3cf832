"""Cups between bots of known strength, played by the real pairings and standings.

Strengths are drawn from TrueSkill's field, seeds by lot. In a game every bot performs as well as it
is strong, and luck: normal, `BETA` wide, one half of its variance common to the games on one deal.
So two games on one deal tie a match between equals in a third of cases, in the middle of what was
measured (25 to 41 %), and `BETA` points more are an expected score of 76 %, as in the ratings.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from arena.ratings.trueskill import BETA, MU, SIGMA
from arena.tournaments.pairing import Format, Terms
from arena.tournaments.plan import (
    MOST_EXTRAS,
    PairingPlan,
    PlayedPairing,
    RoundPlan,
    TournamentPlan,
    going_on,
    is_undecided,
)
from arena.tournaments.standings import Result, bye
from engine.game import rank

SCHEDULED = frozenset({Format.ROUND_ROBIN, Format.POD_ROTATION})  # whatever the results are


@dataclass(frozen=True)
class Cup:
    """A kind of cup: so many `entrants`, and `games` a match.

    `spread` is the standard deviation of strengths, `luck` that of a performance, both in points of
    rating. The better seed goes on where a knockout stays tied, and rematches are allowed.
    """

    terms: Terms
    entrants: int
    games: int
    spread: float = SIGMA
    luck: float = BETA


def shares(cup: Cup, number: int) -> list[float]:
    """Play the cup of this number: the share of the first place that the best entrant has.

    After each round where their number can be chosen, else after the last one; 1 alone, 1/2 with
    another, 0 if behind. The same number gives the same strengths in all kinds of cups, and the
    same luck to the same meetings of the same bots. Raises CannotPair.
    """
    dice = random.Random(f"strengths {number}")  # noqa: S311  no secret
    strengths = [dice.gauss(MU, cup.spread) for _bot in range(cup.entrants)]
    best = max(range(cup.entrants), key=strengths.__getitem__)
    plan = _plan(cup, 0 if cup.terms.format in SCHEDULED else number)
    found = []
    history: list[PlayedPairing] = []
    for history in _played(cup, plan, strengths, number):
        if cup.terms.format.has_rounds:
            found.append(_share(plan, history, best))
    return found or [_share(plan, history, best)]


def _plan(cup: Cup, seed: int) -> TournamentPlan:
    entrants = tuple(range(cup.entrants))
    return TournamentPlan(cup.terms, entrants, seed, mirrored=cup.games > 1, rematches=True)


def _share(plan: TournamentPlan, history: Sequence[PlayedPairing], best: int) -> float:
    first = [entrant for place, entrant in plan.places(history) if place == 1]
    return (best in first) / len(first)


def _played(
    cup: Cup, plan: TournamentPlan, strengths: Sequence[float], number: int
) -> Iterator[list[PlayedPairing]]:
    """Yield what has been played after each round."""
    history: list[PlayedPairing] = []
    meetings: Counter[tuple[int, ...]] = Counter()
    while (round_plan := _next(cup, plan, history)) is not None:
        for table in round_plan.tables:
            who = tuple(sorted(map(int, table.entrants)))
            meetings[who] += 1
            dice = random.Random(f"{number} {who} {meetings[who]}")  # noqa: S311
            ranks = _ranks(cup, round_plan, [strengths[int(one)] for one in table.entrants], dice)
            history.append(_held(round_plan, table, ranks))
        history += [
            PlayedPairing(bye(round_plan.number, one), round_plan.stage) for one in round_plan.byes
        ]
        yield history


def _held(round_plan: RoundPlan, table: PairingPlan, ranks: Sequence[int]) -> PlayedPairing:
    result = Result(round_plan.number, table.entrants, tuple(ranks))
    return PlayedPairing(result, round_plan.stage, table.code, table.group)


def _next(cup: Cup, plan: TournamentPlan, history: Sequence[PlayedPairing]) -> RoundPlan | None:
    if cup.terms.format not in SCHEDULED:
        return plan.next(history)
    schedule = _schedule(cup.terms, cup.entrants)
    played = history[-1].result.round if history else 0
    return schedule[played] if played < len(schedule) else None


@lru_cache(maxsize=8)
def _schedule(terms: Terms, entrants: int) -> list[RoundPlan]:
    """All rounds of a format whose pairings do not depend on results."""
    plan = _plan(Cup(terms, entrants, 2), 0)
    history: list[PlayedPairing] = []
    schedule: list[RoundPlan] = []
    while (round_plan := plan.next(history)) is not None:
        schedule.append(round_plan)
        history += [
            _held(round_plan, table, [1] * len(table.entrants)) for table in round_plan.tables
        ]
        history += [
            PlayedPairing(bye(round_plan.number, one), round_plan.stage) for one in round_plan.byes
        ]
    return schedule


def _ranks(
    cup: Cup, round_plan: RoundPlan, strengths: Sequence[float], dice: random.Random
) -> list[int]:
    """Return the ranks of a pairing: in a knockout, ties that matter are played again."""
    most = going_on(cup.terms, round_plan.stage, len(round_plan.tables) + len(round_plan.byes))
    matches = [_points(cup, strengths, cup.games, dice)]
    ranks = rank(matches[0])
    while len(matches) <= MOST_EXTRAS and is_undecided(ranks, most):
        games = len(strengths) if cup.games > 1 else 1
        matches.append(_points(cup, strengths, games, dice))
        ranks = rank(list(zip(*matches, strict=True)))
    return ranks


def _points(cup: Cup, strengths: Sequence[float], games: int, dice: random.Random) -> list[int]:
    """Match points by seat: in each game one for each other who did worse."""
    points = [0] * len(strengths)
    half = cup.luck / sqrt(2)
    for game in range(games):
        if game % len(strengths) == 0:
            on_this_deal = [strength + dice.gauss(0, half) for strength in strengths]
        made = [one + dice.gauss(0, half) for one in on_this_deal]
        for seat, own in enumerate(made):
            points[seat] += sum(own > other for other in made)
    return points
