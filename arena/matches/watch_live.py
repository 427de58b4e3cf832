from collections.abc import Sequence
from datetime import timedelta

import structlog
from django.db import InterfaceError, OperationalError, connection, transaction

from arena.core.database_clock import database_now, query_now
from arena.core.isolate_errors import best_effort
from arena.matches.referee.fault import Fault
from arena.matches.referee.public_view import public_events, public_fault, public_view
from arena.models import LiveGame, Match
from engine.game import Game

WATCHED = timedelta(seconds=15)
RENEWED = timedelta(seconds=10)  # time left below which a look renews it
log = structlog.get_logger(__name__)


def watch_live(*, match: Match) -> None:
    """Mark a running match as watched."""
    now = database_now()
    if match.watched_until is None or match.watched_until < now + RENEWED:
        running = Match.objects.filter(pk=match.pk, status=Match.Status.RUNNING)
        with best_effort("that somebody watches"):
            running.update(watched_until=now + WATCHED)


def show_live(
    *,
    match: Match,
    number: int,
    seating: Sequence[int],
    game: Game,
    faults: Sequence[Fault] = (),
) -> None:
    """Store the public view if watched; ignore an absent database.

    Nothing of a match that another process has ended meanwhile: nobody would delete it again.
    """
    watched = Match.objects.filter(
        pk=match.pk, status=Match.Status.RUNNING, watched_until__gt=query_now()
    )
    try:
        if not watched.exists():
            return
        shown = {
            "position": public_view(game),
            "events": public_events(game),
            "faults": [public_fault(fault) for fault in faults],
        }
        with transaction.atomic():
            if watched.select_for_update().values_list("pk").first():
                LiveGame.show(
                    match, number=number, seating=list(seating), shown=shown, now=database_now()
                )
    except (OperationalError, InterfaceError) as error:
        log.warning("not_shown", match=match.pk, error=str(error))
        connection.close()


def hide_live(*, match: Match) -> None:
    """Delete the live view of a fresh `match`."""
    if match.watched_until is not None:
        LiveGame.objects.filter(match=match).delete()
