"""Have a version of one's bot and the one that plays meet the same bots on the same deals."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from arena.actions.errors import NoChallenge
from arena.actions.guards import count_trial, require_candidate
from arena.actions.matches.order_trial import trial_match
from arena.actions.workers.enqueue import enqueue
from arena.models import Ladder, Match, Version
from arena.seeds import draw_seed

VERB = "order_gauntlet"
OPPONENTS = 4
DEALS = 8  # with each opponent, for either version
GAUNTLETS_A_DAY = 2


@transaction.atomic
def order_gauntlet(*, version: Version, by: AbstractBaseUser) -> list[Match]:
    """Some unrated matches of two games, by the rules of the ladder that it was uploaded for: on
    each deal this version and the one that plays meet the same sample bot, the one as the other.
    They wait their turn among the ladder's own.

    The first match of a deal shows its seed to the owner before the other is played. Nothing comes
    of it: neither version can be changed any more.

    Raises what `require_candidate` does, NoChallenge where the ladder has no house bots or the last
    gauntlet is still to be played, or QuotaUsed after `GAUNTLETS_A_DAY`.
    """
    present, ladder = require_candidate(version=version, by=by)
    opponents = _opponents(ladder, version)
    if version.gauntlet().live().exists():
        raise NoChallenge(_("The last gauntlet is still being played: wait for it."))
    words = _("You may order %(most)d gauntlets a day. The next one from %(when)s.")
    count_trial(
        verb=VERB, version=version, present=present, by=by, most=GAUNTLETS_A_DAY, words=words
    )
    pairs = [
        _deal(ladder, version, present, opponent)
        for _number in range(DEALS)
        for opponent in opponents
    ]
    matches = [match for pair in pairs for match in pair]
    enqueue(matches=matches)
    return matches


def _opponents(ladder: Ladder, version: Version) -> list[Version]:
    """The best sample bots of the ladder: a bot that anybody beats tells no two versions apart."""
    others = ladder.entries.listed().filter(bot__is_house=True).exclude(bot=version.bot_id)
    entries = others.ranked().select_related("bot__current")[:OPPONENTS]
    found = [entry.bot.current for entry in entries if entry.bot.current]
    if not found:
        words = _("No sample bot plays on “%(ladder)s”: there is nobody to run the gauntlet of.")
        raise NoChallenge(words % {"ladder": ladder.name})
    return found


def _deal(ladder: Ladder, version: Version, present: Version, opponent: Version) -> list[Match]:
    """Both on one deal, which nobody knows."""
    seed = draw_seed()
    return [
        trial_match(candidate=version, ladder=ladder, seats=[entrant, opponent], seed=seed)
        for entrant in (version, present)
    ]
