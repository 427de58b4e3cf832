from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.guards import require_reason, require_run_by
from arena.core.log_action import log_action
from arena.models import Bot, Entrant, Tournament
from arena.tournaments.leave_tournament import leave_tournament
from arena.tournaments.withdraw_entrant import require_entrant


@transaction.atomic
def exclude_entrant(
    *, organiser: AbstractBaseUser | None, tournament: Tournament, bot: Bot, reason: str
) -> Entrant:
    """Exclude the bot for good; it forfeits the rest.

    Raises NotOrganiser, NeedsReason, NotEntered, WrongState.
    """
    require_run_by(competition=tournament, person=organiser)
    reason = require_reason(reason=reason)
    tournament = Tournament.objects.locked(tournament.pk)
    entrant = require_entrant(tournament=tournament, bot=bot)
    leave_tournament(entrant=entrant, tournament=tournament, state=Entrant.State.EXCLUDED)
    log_action(
        actor=organiser, verb="exclude_entrant", target=tournament, reason=reason, bot=bot.name
    )
    return entrant
