from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.errors import NoChallenge
from arena.core.guards import count_trial, require_candidate
from arena.core.seeds import draw_seed
from arena.matches.order_trial import trial_match
from arena.models import Ladder, Match, Version
from arena.queue.enqueue import enqueue
from engine.messages import gettext_noop as _

VERB = "order_gauntlet"
OPPONENTS = 4
DEALS = 8  # with each opponent, for each version
GAUNTLETS_A_DAY = 2


@transaction.atomic
def order_gauntlet(*, version: Version, by: AbstractBaseUser) -> list[Match]:
    """Queue unrated matches of this and the current version on the same deals.

    Raises as `require_candidate`, NoChallenge, QuotaUsed.
    """
    present, ladder = require_candidate(version=version, by=by)
    opponents = _opponents(ladder, version)
    if version.gauntlet().live().exists():
        raise NoChallenge(_("The last gauntlet is still running. Wait for it to finish."))
    words = _("You can start %(most)d gauntlets a day. Try again from %(when)s.")
    count_trial(
        verb=VERB, version=version, present=present, by=by, most=GAUNTLETS_A_DAY, words=words
    )
    pairs = [
        _deal(ladder, version, present, opponent, by)
        for _number in range(DEALS)
        for opponent in opponents
    ]
    matches = [match for pair in pairs for match in pair]
    enqueue(matches=matches)
    return matches


def _opponents(ladder: Ladder, version: Version) -> list[Version]:
    """Return the ladder's best house bots: weak ones tell nothing."""
    others = ladder.entries.seatable().filter(bot__is_house=True).exclude(bot=version.bot_id)
    entries = others.ranked().select_related("bot__current")[:OPPONENTS]
    found = [entry.bot.current for entry in entries if entry.bot.current]
    if not found:
        words = _("No house bots play on “%(ladder)s”.")
        raise NoChallenge(words, ladder=ladder.name)
    return found


def _deal(
    ladder: Ladder,
    version: Version,
    present: Version,
    opponent: Version,
    by: AbstractBaseUser,
) -> list[Match]:
    # The first match shows the seed before the other is played, which helps nobody: versions are
    # immutable.
    seed = draw_seed()
    return [
        trial_match(candidate=version, ladder=ladder, seats=[entrant, opponent], by=by, seed=seed)
        for entrant in (version, present)
    ]
