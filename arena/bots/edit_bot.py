from django.contrib.auth.base_user import AbstractBaseUser

from arena.bots.bot_names import bot_name_kept, require_bot_name, require_free_bot_name
from arena.core.guards import require_own_bot
from arena.core.log_action import log_action
from arena.models import Bot
from engine.messages import gettext_noop as _


def edit_bot(
    *,
    owner: AbstractBaseUser,
    bot: Bot,
    description: str,
    takes_challenges: bool,
    asks_first: bool | None = None,
    source_is_public: bool | None = None,
    name: str = "",
) -> Bot:
    """Save an owner's settings; None and an empty `name`: unchanged.

    Raises NotYours, BadName, NameTaken.
    """
    require_own_bot(bot=bot, person=owner, words=_("Only the bot's owner can change it."))
    with bot_name_kept(name=name or bot.name):
        if name and name != bot.name:
            _rename(owner, bot, name)
        bot.description, bot.takes_challenges = description, takes_challenges
        if asks_first is not None:
            bot.asks_first = asks_first
        if source_is_public is not None:
            bot.source_is_public = source_is_public
        bot.save(
            update_fields=["description", "takes_challenges", "asks_first", "source_is_public"]
        )
    return bot


def _rename(owner: AbstractBaseUser, bot: Bot, name: str) -> None:
    """Rename; its address stays, so that links keep working."""
    name = require_bot_name(name=name)
    require_free_bot_name(name=name, owner=owner, present=bot)
    log_action(actor=owner, verb="rename_bot", target=bot, before=bot.name, name=name)
    bot.name = name
    bot.save(update_fields=["name", "name_key"])
