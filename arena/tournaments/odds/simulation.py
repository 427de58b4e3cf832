"""Simulated cups with the real pairings and standings."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from arena.ratings.trueskill import BETA, MU, SIGMA
from arena.tournaments.format import (
    MOST_EXTRAS,
    PairingPlan,
    PlayedPairing,
    RoundPlan,
    TournamentPlan,
    is_undecided,
)
from arena.tournaments.formats import FormatTerms
from arena.tournaments.standings import Result, bye
from engine.game import rank


@dataclass(frozen=True)
class SimulatedTournament:
    """A kind of cup; `spread` and `luck` are standard deviations in points."""

    terms: FormatTerms
    entrants: int
    games: int
    spread: float = SIGMA
    luck: float = BETA


def shares(cup: SimulatedTournament, number: int) -> list[float]:
    """Simulate a cup; return the best entrant's share of the first rank.

    After each round where rounds can be chosen. A `number` gives the same strengths and luck in all
    cups. Raises CannotPair.
    """
    dice = random.Random(f"strengths {number}")  # noqa: S311  no secret
    strengths = [dice.gauss(MU, cup.spread) for _bot in range(cup.entrants)]
    best = max(range(cup.entrants), key=strengths.__getitem__)
    plan = _plan(cup, 0 if cup.terms.format.ignores_results else number)
    wins: list[float] = []
    history: list[PlayedPairing] = []
    for history in _play_rounds(cup, plan, strengths, number):
        if cup.terms.format.has_rounds:
            wins.append(_share(plan, history, best))
    return wins or [_share(plan, history, best)]


def _plan(cup: SimulatedTournament, seed: int) -> TournamentPlan:
    entrants = tuple(range(cup.entrants))
    return TournamentPlan(cup.terms, entrants, seed, mirrored=cup.games > 1, rematches=True)


def _share(plan: TournamentPlan, history: Sequence[PlayedPairing], best: int) -> float:
    first = [entrant for place, entrant in plan.places(history) if place == 1]
    return (best in first) / len(first)


def _play_rounds(
    cup: SimulatedTournament, plan: TournamentPlan, strengths: Sequence[float], number: int
) -> Iterator[list[PlayedPairing]]:
    history: list[PlayedPairing] = []
    meetings: Counter[tuple[int, ...]] = Counter()
    while (round_plan := _next(cup, plan, history)) is not None:
        for table in round_plan.tables:
            who = tuple(sorted(map(int, table.entrants)))
            meetings[who] += 1
            dice = random.Random(f"{number} {who} {meetings[who]}")  # noqa: S311
            ranks = _ranks(
                cup, round_plan, [strengths[int(entrant)] for entrant in table.entrants], dice
            )
            history.append(_played_pairing(round_plan, table, ranks))
        history += [
            PlayedPairing(bye(round_plan.number, entrant), round_plan.stage)
            for entrant in round_plan.byes
        ]
        yield history


def _played_pairing(
    round_plan: RoundPlan, table: PairingPlan, ranks: Sequence[int]
) -> PlayedPairing:
    result = Result(round_plan.number, table.entrants, tuple(ranks))
    return PlayedPairing(result, round_plan.stage, table.code, table.group)


def _next(
    cup: SimulatedTournament, plan: TournamentPlan, history: Sequence[PlayedPairing]
) -> RoundPlan | None:
    if not cup.terms.format.ignores_results:
        return plan.next(history)
    schedule = _schedule(cup.terms, cup.entrants)
    played = history[-1].result.round if history else 0
    return schedule[played] if played < len(schedule) else None


@lru_cache(maxsize=8)
def _schedule(terms: FormatTerms, entrants: int) -> list[RoundPlan]:
    plan = _plan(SimulatedTournament(terms, entrants, 2), 0)
    history: list[PlayedPairing] = []
    schedule: list[RoundPlan] = []
    while (round_plan := plan.next(history)) is not None:
        schedule.append(round_plan)
        history += [
            _played_pairing(round_plan, table, [1] * len(table.entrants))
            for table in round_plan.tables
        ]
        history += [
            PlayedPairing(bye(round_plan.number, entrant), round_plan.stage)
            for entrant in round_plan.byes
        ]
    return schedule


def _ranks(
    cup: SimulatedTournament, round_plan: RoundPlan, strengths: Sequence[float], dice: random.Random
) -> list[int]:
    """Return ranks, playing on knockout ties that matter."""
    pairings = len(round_plan.tables) + len(round_plan.byes)
    most = cup.terms.format.advancing(cup.terms, round_plan.stage, pairings)
    matches = [_points(cup, strengths, cup.games, dice)]
    ranks = rank(matches[0])
    while len(matches) <= MOST_EXTRAS and is_undecided(ranks, most):
        games = len(strengths) if cup.games > 1 else 1
        matches.append(_points(cup, strengths, games, dice))
        ranks = rank(list(zip(*matches, strict=True)))
    return ranks


# A performance is strength plus normal luck, half of its variance shared by games on one deal. So
# two games tie a third of matches between equals, in the middle of what was measured (25 to 41 %).
def _points(
    cup: SimulatedTournament, strengths: Sequence[float], games: int, dice: random.Random
) -> list[int]:
    """Sum a point for each opponent beaten in a game."""
    points = [0] * len(strengths)
    half = cup.luck / sqrt(2)
    for game in range(games):
        if game % len(strengths) == 0:
            on_this_deal = [strength + dice.gauss(0, half) for strength in strengths]
        performances = [strength + dice.gauss(0, half) for strength in on_this_deal]
        for seat, own in enumerate(performances):
            points[seat] += sum(own > other for other in performances)
    return points
