from collections.abc import Sequence

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.errors import BadChoice, NotYours, StaleChoice
from arena.human_games.models import PROGRESS
from arena.human_games.start_human_game import TASK
from arena.models import HumanGame
from arena.queue.enqueue import enqueue_task
from engine.game import Decision, IllegalChoice
from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.record import BadRecord


@transaction.atomic
def choose_human(
    *, person: AbstractBaseUser, game: HumanGame, number: int, picks: Sequence[int]
) -> HumanGame:
    """Store picks for the decision after `number` choices; queue bots that move next.

    Raises NotYours, StaleChoice, BadChoice; then nothing changes.
    """
    if game.user_id != person.pk:
        raise NotYours(_("This game belongs to someone else."))
    held = HumanGame.objects.select_for_update().get(pk=game.pk)
    if held.status != HumanGame.Status.ASKING or held.choices_count != number:
        raise StaleChoice(
            _("This question was already answered. Check the current state of the game.")
        )
    try:
        position = held.restored()
    except BadRecord as error:
        raise StaleChoice(_("The rules have changed since this game began.")) from error
    decision = position.decision
    try:
        position.choose(list(picks))
    except IllegalChoice as error:
        raise BadChoice(_amount(decision) if decision else error.problem) from error
    held.advance(position, held.faulted_at(), database_now())
    held.last_human_choice = number + 1
    held.save(update_fields=[*PROGRESS, "last_human_choice"])
    if held.status == HumanGame.Status.WAITING and not held.worker:
        enqueue_task(name=TASK, args=[held.pk])
    return held


def _amount(decision: Decision) -> Message:
    least, most = decision.least, decision.most
    if least == most:
        return Message(_("Pick %(most)d of the options, each once."), {"most": most})
    words = _("Pick %(least)d to %(most)d of the options, each once.")
    return Message(words, {"least": least, "most": most})
