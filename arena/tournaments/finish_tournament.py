from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.errors import WrongState
from arena.core.guards import require_reason, require_run_by
from arena.core.log_action import log_action
from arena.models import Pairing, Tournament
from arena.tournaments.advance_tournament import finish_locked
from engine.messages import gettext_noop as _


@transaction.atomic
def finish_tournament(
    *, organiser: AbstractBaseUser | None, tournament: Tournament, reason: str
) -> Tournament:
    """Store the ranks so far, as for a Swiss without pairings left.

    Raises NotOrganiser, NeedsReason, WrongState, also for undecided pairings.
    """
    require_run_by(competition=tournament, person=organiser)
    reason = require_reason(reason=reason)
    tournament = Tournament.objects.locked(tournament.pk)
    if tournament.is_over or not tournament.has_begun:
        words = _("“%(name)s” is %(state)s and cannot be ended.")
        state = Tournament.State(tournament.state).label
        raise WrongState(words, name=tournament.name, state=state)
    if Pairing.objects.playing().filter(round__tournament=tournament).exists():
        raise WrongState(
            _("Some pairings of a round have no result yet. Wait for them or forfeit them first.")
        )
    finish_locked(tournament=tournament)
    log_action(actor=organiser, verb="finish_tournament", target=tournament, reason=reason)
    return tournament
