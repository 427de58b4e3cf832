"""Put a bot out of a tournament by hand."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.actions.guards import require_organiser, require_reason
from arena.actions.log_action import log_action
from arena.actions.tournaments.leave_tournament import leave_tournament
from arena.actions.tournaments.withdraw_entrant import need_entrant
from arena.models import Bot, Entrant, Tournament


@transaction.atomic
def exclude_entrant(
    *, organiser: AbstractBaseUser | None, tournament: Tournament, bot: Bot, reason: str
) -> Entrant:
    """Exclude the bot, in the middle too: what is left of it is forfeited. Its owner cannot enter
    it again. Raises NotOrganiser, NeedsReason, NotEntered, and WrongState where all is over."""
    require_organiser(person=organiser)
    reason = require_reason(reason=reason)
    tournament = Tournament.objects.locked(tournament.pk)
    entrant = need_entrant(tournament=tournament, bot=bot)
    leave_tournament(entrant=entrant, tournament=tournament, state=Entrant.State.EXCLUDED)
    log_action(
        actor=organiser, verb="exclude_entrant", target=tournament, reason=reason, bot=bot.name
    )
    return entrant
