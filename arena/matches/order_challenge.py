from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.errors import NoChallenge
from arena.matches.send_challenge import send_challenge, waits_for_answer
from arena.models import Bot, Ladder, Match
from engine.messages import gettext_noop as _


@transaction.atomic
def order_challenge(
    *, challenger: AbstractBaseUser, bot: Bot, opponent: Bot, ladder: Ladder
) -> Match:
    """Queue one match that starts at once, by the ladder's rules. Raises as `send_challenge`."""
    if opponent.takes_challenges and waits_for_answer(opponent, challenger):
        words = _(
            "The owner of “%(name)s” wants to be asked first. Send the challenge to the bot: its "
            "page and bots/%(slug)s/challenges/ do that."
        )
        raise NoChallenge(words, name=opponent.name, slug=opponent.slug)
    challenge = send_challenge(challenger=challenger, bot=bot, opponent=opponent, ladder=ladder)
    return challenge.matches.get()
