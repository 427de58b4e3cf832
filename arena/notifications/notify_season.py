from collections import defaultdict
from typing import Any

from arena.models import Notification, Season
from arena.notifications.notify import notify
from arena.notifications.notify_tournament import entrant_params


def notify_season(*, season: Season) -> None:
    """Notify owners of divisions, at the end of ranks and champion."""
    owners: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for level, entrants in enumerate(season.places(), 1):
        for entrant in entrants:
            if not entrant.bot.is_house:
                params = entrant_params(entrant=entrant) | {"division": level}
                owners[entrant.bot.owner_id].append(params)
    season_of: dict[str, Any] = {
        "league": season.league.name,
        "league_slug": season.league.slug,
        "season": season.number,
    }
    if season.champion is not None:
        season_of |= {"champion": season.champion.name, "champion_slug": season.champion.slug}
    notify(
        kind=Notification.Kind.SEASON_FINISHED
        if season.finished_at
        else Notification.Kind.SEASON_MADE,
        about=f"season {season.pk}",
        people={owner: season_of | {"bots": bots} for owner, bots in owners.items()},
    )
