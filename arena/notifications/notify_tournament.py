from collections import defaultdict
from typing import Any

from arena.models import Entrant, Notification, Tournament
from arena.notifications.notify import notify


def notify_drawn(*, tournament: Tournament) -> None:
    """Notify of the first round; for a division its season does."""
    if tournament.division_id is None:
        _tell(Notification.Kind.DRAWN, tournament)


def notify_finished(*, tournament: Tournament) -> None:
    """Notify of ranks once revealed."""
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
