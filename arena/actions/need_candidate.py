"""Who may be tried against the version that plays, and how often a day."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext as _

from arena.actions.errors import BotUnfit, NoChallenge, NoJail, NotYours
from arena.actions.need_quota import require_quota
from arena.models import Action, Bot, Ladder, Version, Worker


def require_candidate(*, version: Version, by: AbstractBaseUser) -> tuple[Version, Ladder]:
    """The version that plays instead of this one, and the ladder by whose rules they are tried. The
    bot's row is locked until the caller's transaction ends.

    Raises NotYours, BotUnfit where there are no two such versions, NoChallenge where their matches
    could tell nothing, or NoJail.
    """
    bot = Bot.objects.locked(version.bot_id)
    if bot.owner_id != by.pk:
        raise NotYours(_("This bot is another's: only its owner tries its versions."))
    present = _present(bot, version)
    ladder = version.ladder
    if ladder is None or not ladder.may_try_versions:
        raise NoChallenge(_("Trials are for ladders of two seats that are not closed."))
    if Worker.objects.all().jail_problem():
        raise NoJail(_("No machine here can jail bots now: trials would wait for ever."))
    return present, ladder


def _present(bot: Bot, version: Version) -> Version:
    """The version that plays; another than the one that is tried."""
    present = bot.current
    if bot.state != Bot.State.ACTIVE or present is None:
        raise BotUnfit(_("This bot does not play now: there is nothing to try a version against."))
    if version.state != Version.State.ACCEPTED or version.failure:
        raise BotUnfit(_("This version has not passed its check: it cannot be tried."))
    if present.pk == version.pk:
        raise BotUnfit(_("This version is the one that plays already."))
    return present


def count_trial(
    *, verb: str, version: Version, present: Version, by: AbstractBaseUser, most: int, words: str
) -> None:
    """Note that it was ordered. Raises QuotaUsed, in these words, after `most` of them a day."""
    done = Action.objects.filter(actor=by.pk, verb=verb)
    require_quota(person=by, done=done, most=most, words=words)
    Action.objects.create(
        actor_id=by.pk,
        verb=verb,
        target=f"bot {version.bot_id}",
        details={"bot": version.bot.slug, "version": version.number, "against": present.number},
    )
