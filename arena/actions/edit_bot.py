"""Change what an owner says about a bot, and whom it meets."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext as _

from arena.actions.errors import NotYours
from arena.models import Bot


def edit_bot(*, owner: AbstractBaseUser, bot: Bot, description: str, takes_challenges: bool) -> Bot:
    """The bot with these. Challenges that are ordered already are played. Raises NotYours."""
    if bot.owner_id != owner.pk:
        raise NotYours(_("This bot is another's: only its owner may change it."))
    bot.description, bot.takes_challenges = description, takes_challenges
    bot.save(update_fields=["description", "takes_challenges"])
    return bot
