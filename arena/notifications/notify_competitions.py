from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from arena.models import Bot, Entrant, Notification, Season, Tournament
from arena.notifications.notify import notify
from engine.messages import Message
from engine.messages import gettext_noop as _


def notify_drawn(*, tournament: Tournament) -> None:
    """Tell owners of the first round; of a division, its season tells them."""
    if tournament.division_id is None:
        _tell(Notification.Kind.DRAWN, tournament)


def notify_finished(*, tournament: Tournament) -> None:
    """Tell owners the ranks, once they are revealed; of a division, its season tells them."""
    if tournament.division_id is None:
        _tell(Notification.Kind.FINISHED, tournament)


def _tell(kind: Notification.Kind, tournament: Tournament) -> None:
    owners: dict[int, list[dict[str, Any]]] = defaultdict(list)
    entrants = tournament.entrants.numbered().select_related("bot")
    for entrant in entrants.exclude(bot__is_house=True).order_by("place", "number"):
        owners[entrant.bot.owner_id].append(entrant_params(entrant=entrant))
    last = tournament.rounds.order_by("reveal_at").last()
    is_over = kind == Notification.Kind.FINISHED
    notify(
        kind=kind,
        about=f"tournament {tournament.pk}",
        people={
            owner: {"tournament": tournament.name, "tournament_slug": tournament.slug, "bots": bots}
            for owner, bots in owners.items()
        },
        visible_at=last.reveal_at if last and is_over and tournament.reveal_minutes else None,
    )


def entrant_params(*, entrant: Entrant) -> dict[str, Any]:
    """Return bot and rank for a notification."""
    return {"bot": entrant.bot.name, "slug": entrant.bot.slug, "place": entrant.place}


def notify_season(*, season: Season) -> None:
    """Tell owners the divisions of their bots; at the season's end ranks and champion, too."""
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


def notify_unfit(*, tournament: Tournament, entrants: Iterable[Entrant]) -> None:
    """Tell owners why their bots cannot play in a tournament whose entries have ended."""
    for entrant in entrants:
        bot = entrant.bot
        if not bot.is_house:
            params = {
                "tournament": tournament.name,
                "tournament_slug": tournament.slug,
                "bot": bot.name,
                "slug": bot.slug,
                "message": _reason(bot),
            }
            about = f"entrant {entrant.pk}"
            notify(kind=Notification.Kind.UNFIT, about=about, people={bot.owner_id: params})


def _reason(bot: Bot) -> str:
    """Return why the bot may not play."""
    if bot.state == Bot.State.BENCHED:
        return bot.bench_reason or Message(_("It was benched at the entry deadline."))
    if bot.state == Bot.State.WITHDRAWN:
        return Message(_("It was withdrawn from play before the entry deadline."))
    return Message(_("It had no accepted version at the entry deadline."))
