from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import comb
from typing import NamedTuple

MOST_FAILURES = 3
TIMES = 3  # how many times others' share of failures is allowed
CHANCE = 0.001  # of an innocent bot in so many failed tries


class Tries(NamedTuple):
    """Failed tries, and those with a result."""

    failed: int
    finished: int

    @property
    def share(self) -> float:
        return self.failed / (sum(self) or 1)


@dataclass(frozen=True)
class TriedMatch:
    """A match's tries; the last failed one lasted from `began` to `ended`."""

    bots: frozenset[int]
    failed: int
    is_finished: bool
    began: datetime
    ended: datetime


def share(matches: Iterable[TriedMatch]) -> float:
    """Return the failed share, 1 without tries: that clears nobody."""
    counted = list(matches)
    failed = sum(match.failed for match in counted)
    tries = failed + sum(match.is_finished for match in counted)
    return failed / tries if tries else 1.0


def is_suspect(
    bot: int,
    own: Sequence[TriedMatch],
    opponents: Mapping[int, Sequence[TriedMatch]],
    others: Tries,
) -> bool:
    """Return whether this bot makes matches fail: two at least, and far more than without it.

    `own` are its matches, `opponents` those of each bot in a failed one, `others` tries without it.
    """
    failed = [
        match
        for match in own
        if match.failed and not _is_explained(bot, match, own=own, opponents=opponents)
    ]
    if len(failed) < 2:
        return False
    tries = Tries(count_failures(failed), sum(match.is_finished for match in own))
    if tries.failed < MOST_FAILURES + TIMES * others.share * sum(tries):
        return False
    # Machines that are lost now and then hit somebody: so in a row, or beyond chance.
    finished = [match.began for match in own if match.is_finished]
    last = max(finished, default=datetime.min.replace(tzinfo=UTC))
    since = [match for match in failed if not match.is_finished and match.began > last]
    return count_failures(since) >= MOST_FAILURES or chance_of(tries, others) < CHANCE


def chance_of(tries: Tries, others: Tries) -> float:
    """Return the binomial probability of as many failures."""
    failed, of_bot = tries.failed + others.failed, sum(tries)
    share = of_bot / (of_bot + sum(others))
    return sum(
        comb(failed, count) * share**count * (1 - share) ** (failed - count)
        for count in range(tries.failed, failed + 1)
    )


def _is_explained(
    bot: int,
    match: TriedMatch,
    *,
    own: Sequence[TriedMatch],
    opponents: Mapping[int, Sequence[TriedMatch]],
) -> bool:
    """Return whether an opponent fails as often without this bot: then neither is convicted."""
    return any(
        share(tried for tried in opponents.get(other, ()) if bot not in tried.bots)
        >= share(tried for tried in own if other not in tried.bots)
        for other in match.bots - {bot}
    )


def count_failures(matches: Iterable[TriedMatch]) -> int:
    """Count failures, of overlapping ones the worst: a lost machine fails all."""
    total, worst, until = 0, 0, None
    for match in sorted(matches, key=lambda match: match.ended):
        if until is None or match.began > until:
            total, worst, until = total + worst, 0, match.ended
        worst = max(worst, match.failed)
    return total + worst
