"""Whatever tournaments have to do by themselves now."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import structlog
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from arena.actions.advance_tournament import advance_tournament
from arena.actions.freeze_entrants import freeze_entrants
from arena.actions.start_tournament import start_tournament
from arena.models import Pairing, Tournament
from arena.models.rounds import PairingQuerySet

log = structlog.get_logger(__name__)


def run_tournaments(*, now: datetime | None = None) -> None:
    """Freeze where the deadline has passed, start where the time has come, and advance those that
    wait for nobody. Late, doubled or at once with another worker: each is done once.

    Tournaments that only wait for their matches are not looked at. What goes wrong with one leaves
    the others alone.
    """
    now = now or timezone.now()
    for tournament in Tournament.objects.to_freeze(now):
        with _alone(tournament.pk):
            freeze_entrants(organiser=None, tournament=tournament, now=now)
    for tournament in Tournament.objects.to_start(now):
        with _alone(tournament.pk):
            start_tournament(organiser=None, tournament=tournament, now=now)
    for pk in sorted(to_advance()):
        with _alone(pk):
            advance_tournament(tournament_id=pk)


@contextmanager
def _alone(tournament_id: int) -> Iterator[None]:
    """What goes wrong with one tournament is told, and the next tick tries again."""
    try:
        yield
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.exception("tournament_failed", tournament=tournament_id)


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
