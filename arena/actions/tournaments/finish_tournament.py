"""End a tournament early, with the places as they are."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from arena.actions.errors import WrongState
from arena.actions.guards import require_organiser, require_reason
from arena.actions.log_action import log_action
from arena.actions.tournaments.advance_tournament import finish_locked
from arena.models import Pairing, Tournament


@transaction.atomic
def finish_tournament(
    *, organiser: AbstractBaseUser | None, tournament: Tournament, reason: str
) -> Tournament:
    """Store the places after the rounds so far, such as of a Swiss that has no pairing left.

    Raises NotOrganiser, NeedsReason, and WrongState before the start, afterwards, and while tables
    have no result.
    """
    require_organiser(person=organiser)
    reason = require_reason(reason=reason)
    tournament = Tournament.objects.locked(tournament.pk)
    if tournament.is_over or not tournament.has_begun:
        words = _("“%(name)s” is %(state)s: there is nothing to end.")
        told = {"name": tournament.name, "state": tournament.get_state_display()}
        raise WrongState(words % told)
    if Pairing.objects.playing().filter(round__tournament=tournament).exists():
        raise WrongState(
            _("Tables of a round have no result yet: let them be played, or forfeited, first.")
        )
    finish_locked(tournament=tournament)
    log_action(actor=organiser, verb="finish_tournament", target=tournament, reason=reason)
    return tournament
