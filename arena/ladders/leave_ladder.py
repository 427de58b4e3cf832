from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.errors import NotEntered
from arena.core.guards import require_own_bot
from arena.core.locks import lock_bots
from arena.matches.void_matches import void_matches
from arena.models import Bot, Ladder, LadderCheck, Match
from engine.messages import Message
from engine.messages import gettext_noop as _


@transaction.atomic
def leave_ladder(*, owner: AbstractBaseUser, bot: Bot, ladder: Ladder) -> None:
    """Take a bot off a ladder; its history stays, and a running match counts.

    Raises NotYours, NotEntered.
    """
    [bot] = lock_bots(bots=Bot.objects.filter(pk=bot.pk), ladder_id=ladder.pk)
    require_own_bot(
        bot=bot, person=owner, words=_("Only the bot's owner can take it off a ladder.")
    )
    leave_locked(bot=bot, ladder=ladder)


def leave_locked(*, bot: Bot, ladder: Ladder) -> None:
    """Leave with a locked bot and ladder, whoever may do so."""
    here = LadderCheck.objects.filter(version__bot=bot, ladder=ladder, enters=True)
    joining = here.checking() | here.of_current(bot).filter(state=LadderCheck.State.FAILED)
    entered = bot.entries.filter(ladder=ladder, is_active=True)
    if not (joining.update(enters=False) + entered.update(is_active=False)):
        words = _("“%(name)s” is not on the ladder “%(ladder)s”.")
        raise NotEntered(words, name=bot.name, ladder=ladder.name)
    queued = Match.objects.filter(
        purpose=Match.Purpose.LADDER, ladder=ladder, seats__version__bot=bot
    )
    reason = Message(_("%(bot)s has left the ladder."), {"bot": bot.name})
    void_matches(matches=queued.unstarted(), reason=reason)
    ladder.entries.choose_places(ladder, [bot.owner_id])
