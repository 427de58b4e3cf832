"""Who plays whom: numbers only.

Who has waited longest is seated first, never who is most uncertain (such a rule starves settled
bots, or lets one bot eat all games). Opponents are drawn by nearness of rating with a heavy tail:
mostly near, sometimes far, so that no group of bots only ever meets itself (after Halite III).
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

PLACEMENT_MATCHES = 10
PLACEMENT_HASTE = 3.0  # a second of a newcomer's waiting counts as so many
SETTLED_MATCHES = 60  # rank correlation with the truth reached 0.987 by then in simulation
WIDTH = 4.0  # half of the draws fall within this distance of mu where bots stand evenly
MOST_LIVE = 2  # matches that an opponent may have queued or running already


@dataclass(frozen=True)
class Candidate:
    """A bot that may be seated. `waited` in seconds; `met` its last opponents, latest first."""

    id: int
    owner: int
    mu: float
    matches: int
    waited: float
    is_house: bool = False
    live: int = 0
    met: tuple[int, ...] = field(default=())


def is_settled(candidates: Sequence[Candidate]) -> bool:
    """Has everybody played enough that matches need not follow each other at once?"""
    return all(candidate.matches >= SETTLED_MATCHES for candidate in candidates)


def by_turn(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Those whose turn it is, first first: never rated, then by waiting, newcomers' weighing more.

    Who has a match before him already waits for that.
    """

    def turn(candidate: Candidate) -> tuple[bool, float, int]:
        haste = PLACEMENT_HASTE if candidate.matches < PLACEMENT_MATCHES else 1.0
        return candidate.matches > 0, -haste * candidate.waited, candidate.id

    return sorted((one for one in candidates if not one.live), key=turn)


def pairings(
    candidates: Sequence[Candidate], *, seats: int, most: int, dice: random.Random
) -> Iterator[tuple[Candidate, ...]]:
    """At most `most` lineups of `seats` candidates, the most urgent first.

    The first of a lineup is the one whose turn it is; nobody is in two of them. Fewer come where
    too few may meet: two bots of one owner never do, unless both are house bots.
    """
    seated: set[int] = set()
    made = 0
    for seed in by_turn(candidates):
        if made >= most:
            return
        if seed.id in seated:
            continue
        pool = [one for one in candidates if one.id not in seated and one.live < MOST_LIVE]
        lineup = _lineup(seed, pool, seats, dice)
        if lineup is not None:
            seated.update(one.id for one in lineup)
            made += 1
            yield tuple(lineup)


def _lineup(
    seed: Candidate, pool: Sequence[Candidate], seats: int, dice: random.Random
) -> list[Candidate] | None:
    lineup = [seed]
    while len(lineup) < seats:
        eligible = [one for one in pool if all(_may_meet(one, other) for other in lineup)]
        if not eligible:
            return None
        lineup.append(_drawn(seed, _fresh(seed, eligible), dice))
    return lineup


def _may_meet(one: Candidate, other: Candidate) -> bool:
    if one.id == other.id:
        return False
    return one.owner != other.owner or (one.is_house and other.is_house)


def _fresh(seed: Candidate, eligible: Sequence[Candidate]) -> Sequence[Candidate]:
    """Without the latest opponents, half of the field at most: no repeat while others wait."""
    skipped = set(seed.met[: len(eligible) // 2])
    return [one for one in eligible if one.id not in skipped] or eligible


def _drawn(seed: Candidate, eligible: Sequence[Candidate], dice: random.Random) -> Candidate:
    """By nearness, with the weights of a Cauchy distribution."""
    weights = [1 / (1 + ((one.mu - seed.mu) / WIDTH) ** 2) for one in eligible]
    return dice.choices(eligible, weights)[0]
