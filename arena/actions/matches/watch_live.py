"""Watch a match while it is played: the page says that somebody looks, the worker shows."""

from collections.abc import Sequence
from datetime import timedelta

import structlog
from django.db import InterfaceError, OperationalError, connection

from arena.best_effort import best_effort
from arena.database_clock import database_now
from arena.match.public_view import public_events, public_view
from arena.models import LiveGame, Match
from engine.game import Game

WATCHED = timedelta(seconds=15)
RENEWED = timedelta(seconds=10)  # left, below which a look renews it
log = structlog.get_logger(__name__)


def watch_live(*, match: Match) -> None:
    """Somebody looks at the running match; for some seconds it is shown."""
    now = database_now()
    if match.watched_until is None or match.watched_until < now + RENEWED:
        running = Match.objects.filter(pk=match.pk, status=Match.Status.RUNNING)
        with best_effort("that somebody watches"):
            running.update(watched_until=now + WATCHED)


def show_live(*, match: Match, number: int, seating: Sequence[int], game: Game) -> None:
    """Put what every seat sees of the running game before the spectators, where there are any. A
    database that is away is no reason to stop playing."""
    now = database_now()
    try:
        if Match.objects.filter(pk=match.pk, watched_until__gt=now).exists():
            shown = {"position": public_view(game), "events": public_events(game)}
            LiveGame.show(match, number=number, seating=list(seating), shown=shown, now=now)
    except (OperationalError, InterfaceError) as error:
        log.warning("not_shown", match=match.pk, error=str(error))
        connection.close()


def hide_live(*, match: Match) -> None:
    """The match is over, or given back: what was shown of it goes. `match` was read just now."""
    if match.watched_until is not None:
        LiveGame.objects.filter(match=match).delete()
