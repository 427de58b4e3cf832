"""Which bot makes matches fail, told from how often they failed and with whom: numbers only."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import comb
from typing import NamedTuple

MOST_FAILURES = 3
TIMES = 3  # as often as others', and more, may a bot's tries fail by chance
CHANCE = 0.001  # of an innocent bot to sit in so many failed tries


class Tries(NamedTuple):
    """How many tries of some matches failed, and how many came to a result."""

    failed: int
    finished: int

    @property
    def share(self) -> float:
        """The share that failed; 0 where there was none."""
        return self.failed / (sum(self) or 1)


@dataclass(frozen=True)
class Tried:
    """One match: who sat in it, how many tries failed, and whether one succeeded.

    The last of the failed tries went on from `began` to `ended`.
    """

    bots: frozenset[int]
    failed: int
    is_finished: bool
    began: datetime
    ended: datetime


def share(matches: Iterable[Tried]) -> float:
    """The share of their tries that failed; 1 where there was none, which speaks for nobody."""
    counted = list(matches)
    failed = sum(match.failed for match in counted)
    tries = failed + sum(match.is_finished for match in counted)
    return failed / tries if tries else 1.0


def is_suspect(
    bot: int, own: Sequence[Tried], opponents: Mapping[int, Sequence[Tried]], others: Tries
) -> bool:
    """Do matches fail because of this bot, as far as its record tells?

    `own` are its matches, `opponents` those of each bot that was in one that failed, and `others`
    the tries of matches without it. At least three tries must have failed, in at least two matches,
    and three more than three times what the others' share of its tries comes to. Moreover three of
    them must have failed since the bot last finished a match, or so many that it is no chance: a
    machine that was lost now and then happened to play somebody. Not counted are matches whose
    failure an opponent explains: see `_is_explained`.
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
    return _in_a_row(failed, own) >= MOST_FAILURES or chance_of(tries, others) < CHANCE


def _in_a_row(failed: Iterable[Tried], own: Iterable[Tried]) -> int:
    """How many failed since the bot last finished a match."""
    finished = [match.began for match in own if match.is_finished]
    last = max(finished, default=datetime.min.replace(tzinfo=UTC))
    return count_failures(match for match in failed if not match.is_finished and match.began > last)


def chance_of(tries: Tries, others: Tries) -> float:
    """The probability that a bot with so many tries has as many of all failures, or more, where
    each try fails alike: the upper tail of a binomial distribution."""
    failed, of_bot = tries.failed + others.failed, sum(tries)
    share = of_bot / (of_bot + sum(others))
    return sum(
        comb(failed, count) * share**count * (1 - share) ** (failed - count)
        for count in range(tries.failed, failed + 1)
    )


def _is_explained(
    bot: int, match: Tried, *, own: Sequence[Tried], opponents: Mapping[int, Sequence[Tried]]
) -> bool:
    """Is there an opponent that fails as often, those of the two together left out?

    So a bot that fails with one opponent alone is not suspected, whichever of them it is. Where
    there are no others, nothing speaks for a bot.
    """
    return any(
        share(one for one in opponents.get(other, ()) if bot not in one.bots)
        >= share(one for one in own if other not in one.bots)
        for other in match.bots - {bot}
    )


def count_failures(matches: Iterable[Tried]) -> int:
    """How often something went wrong with these matches.

    Of those that went on when the first of them failed, the one that failed most counts: whatever
    takes a machine away takes all that it plays, and is no bot's doing.
    """
    total, worst, until = 0, 0, None
    for match in sorted(matches, key=lambda match: match.ended):
        if until is None or match.began > until:
            total, worst, until = total + worst, 0, match.ended
        worst = max(worst, match.failed)
    return total + worst
