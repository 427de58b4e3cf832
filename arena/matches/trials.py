"""Trials and gauntlets: matches of a new version beside the current one."""

from collections.abc import Sequence

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.errors import NoChallenge
from arena.core.guards import count_trial, require_candidate
from arena.core.seeds import draw_seed
from arena.matches.order_match import LADDER_PRIORITY, order_match
from arena.models import Bot, Ladder, Match, Version
from arena.queue.enqueue import enqueue
from arena.ratings.trials import MATCHES, is_over
from engine.messages import gettext_noop as _

TRIALS_A_DAY = 6
OPPONENTS = 4
DEALS = 8  # with each opponent, for each version
GAUNTLETS_A_DAY = 2


@transaction.atomic
def order_trial(*, version: Version, by: AbstractBaseUser) -> list[Match]:
    """Queue unrated matches against the current version.

    Raises as `require_candidate`, NoChallenge, QuotaUsed.
    """
    present, ladder = require_candidate(version=version, by=by)
    if version.trial_against(present).live().exists():
        raise NoChallenge(_("The last trial is still running. Wait for it to finish."))
    words = _("You can start %(most)d trials a day. Try again from %(when)s.")
    count_trial(
        verb="order_trial", version=version, present=present, by=by, most=TRIALS_A_DAY, words=words
    )
    return _order(version, present, ladder, by)


@transaction.atomic
def continue_trial(*, match: Match) -> list[Match]:
    """Queue the next after a trial's last one, unless it is over or another version plays."""
    version = match.candidate
    if version is None or match.seats.exclude(version__bot=version.bot_id).exists():
        return []
    present = Bot.objects.locked(version.bot_id).current
    if present is None or not match.seats.filter(version=present).exists():
        return []
    if version.trial_against(present).live().exists() or is_over(version.trial_counts(present)):
        return []
    ladder = version.ladder
    if ladder is None or not ladder.may_try_versions:
        return []
    return _order(version, present, ladder, match.ordered_by or version.bot.owner)


def _order(version: Version, present: Version, ladder: Ladder, by: AbstractBaseUser) -> list[Match]:
    matches = [
        trial_match(candidate=version, ladder=ladder, seats=[version, present], by=by)
        for _number in range(MATCHES)
    ]
    enqueue(matches=matches)
    return matches


def trial_match(
    *,
    candidate: Version,
    ladder: Ladder,
    seats: Sequence[Version],
    by: AbstractBaseUser,
    seed: int | None = None,
) -> Match:
    """Order an unrated match of two games."""
    return order_match(
        ladder=ladder,
        purpose=Match.Purpose.CHALLENGE,
        versions=seats,
        games=2,
        priority=LADDER_PRIORITY,
        ordered_by=by,
        candidate=candidate,
        seed=seed,
    )


@transaction.atomic
def order_gauntlet(*, version: Version, by: AbstractBaseUser) -> list[Match]:
    """Queue unrated matches of this and the current version on the same deals.

    Raises as `require_candidate`, NoChallenge, QuotaUsed.
    """
    present, ladder = require_candidate(version=version, by=by)
    # The ladder's best house bots: weak ones tell nothing.
    others = ladder.entries.seatable().filter(bot__is_house=True).exclude(bot=version.bot_id)
    entries = others.ranked().select_related("bot__current")[:OPPONENTS]
    opponents = [entry.bot.current for entry in entries if entry.bot.current]
    if not opponents:
        raise NoChallenge(_("No house bots play on “%(ladder)s”."), ladder=ladder.name)
    if version.gauntlet().live().exists():
        raise NoChallenge(_("The last gauntlet is still running. Wait for it to finish."))
    words = _("You can start %(most)d gauntlets a day. Try again from %(when)s.")
    count_trial(
        verb="order_gauntlet",
        version=version,
        present=present,
        by=by,
        most=GAUNTLETS_A_DAY,
        words=words,
    )
    matches = []
    for _deal in range(DEALS):
        for opponent in opponents:
            # The first match shows the seed before the other is played, which helps nobody:
            # versions are immutable.
            seed = draw_seed()
            for entrant in (version, present):
                seats = [entrant, opponent]
                matches.append(
                    trial_match(candidate=version, ladder=ladder, seats=seats, by=by, seed=seed)
                )
    enqueue(matches=matches)
    return matches
