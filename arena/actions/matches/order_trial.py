"""Have a version of one's bot that does not play yet meet the one that does, before it may."""

from collections.abc import Sequence

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from arena.actions.errors import NoChallenge
from arena.actions.guards import count_trial, require_candidate
from arena.actions.matches.order_match import LADDER_PRIORITY, order_match
from arena.actions.workers.enqueue import enqueue
from arena.models import Ladder, Match, Version

VERB = "order_trial"
MATCHES = 20
TRIALS_A_DAY = 6


@transaction.atomic
def order_trial(*, version: Version, by: AbstractBaseUser) -> list[Match]:
    """Some unrated matches of two games, by the rules of the ladder that it was uploaded for,
    between this version and the one that plays. They wait their turn among the ladder's own.

    Raises what `require_candidate` does, NoChallenge where the last ones are still to be played, or
    QuotaUsed after `TRIALS_A_DAY`.
    """
    present, ladder = require_candidate(version=version, by=by)
    if version.trial_against(present).live().exists():
        raise NoChallenge(_("The last trial is still being played: wait for it."))
    words = _("You may order %(most)d trials a day. The next one from %(when)s.")
    count_trial(verb=VERB, version=version, present=present, by=by, most=TRIALS_A_DAY, words=words)
    seats = [version, present]
    matches = [
        trial_match(candidate=version, ladder=ladder, seats=seats) for _number in range(MATCHES)
    ]
    enqueue(matches=matches)
    return matches


def trial_match(
    *, candidate: Version, ladder: Ladder, seats: Sequence[Version], seed: int | None = None
) -> Match:
    """One unrated match of two games that tries the candidate."""
    return order_match(
        ladder=ladder,
        purpose=Match.Purpose.CHALLENGE,
        versions=seats,
        games=2,
        priority=LADDER_PRIORITY,
        candidate=candidate,
        seed=seed,
    )
