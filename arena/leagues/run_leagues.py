from datetime import datetime

from arena.core.database_clock import database_now
from arena.leagues.finish_season import finish_season
from arena.leagues.make_season import make_season
from arena.models import League, Season
from arena.notifications.report_problem import report_errors


def run_leagues(*, now: datetime | None = None) -> None:
    """Close finished seasons, then make due ones. Idempotent."""
    now = now or database_now()
    for season in Season.objects.played_out():
        with report_errors(kind=League, pk=season.league_id):
            finish_season(season_id=season.pk, now=now)
    for league in League.objects.due(now):
        with report_errors(kind=League, pk=league.pk):
            make_season(league_id=league.pk, now=now)
