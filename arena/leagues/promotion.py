from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import NamedTuple

Bot = int
Divisions = list[list[Bot]]


class Candidate(NamedTuple):
    """A bot; `owner` None: unlimited."""

    bot: Bot
    owner: Hashable


def moves_between(sizes: Sequence[int], promoted: int) -> list[int]:
    """Return how many swap between neighbours, half at most."""
    return [min(promoted, upper // 2, lower // 2) for upper, lower in pairwise(sizes)]


def apply_promotions(last: Sequence[Sequence[Bot]], promoted: int) -> list[Bot]:
    """Return all bots after promotion and relegation, best first; `last` by rank."""
    change = moves_between([len(division) for division in last], promoted)
    line: list[Bot] = []
    relegated: list[Bot] = []
    for division, up, down in zip(last, [0, *change], [*change, 0], strict=bool(last)):
        stay = len(division) - down
        # Those relegated come before those who stay: the best of them stays up where a place is
        # free.
        line += [*division[:up], *relegated, *division[up:stay]]
        relegated = list(division[stay:])
    return line


def divisions(
    line: Sequence[Bot],
    ranking: Sequence[Candidate],
    *,
    count: int,
    size: int,
    bots_per_owner: int,
) -> Divisions:
    """Cut into `count` divisions of `size`, all full but the last.

    Drops bots not in `ranking`, appends its best others, within `bots_per_owner`.
    """
    candidates = {candidate.bot: candidate for candidate in ranking}
    order = dict.fromkeys([bot for bot in line if bot in candidates])
    had: Counter[Hashable] = Counter()
    chosen = []
    for bot in [*order, *(bot for bot in candidates if bot not in order)]:
        owner = candidates[bot].owner
        had[owner] += 1
        if owner is None or had[owner] <= bots_per_owner:
            chosen.append(bot)
    chosen = chosen[: count * size]
    return [chosen[start : start + size] for start in range(0, len(chosen), size)]
