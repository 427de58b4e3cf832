"""Who plays in which division: promotion, relegation, and who takes the places that are free."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import NamedTuple

Bot = int
Divisions = list[list[Bot]]


class Candidate(NamedTuple):
    """A bot that may play; `owner` is None where its owner may have any number."""

    bot: Bot
    owner: Hashable


def moves_between(sizes: Sequence[int], promoted: int) -> list[int]:
    """How many change between each division and the next: no more than half of either."""
    return [min(promoted, upper // 2, lower // 2) for upper, lower in pairwise(sizes)]


def apply_promotions(last: Sequence[Sequence[Bot]], promoted: int) -> list[Bot]:
    """All in one line, the best first, after promotion and relegation.

    `last`: the bots of each division by their places. The last `promoted` of a division change with
    the first of the next. Of a new division first stand those who came
    down, then those who stayed, then those who came up: so the best of those relegated is the first
    to stay where a place is free after all.
    """
    change = moves_between([len(division) for division in last], promoted)
    line: list[Bot] = []
    fallen: list[Bot] = []
    for division, up, down in zip(last, [0, *change], [*change, 0], strict=bool(last)):
        stay = len(division) - down
        line += [*division[:up], *fallen, *division[up:stay]]
        fallen = list(division[stay:])
    return line


def divisions(
    line: Sequence[Bot],
    ranking: Sequence[Candidate],
    *,
    count: int,
    size: int,
    bots_per_owner: int,
) -> Divisions:
    """The line cut into at most `count` divisions of `size`, all full but the last.

    Who stands in the line and not in the `ranking`, best first, of those that may play, is gone:
    the others move up, and the best of the ranking follow behind the line. No owner has more than
    `bots_per_owner`; those that stand first count.
    """
    candidates = {one.bot: one for one in ranking}
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
