"""Whatever tournaments have to do by themselves now."""

from datetime import datetime

from arena.actions.isolate_errors import isolate_errors
from arena.actions.tournaments.advance_tournament import advance_tournament
from arena.actions.tournaments.freeze_entrants import freeze_entrants
from arena.actions.tournaments.start_tournament import start_tournament
from arena.database_clock import database_now
from arena.models import Pairing, Tournament
from arena.models.rounds import PairingQuerySet


def run_tournaments(*, now: datetime | None = None) -> None:
    """Freeze where the deadline has passed, start where the time has come, and advance those that
    wait for nobody. Late, doubled or at once with another worker: each is done once.

    Tournaments that only wait for their matches are not looked at. What goes wrong with one leaves
    the others alone.
    """
    now = now or database_now()
    for tournament in Tournament.objects.to_freeze(now):
        with isolate_errors(kind="tournament", pk=tournament.pk):
            freeze_entrants(organiser=None, tournament=tournament, now=now)
    for tournament in Tournament.objects.to_start(now):
        with isolate_errors(kind="tournament", pk=tournament.pk):
            start_tournament(organiser=None, tournament=tournament, now=now)
    for pk in sorted(to_advance()):
        with isolate_errors(kind="tournament", pk=pk):
            advance_tournament(tournament_id=pk)


def to_advance() -> set[int]:
    """The ids of those going on that stand still: nothing is being played in them, a match of
    theirs is over or void, or the rules have changed."""
    ids = list(Tournament.objects.going_on().values_list("pk", flat=True))
    playing = Pairing.objects.playing().filter(round__tournament__in=ids).order_by()
    return {
        *_of(playing.left()),
        *(set(ids) - _of(playing)),
        *Tournament.objects.of_other_rules().values_list("pk", flat=True),
    }


def _of(pairings: PairingQuerySet) -> set[int]:
    return set(pairings.values_list("round__tournament", flat=True).distinct())
