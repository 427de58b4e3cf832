from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.errors import NotEntered, WrongState
from arena.core.guards import require_own_bot
from arena.core.log_action import log_action
from arena.models import Bot, Entrant, Tournament
from arena.tournaments.leave_tournament import leave_tournament
from engine.messages import gettext_noop as _

IN = {Entrant.State.ENTERED, Entrant.State.WAITING}


@transaction.atomic
def withdraw_entrant(*, owner: AbstractBaseUser, tournament: Tournament, bot: Bot) -> Entrant:
    """Withdraw the bot, forfeiting the rest. Raises NotYours, NotEntered, WrongState."""
    tournament = Tournament.objects.locked(tournament.pk)
    require_own_bot(bot=bot, person=owner, words=_("Only the bot's owner can withdraw it."))
    entrant = require_entrant(tournament=tournament, bot=bot)
    leave_tournament(entrant=entrant, tournament=tournament, state=Entrant.State.WITHDRAWN)
    log_action(actor=owner, verb="withdraw_entrant", target=tournament, bot=bot.name)
    return entrant


def require_entrant(*, tournament: Tournament, bot: Bot) -> Entrant:
    """Return the bot's entrant. Raises NotEntered, WrongState."""
    if tournament.is_over:
        words = _("“%(name)s” is over. Its entrants can no longer change.")
        raise WrongState(words, name=tournament.name)
    entrant = tournament.entrants.filter(bot=bot, state__in=IN).first()
    if entrant is None:
        words = _("“%(name)s” is not in this tournament, or no longer in it.")
        raise NotEntered(words, name=bot.name)
    return entrant
