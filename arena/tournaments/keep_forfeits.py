from collections.abc import Iterable

from arena.core.log_action import log_action
from arena.models import Action, Pairing, PairingSeat, Round


def keep_forfeits(*, drawn: Round, pairings: Iterable[Pairing]) -> None:
    """Let who forfeited in the round before it was drawn anew forfeit in its new pairing, too.

    The log repeats the reason. In a knockout, not where nobody could then advance.
    """
    before = _latest_seats(drawn)
    is_knockout = drawn.tournament.is_knockout(drawn.stage)
    for pairing in pairings:
        seats = list(pairing.seats.select_related("entrant"))
        again = [
            seat
            for seat in seats
            if not seat.has_forfeited
            and seat.entrant_id in before
            and before[seat.entrant_id].has_forfeited
        ]
        fit = sum(not seat.has_forfeited for seat in seats)
        if again and not (is_knockout and len(again) == fit):
            pairing.seats.filter(pk__in=[seat.pk for seat in again]).update(has_forfeited=True)
            for seat in again:
                _log(seat, before[seat.entrant_id])


def _latest_seats(drawn: Round) -> dict[int, PairingSeat]:
    """Return by entrant its seat in the latest void drawing."""
    seats = PairingSeat.objects.filter(pairing__round=drawn, pairing__state=Pairing.State.VOID)
    return {seat.entrant_id: seat for seat in seats.order_by("pairing__number")}


def _log(seat: PairingSeat, before: PairingSeat) -> None:
    tournament = seat.pairing.round.tournament
    logged = Action.objects.filter(
        verb="forfeit_pairing",
        target=f"tournament {tournament.pk}",
        details__pairing=before.pairing_id,
        details__entrant=seat.entrant_id,
    ).first()
    log_action(
        actor=logged.actor if logged else None,
        verb="forfeit_pairing",
        target=tournament,
        reason=logged.reason if logged else "",
        pairing=seat.pairing_id,
        entrant=seat.entrant_id,
        redrawn=True,
    )
