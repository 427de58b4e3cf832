from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.guards import require_own_bot
from arena.core.locks import lock_bot
from arena.matches.void_matches import void_matches
from arena.models import Bot, Match
from engine.messages import Message
from engine.messages import gettext_noop as _


@transaction.atomic
def withdraw_bot(*, owner: AbstractBaseUser, bot: Bot) -> Bot:
    """Withdraw for good; void unstarted matches. Raises NotYours."""
    bot = lock_bot(bot=bot)
    require_own_bot(bot=bot, person=owner, words=_("Only the bot's owner can withdraw it."))
    bot.withdraw()
    queued = Match.objects.for_present(bot).unstarted()
    void_matches(matches=queued, reason=withdrawn(bot))
    return bot


def withdrawn(bot: Bot) -> Message:
    return Message(_("%(bot)s was withdrawn."), {"bot": bot.name})
