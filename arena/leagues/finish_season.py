from datetime import datetime

from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.log_action import log_action, log_event
from arena.models import League, Season, Tournament
from arena.notifications.notify_season import notify_season


@transaction.atomic
def finish_season(*, season_id: int, now: datetime | None = None) -> Season:
    """Store the champion of a season whose results are all public. Idempotent."""
    now = now or database_now()
    season = Season.objects.get(pk=season_id)
    league = League.objects.locked(season.league_id)
    season.refresh_from_db()
    tournaments = [division.tournament for division in season.divisions.all()]
    if season.finished_at or not all(_is_shown(tournament, now) for tournament in tournaments):
        return season
    season.finished_at = now
    season.champion_id = _champion(tournaments[0] if tournaments else None)
    season.save(update_fields=["finished_at", "champion"])
    notify_season(season=season)
    log_event(
        "season_finished",
        began=season.starts_at,
        ended=now,
        league=league.pk,
        season=season.number,
    )
    log_action(
        actor=None,
        verb="finish_season",
        target=league,
        number=season.number,
        champion=season.champion.name if season.champion else None,
    )
    return season


def _is_shown(tournament: Tournament | None, now: datetime) -> bool:
    if tournament is None:
        return True
    return tournament.is_over and tournament.revealed_until(now) is None


def _champion(tournament: Tournament | None) -> int | None:
    if tournament is None or tournament.state != Tournament.State.FINISHED:
        return None
    first = tournament.entrants.filter(place=1).order_by("number").first()
    return first.bot_id if first else None
