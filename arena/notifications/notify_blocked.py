from typing import Any

from arena.models import League, Notification, Tournament
from arena.notifications.notify import notify


def notify_blocked(*, competition: Tournament | League, problem: str) -> None:
    """Tell the organiser of a problem that stops a tournament or a league."""
    kind, what = Notification.Kind.BLOCKED, "tournament"
    if isinstance(competition, League):
        kind, what = Notification.Kind.LEAGUE_BLOCKED, "league"
    params: dict[str, Any] = {
        what: competition.name,
        f"{what}_slug": competition.slug,
        "message": problem,
    }
    about = f"{what} {competition.pk}"
    notify(kind=kind, about=about, people={competition.organiser_id: params})
