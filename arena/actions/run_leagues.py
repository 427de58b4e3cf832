"""Whatever leagues have to do by themselves now."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import structlog
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from arena.actions.finish_season import finish_season
from arena.actions.make_season import make_season
from arena.models import League, Season

log = structlog.get_logger(__name__)


def run_leagues(*, now: datetime | None = None) -> None:
    """Close the seasons that are over, then make those whose time has come. Late, doubled or at
    once with another worker: each is done once. What goes wrong with one leaves the others alone.
    """
    now = now or timezone.now()
    for season in Season.objects.played_out():
        with _alone(season.league_id):
            finish_season(season_id=season.pk, now=now)
    for league in League.objects.due(now):
        with _alone(league.pk):
            make_season(league_id=league.pk, now=now)


@contextmanager
def _alone(league_id: int) -> Iterator[None]:
    """What goes wrong with one league is told, and the next tick tries again."""
    try:
        yield
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.exception("league_failed", league=league_id)
