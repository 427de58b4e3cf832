from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.guards import require_reason, require_run_by
from arena.core.log_action import log_action
from arena.models import Match, Pairing, PairingSeat
from arena.tournaments.advance_tournament import advance_locked
from arena.tournaments.lock_pairing import lock_pairing
from engine.messages import Message
from engine.messages import gettext_noop as _


@transaction.atomic
def rejudge_pairing(
    *, organiser: AbstractBaseUser | None, pairing: Pairing, reason: str
) -> Pairing:
    """Void its matches, forgive remaining entrants' forfeits, and play on a new seed.

    Raises NotOrganiser, NeedsReason, WrongState, LaterRounds.
    """
    require_run_by(competition=pairing.round.tournament, person=organiser)
    reason = require_reason(reason=reason)
    pairing, tournament = lock_pairing(pairing=pairing)
    matches = pairing.matches.exclude(status=Match.Status.VOID)
    voided = list(matches.values_list("pk", flat=True))
    Match.objects.filter(pk__in=voided).give_back(
        status=Match.Status.VOID,
        error=Message(_("To be played again: %(reason)s"), {"reason": reason}),
        finished_at=database_now(),
    )
    reopen(pairing=pairing)
    _forgive(pairing)
    log_action(
        actor=organiser,
        verb="rejudge_pairing",
        target=tournament,
        reason=reason,
        pairing=pairing.pk,
        matches=voided,
        bots=list(pairing.seats.values_list("entrant__bot__name", flat=True)),
    )
    advance_locked(tournament=tournament)
    pairing.refresh_from_db()
    return pairing


def reopen(*, pairing: Pairing) -> None:
    """Clear the result and its round's end. The caller has locked the tournament."""
    pairing.reopen()
    reopened = pairing.round
    if reopened.tournament.reveal_minutes and reopened.finished_at and not reopened.untold_since:
        reopened.untold_since = database_now()  # faults until now have been told
    reopened.finished_at = reopened.reveal_at = None
    reopened.save(update_fields=["finished_at", "reveal_at", "untold_since"])


def _forgive(pairing: Pairing) -> None:
    still_in = PairingSeat.objects.filter(pairing=pairing, entrant__last_round=None)
    still_in.update(has_forfeited=False)
