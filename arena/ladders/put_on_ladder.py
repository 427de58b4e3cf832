from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.errors import BotUnfit
from arena.core.guards import require_run_by
from arena.core.locks import lock_bots
from arena.core.log_action import log_action
from arena.ladders.join_ladder import join_locked
from arena.models import Bot, Ladder, LadderCheck
from engine.messages import gettext_noop as _


@transaction.atomic
def put_on_ladder(
    *, organiser: AbstractBaseUser, ladder: Ladder, bot: Bot, reason: str = ""
) -> LadderCheck:
    """Let a house bot play on a ladder as a baseline, once it has passed the check there.

    Raises NotOrganiser, BotUnfit, and as `join_ladder`.
    """
    require_run_by(competition=ladder, person=organiser)
    [bot] = lock_bots(bots=Bot.objects.filter(pk=bot.pk), ladder_id=ladder.pk)
    require_house(bot=bot)
    check = join_locked(bot=bot, ladder=Ladder.objects.get(pk=ladder.pk))
    log_action(actor=organiser, verb="put_on_ladder", target=ladder, reason=reason, bot=bot.name)
    return check


def require_house(*, bot: Bot) -> None:
    """Raise BotUnfit for others' bots."""
    if not bot.is_house:
        words = _("“%(name)s” is not a house bot. Only its owner decides where it plays.")
        raise BotUnfit(words, name=bot.name)
