"""Let one's bot play with an earlier version again, or with the newer one after all."""

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from arena.actions.bots.promote_version import promote_version
from arena.actions.errors import NotYours, VersionUnfit, Withdrawn
from arena.actions.guards import require_quota
from arena.actions.locks import lock_bot
from arena.actions.log_action import log_action
from arena.models import Action, Bot, Version

VERB = "activate_version"


@transaction.atomic
def activate_version(*, version: Version, by: AbstractBaseUser) -> Version:
    """Its bot plays with this accepted version from now on, and is placed anew; one that was
    benched with another version is free again.

    Raises NotYours, Withdrawn, VersionUnfit for a version that may not play or plays already, and
    QuotaUsed after `settings.UPLOADS_A_DAY`: each time is a turn before others.
    """
    bot = lock_bot(bot=version.bot)
    version = bot.versions.get(pk=version.pk)
    if bot.owner_id != by.pk:
        raise NotYours(_("This bot is another's: only its owner chooses its version."))
    if bot.state == Bot.State.WITHDRAWN:
        words = _("“%(name)s” was withdrawn for good: no version of it can play again.")
        raise Withdrawn(words % {"name": bot.name})
    _need_fit(bot, version)
    require_quota(
        person=by,
        done=Action.objects.filter(actor=by.pk, verb=VERB),
        most=settings.UPLOADS_A_DAY,
        words=_("You may change versions %(most)d times a day. The next time from %(when)s."),
    )
    before = bot.current.number if bot.current else None
    promote_version(bot=bot, version=version)
    log_action(actor=by, verb=VERB, target=bot, bot=bot.name, version=version.number, before=before)
    return version


def _need_fit(bot: Bot, version: Version) -> None:
    """Refuse what has not passed its latest check, and what plays; a re-check is waited for, since
    its end decides what plays."""
    told = {"name": bot.name, "number": version.number, "state": version.get_state_display()}
    if bot.current_id == version.pk:
        words = _("Version %(number)d is the one that plays already.")
    elif version.state != Version.State.ACCEPTED:
        words = _("Version %(number)d is %(state)s: only an accepted version can play.")
    elif version.failure:
        words = _("Version %(number)d failed when it was checked again: upload it anew.")
    elif bot.current and bot.current.state == Version.State.CHECKING:
        words = _("The present version is being checked again: wait until that is decided.")
    else:
        return
    raise VersionUnfit(words % told)
