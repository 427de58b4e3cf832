from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.bots.queue_checks import queue_checks
from arena.core.errors import NotBenched
from arena.core.guards import require_own_bot
from arena.models import Bot, Ladder, Version
from engine.messages import gettext_noop as _


@transaction.atomic
def recheck_bot(*, owner: AbstractBaseUser, bot: Bot) -> Version:
    """Queue a check of a benched version. Raises NotYours, NotBenched."""
    bot = Bot.objects.locked(bot.pk)
    require_own_bot(bot=bot, person=owner, words=_("Only the bot's owner can request a check."))
    version = bot.current
    if bot.state != Bot.State.BENCHED or version is None:
        raise NotBenched(_("This bot is not benched, so it needs no check."))
    if version.state == Version.State.CHECKING:
        return version
    version.state, version.ladder = Version.State.CHECKING, _ladder(bot, version)
    version.save(update_fields=["state", "ladder"])
    queue_checks(version=version, ladder=version.ladder, enters=False)
    return version


def _ladder(bot: Bot, version: Version) -> Ladder:
    return version.ladder or bot.entries.select_related("ladder").latest("created_at").ladder
