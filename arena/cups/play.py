"""Simulated cups with the real pairings and standings."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from arena.course import MOST_EXTRAS, Course, Held, Stint, Table, going_on, is_undecided
from arena.pairing import Format, Terms
from arena.ratings.trueskill import BETA, MU, SIGMA
from arena.standings import Result, bye
from engine.game import rank

SCHEDULED = frozenset({Format.ROUND_ROBIN, Format.POD_ROTATION})  # pairings independent of results


@dataclass(frozen=True)
class Cup:
    """A kind of cup; `spread` and `luck` are standard deviations in points."""

    terms: Terms
    entrants: int
    games: int
    spread: float = SIGMA
    luck: float = BETA


def shares(cup: Cup, number: int) -> list[float]:
    """Simulate a cup; return the best entrant's share of the first rank.

    After each round where rounds can be chosen. A `number` gives the same strengths and luck in all
    cups. Raises CannotPair.
    """
    dice = random.Random(f"strengths {number}")  # noqa: S311  no secret
    strengths = [dice.gauss(MU, cup.spread) for _bot in range(cup.entrants)]
    best = max(range(cup.entrants), key=strengths.__getitem__)
    course = _course(cup, 0 if cup.terms.format in SCHEDULED else number)
    found = []
    history: list[Held] = []
    for history in _played(cup, course, strengths, number):
        if cup.terms.format.has_rounds:
            found.append(_share(course, history, best))
    return found or [_share(course, history, best)]


def _course(cup: Cup, seed: int) -> Course:
    entrants = tuple(range(cup.entrants))
    return Course(cup.terms, entrants, seed, mirrored=cup.games > 1, rematches=True)


def _share(course: Course, history: Sequence[Held], best: int) -> float:
    first = [entrant for place, entrant in course.places(history) if place == 1]
    return (best in first) / len(first)


def _played(
    cup: Cup, course: Course, strengths: Sequence[float], number: int
) -> Iterator[list[Held]]:
    history: list[Held] = []
    meetings: Counter[tuple[int, ...]] = Counter()
    while (stint := _next(cup, course, history)) is not None:
        for table in stint.tables:
            who = tuple(sorted(map(int, table.entrants)))
            meetings[who] += 1
            dice = random.Random(f"{number} {who} {meetings[who]}")  # noqa: S311
            ranks = _ranks(cup, stint, [strengths[int(one)] for one in table.entrants], dice)
            history.append(_held(stint, table, ranks))
        history += [Held(bye(stint.number, one), stint.stage) for one in stint.byes]
        yield history


def _held(stint: Stint, table: Table, ranks: Sequence[int]) -> Held:
    result = Result(stint.number, table.entrants, tuple(ranks))
    return Held(result, stint.stage, table.code, table.group)


def _next(cup: Cup, course: Course, history: Sequence[Held]) -> Stint | None:
    if cup.terms.format not in SCHEDULED:
        return course.next(history)
    schedule = _schedule(cup.terms, cup.entrants)
    played = history[-1].result.round if history else 0
    return schedule[played] if played < len(schedule) else None


@lru_cache(maxsize=8)
def _schedule(terms: Terms, entrants: int) -> list[Stint]:
    course = _course(Cup(terms, entrants, 2), 0)
    history: list[Held] = []
    schedule: list[Stint] = []
    while (stint := course.next(history)) is not None:
        schedule.append(stint)
        history += [_held(stint, table, [1] * len(table.entrants)) for table in stint.tables]
        history += [Held(bye(stint.number, one), stint.stage) for one in stint.byes]
    return schedule


def _ranks(cup: Cup, stint: Stint, strengths: Sequence[float], dice: random.Random) -> list[int]:
    """Return ranks, playing on knockout ties that matter."""
    most = going_on(cup.terms, stint.stage, len(stint.tables) + len(stint.byes))
    matches = [_points(cup, strengths, cup.games, dice)]
    ranks = rank(matches[0])
    while len(matches) <= MOST_EXTRAS and is_undecided(ranks, most):
        games = len(strengths) if cup.games > 1 else 1
        matches.append(_points(cup, strengths, games, dice))
        ranks = rank(list(zip(*matches, strict=True)))
    return ranks


# A performance is strength plus normal luck, half of its variance shared by games on one deal. So
# two games tie a third of matches between equals, in the middle of what was measured (25 to 41 %).
def _points(cup: Cup, strengths: Sequence[float], games: int, dice: random.Random) -> list[int]:
    """Sum a point for each opponent beaten in a game."""
    points = [0] * len(strengths)
    half = cup.luck / sqrt(2)
    for game in range(games):
        if game % len(strengths) == 0:
            on_this_deal = [strength + dice.gauss(0, half) for strength in strengths]
        made = [one + dice.gauss(0, half) for one in on_this_deal]
        for seat, own in enumerate(made):
            points[seat] += sum(own > other for other in made)
    return points
