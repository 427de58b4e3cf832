"""Check a benched bot's version again: passed, it plays again."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from arena.actions.bots.queue_checks import queue_checks
from arena.actions.errors import NotBenched, NotYours
from arena.models import Bot, Ladder, Version


@transaction.atomic
def recheck_bot(*, owner: AbstractBaseUser, bot: Bot) -> Version:
    """Order another check of the version that was benched. Raises Refused where there is none."""
    bot = Bot.objects.locked(bot.pk)
    if bot.owner_id != owner.pk:
        raise NotYours(_("This bot is another's: only its owner may ask for a check."))
    version = bot.current
    if bot.state != Bot.State.BENCHED or version is None:
        raise NotBenched(_("This bot is not benched: there is nothing to check again."))
    if version.state == Version.State.CHECKING:
        return version
    version.state = Version.State.CHECKING
    version.save(update_fields=["state"])
    queue_checks(version=version, ladder=_ladder(bot, version))
    return version


def _ladder(bot: Bot, version: Version) -> Ladder:
    return version.ladder or bot.entries.select_related("ladder").latest("created_at").ladder
