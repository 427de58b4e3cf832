from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.isolate_errors import isolate_errors
from arena.models import Fault, Match, Round, Seat, Tournament
from arena.notifications.notify_bots import notify_faults
from arena.results.note_failures import note_failures


def tell_revealed_faults() -> None:
    """Group and tell the faults of rounds whose delayed results are now shown. Idempotent."""
    due = Round.objects.with_untold_faults(database_now())
    for pk, tournament in due.values_list("pk", "tournament"):
        with isolate_errors(kind="tournament", pk=tournament):
            _tell(pk, tournament)


@transaction.atomic
def _tell(pk: int, tournament_id: int) -> None:
    Tournament.objects.locked(tournament_id)
    now = database_now()
    held = Round.objects.with_untold_faults(now).filter(pk=pk).first()
    if held is None:  # told by another, or reopened
        return
    matches = Match.objects.filter(
        pairing__round=held, status=Match.Status.FINISHED, finished_at__gte=held.untold_since
    )
    for match in matches.defer("config", "limits").order_by("finished_at", "pk"):
        seats = Seat.objects.filter(match=match, faults__gt=0).select_related("version__bot")
        faults = Fault.objects.filter(seat__in=seats).select_related("seat__version__bot")
        note_failures(match=match, faults=faults.order_by("pk"), at=now)
        notify_faults(match=match, seats=list(seats))
    held.untold_since = None
    held.save(update_fields=["untold_since"])
