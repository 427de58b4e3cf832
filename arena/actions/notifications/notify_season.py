"""Tell the owners of its bots that a league's season is made, or over."""

from collections import defaultdict
from typing import Any

from arena.actions.notifications.notify import notify
from arena.actions.notifications.notify_tournament import told_of
from arena.models import Notice, Season


def notify_season(*, season: Season) -> None:
    """Which of their bots play in which division; afterwards their places and the champion."""
    owners: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for level, entrants in enumerate(season.places(), 1):
        for entrant in entrants:
            if not entrant.bot.is_house:
                told = told_of(entrant=entrant) | {"division": level}
                owners[entrant.bot.owner_id].append(told)
    season_of: dict[str, Any] = {
        "league": season.league.name,
        "league_slug": season.league.slug,
        "season": season.number,
    }
    if season.champion is not None:
        season_of |= {"champion": season.champion.name, "champion_slug": season.champion.slug}
    notify(
        kind=Notice.Kind.SEASON_FINISHED if season.finished_at else Notice.Kind.SEASON_MADE,
        about=f"season {season.pk}",
        people={owner: season_of | {"bots": bots} for owner, bots in owners.items()},
    )
