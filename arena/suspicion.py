"""Which bot makes matches fail, told from how often they failed and with whom: numbers only."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

MOST_FAILURES = 3
TIMES = 3  # as often as others', and more, may a bot's tries fail by chance


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


def share(matches: Iterable[Tried], *, unknown: float = 0.0) -> float:
    """The share of their tries that failed; `unknown` where there was none."""
    counted = list(matches)
    failed = sum(match.failed for match in counted)
    tries = failed + sum(match.is_finished for match in counted)
    return failed / tries if tries else unknown


def is_suspect(
    bot: int, own: Sequence[Tried], opponents: Mapping[int, Sequence[Tried]], others: float
) -> bool:
    """Do matches fail because of this bot, as far as its record tells?

    `own` are its matches, `opponents` those of each bot that was in one that failed, and `others`
    is the share of failed tries in matches without it. At least three tries must have failed, in
    at least two matches, and three more than three times what that share of its tries comes to.
    Not counted are matches whose failure an opponent explains: see `_is_explained`.
    """
    failed = [
        match
        for match in own
        if match.failed and not _is_explained(bot, match, own=own, opponents=opponents)
    ]
    if len(failed) < 2:
        return False
    failures = count_failures(failed)
    tries = failures + sum(match.is_finished for match in own)
    return failures >= MOST_FAILURES + TIMES * others * tries


def _is_explained(
    bot: int, match: Tried, *, own: Sequence[Tried], opponents: Mapping[int, Sequence[Tried]]
) -> bool:
    """Is there an opponent that fails as often, those of the two together left out?

    So a bot that fails with one opponent alone is not suspected, whichever of them it is. Where
    there are no others, nothing speaks for a bot.
    """
    return any(
        share((one for one in opponents.get(other, ()) if bot not in one.bots), unknown=1.0)
        >= share((one for one in own if other not in one.bots), unknown=1.0)
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
