from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.bots.promote_version import promote_version
from arena.core.errors import VersionUnfit, Withdrawn
from arena.core.guards import require_own_bot, require_quota
from arena.core.locks import lock_bot
from arena.core.log_action import log_action
from arena.models import Action, Bot, Version
from engine.messages import gettext_noop as _

VERB = "activate_version"


@transaction.atomic
def activate_version(*, version: Version, by: AbstractBaseUser) -> Version:
    """Make an accepted version its bot's current one, placed anew; end a bench.

    Raises NotYours, Withdrawn, VersionUnfit, QuotaUsed: each change is a turn before others.
    """
    bot = lock_bot(bot=version.bot)
    version = bot.versions.get(pk=version.pk)
    require_own_bot(bot=bot, person=by, words=_("Only the bot's owner can choose its version."))
    if bot.state == Bot.State.WITHDRAWN:
        words = _(
            "“%(name)s” was withdrawn. Upload a file as a new bot with this name to bring it back."
        )
        raise Withdrawn(words, name=bot.name)
    _require_fit(bot, version)
    require_quota(
        person=by,
        done=Action.objects.filter(actor=by.pk, verb=VERB),
        most=settings.UPLOADS_PER_DAY,
        words=_("You can switch versions %(most)d times a day. Try again from %(when)s."),
    )
    before = bot.current.number if bot.current else None
    promote_version(bot=bot, version=version)
    log_action(actor=by, verb=VERB, target=bot, bot=bot.name, version=version.number, before=before)
    return version


def _require_fit(bot: Bot, version: Version) -> None:
    if bot.current_id == version.pk:
        words = _("Version %(number)d is already playing.")
    elif version.state != Version.State.ACCEPTED:
        words = _("Version %(number)d is %(state)s. Only an accepted version can play.")
    elif version.failure:
        words = _("Version %(number)d failed a repeated check. Upload it again.")
    elif bot.current and bot.current.state == Version.State.CHECKING:
        words = _("The current version is being checked again. Wait for the result.")
    else:
        return
    state = Version.State(version.state).label
    raise VersionUnfit(words, number=version.number, state=state)
