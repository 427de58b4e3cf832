"""Close a season of which every division is over."""

from datetime import datetime

from django.db import transaction

from arena.actions.log_action import log_action
from arena.actions.notifications.notify_season import notify_season
from arena.database_clock import database_now
from arena.event_log import log_event
from arena.models import League, Season, Tournament


@transaction.atomic
def finish_season(*, season_id: int, now: datetime | None = None) -> Season:
    """Store the champion: the first of the highest division. Places stand with the entrants.

    Nothing is done while a division is being played, or the results of a round are not shown yet:
    the champion would tell them. Doing it twice does nothing.
    """
    now = now or database_now()
    season = Season.objects.get(pk=season_id)
    league = League.objects.locked(season.league_id)
    season.refresh_from_db()
    tournaments = [one.tournament for one in season.divisions.all()]
    if season.finished_at or not all(_is_shown(one, now) for one in tournaments):
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
    """Is it over, and may everybody see all of its results? One that was deleted is."""
    if tournament is None:
        return True
    return tournament.is_over and tournament.revealed_until(now) is None


def _champion(tournament: Tournament | None) -> int | None:
    """Of those who share the first place the best seed; nobody where it was cancelled."""
    if tournament is None or tournament.state != Tournament.State.FINISHED:
        return None
    first = tournament.entrants.filter(place=1).order_by("number").first()
    return first.bot_id if first else None
