from django.contrib.auth.base_user import AbstractBaseUser

from arena.actions.guards import require_own_bot
from arena.models import Bot
from engine.messages import gettext_noop as _


def edit_bot(
    *,
    owner: AbstractBaseUser,
    bot: Bot,
    description: str,
    takes_challenges: bool,
    source_is_public: bool | None = None,
) -> Bot:
    """Save an owner's settings; `source_is_public` None: unchanged. Raises NotYours."""
    require_own_bot(bot=bot, person=owner, words=_("Only the bot's owner can change it."))
    bot.description, bot.takes_challenges = description, takes_challenges
    if source_is_public is not None:
        bot.source_is_public = source_is_public
    bot.save(update_fields=["description", "takes_challenges", "source_is_public"])
    return bot
