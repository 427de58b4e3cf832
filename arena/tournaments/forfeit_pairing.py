from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.errors import NotEntered, WrongState
from arena.core.guards import require_reason, require_run_by
from arena.core.log_action import log_action
from arena.models import Entrant, Pairing, Tournament
from arena.tournaments.advance_tournament import advance_locked
from arena.tournaments.leave_tournament import forfeit_seat
from arena.tournaments.lock_pairing import lock_pairing
from arena.tournaments.rejudge_pairing import reopen
from engine.messages import gettext_noop as _


@transaction.atomic
def forfeit_pairing(
    *, organiser: AbstractBaseUser | None, pairing: Pairing, entrant: Entrant, reason: str
) -> Pairing:
    """Let the entrant lose a pairing, even a played one.

    Raises NotOrganiser, NeedsReason, NotEntered, LaterRounds, and WrongState for a knockout's last.
    """
    require_run_by(competition=pairing.round.tournament, person=organiser)
    reason = require_reason(reason=reason)
    pairing, tournament = lock_pairing(pairing=pairing)
    _require_seat(pairing, entrant, tournament)
    if pairing.is_over:
        reopen(pairing=pairing)
    forfeit_seat(pairing=pairing, entrant=entrant, tournament=tournament)
    log_action(
        actor=organiser,
        verb="forfeit_pairing",
        target=tournament,
        reason=reason,
        pairing=pairing.pk,
        entrant=entrant.pk,
        bot=entrant.bot.name,
    )
    advance_locked(tournament=tournament)
    pairing.refresh_from_db()
    return pairing


def _require_seat(pairing: Pairing, entrant: Entrant, tournament: Tournament) -> None:
    fit = pairing.seats.filter(has_forfeited=False)
    if not fit.filter(entrant=entrant).exists():
        raise NotEntered(_("This entrant is not in the pairing or has already forfeited."))
    if fit.count() == 1 and tournament.is_knockout(pairing.round.stage):
        raise WrongState(
            _(
                "Someone has to advance from this pairing. Exclude the entrant from the "
                "tournament instead."
            )
        )
