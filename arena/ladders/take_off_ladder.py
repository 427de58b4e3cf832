from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.guards import require_run_by
from arena.core.locks import lock_bots
from arena.core.log_action import log_action
from arena.ladders.leave_ladder import leave_locked
from arena.ladders.put_on_ladder import require_house
from arena.models import Bot, Ladder


@transaction.atomic
def take_off_ladder(
    *, organiser: AbstractBaseUser, ladder: Ladder, bot: Bot, reason: str = ""
) -> None:
    """Take a house bot off a ladder; its results stay.

    Raises NotOrganiser, BotUnfit, NotEntered.
    """
    require_run_by(competition=ladder, person=organiser)
    [bot] = lock_bots(bots=Bot.objects.filter(pk=bot.pk), ladder_id=ladder.pk)
    require_house(bot=bot)
    leave_locked(bot=bot, ladder=ladder)
    log_action(actor=organiser, verb="take_off_ladder", target=ladder, reason=reason, bot=bot.name)
