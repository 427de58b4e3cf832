from datetime import datetime

from arena.core.database_clock import database_now
from arena.models import Pairing, Tournament
from arena.notifications.report_problem import report_errors
from arena.tournaments.advance_tournament import advance_tournament
from arena.tournaments.freeze_entrants import freeze_entrants
from arena.tournaments.models.rounds import PairingQuerySet
from arena.tournaments.start_tournament import start_tournament


def run_tournaments(*, now: datetime | None = None) -> None:
    """Freeze, start and advance due tournaments. Idempotent."""
    now = now or database_now()
    for tournament in Tournament.objects.to_freeze(now):
        with report_errors(kind=Tournament, pk=tournament.pk):
            freeze_entrants(organiser=None, tournament=tournament, now=now)
    for tournament in Tournament.objects.to_start(now):
        with report_errors(kind=Tournament, pk=tournament.pk):
            start_tournament(organiser=None, tournament=tournament, now=now)
    for pk in sorted(to_advance()):
        with report_errors(kind=Tournament, pk=pk):
            advance_tournament(tournament_id=pk)


def to_advance() -> set[int]:
    """Return running tournaments with something to settle, or changed rules."""
    ids = list(Tournament.objects.going_on().values_list("pk", flat=True))
    playing = Pairing.objects.playing().filter(round__tournament__in=ids).order_by()
    return {
        *_of(playing.without_live_match()),
        *(set(ids) - _of(playing)),
        *Tournament.objects.of_other_rules().values_list("pk", flat=True),
    }


def _of(pairings: PairingQuerySet) -> set[int]:
    return set(pairings.values_list("round__tournament", flat=True).distinct())
