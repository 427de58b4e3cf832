"""Whatever leagues have to do by themselves now."""

from datetime import datetime

from arena.actions.isolate_errors import isolate_errors
from arena.actions.leagues.finish_season import finish_season
from arena.actions.leagues.make_season import make_season
from arena.database_clock import database_now
from arena.models import League, Season


def run_leagues(*, now: datetime | None = None) -> None:
    """Close the seasons that are over, then make those whose time has come. Late, doubled or at
    once with another worker: each is done once. What goes wrong with one leaves the others alone.
    """
    now = now or database_now()
    for season in Season.objects.played_out():
        with isolate_errors(kind="league", pk=season.league_id):
            finish_season(season_id=season.pk, now=now)
    for league in League.objects.due(now):
        with isolate_errors(kind="league", pk=league.pk):
            make_season(league_id=league.pk, now=now)
