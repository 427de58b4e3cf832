"""Tell the owners of its entrants how a tournament goes."""

from collections import defaultdict
from typing import Any

from arena.actions.notifications.notify import notify
from arena.models import Entrant, Notice, Tournament


def notify_drawn(*, tournament: Tournament) -> None:
    """The first round is drawn. Of a league's divisions its season tells."""
    if tournament.division_id is None:
        _tell(Notice.Kind.DRAWN, tournament)


def notify_finished(*, tournament: Tournament) -> None:
    """The places are known, as soon as everybody may know them."""
    if tournament.division_id is None:
        _tell(Notice.Kind.FINISHED, tournament)


def _tell(kind: Notice.Kind, tournament: Tournament) -> None:
    owners: dict[int, list[dict[str, Any]]] = defaultdict(list)
    entrants = tournament.entrants.numbered().select_related("bot")
    for entrant in entrants.exclude(bot__is_house=True).order_by("place", "number"):
        owners[entrant.bot.owner_id].append(told_of(entrant=entrant))
    last = tournament.rounds.order_by("reveal_at").last()
    is_over = kind == Notice.Kind.FINISHED
    notify(
        kind=kind,
        about=f"tournament {tournament.pk}",
        people={
            owner: {"tournament": tournament.name, "tournament_slug": tournament.slug, "bots": bots}
            for owner, bots in owners.items()
        },
        shows_at=last.reveal_at if last and is_over and tournament.reveal_minutes else None,
    )


def told_of(*, entrant: Entrant) -> dict[str, Any]:
    """Bot and place of an entrant, as they stand in a notice."""
    return {"bot": entrant.bot.name, "slug": entrant.bot.slug, "place": entrant.place}
