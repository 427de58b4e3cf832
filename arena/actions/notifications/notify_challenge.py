from collections.abc import Sequence
from typing import Any

from django.db.models import Sum

from arena.actions.notifications.notify import notify
from arena.models import Challenge, Match, Notification, Seat
from engine.game import rank


def notify_asked(*, challenge: Challenge) -> None:
    """Tell the challenged bot's owner that it waits."""
    params = _params(challenge) | {"until": challenge.expires_at.isoformat(timespec="seconds")}
    notify(
        kind=Notification.Kind.CHALLENGE_ASKED,
        about=str(challenge),
        people={challenge.opponent.owner_id: params},
    )


def notify_answered(*, challenge: Challenge) -> None:
    """Tell the challenger whether it was accepted."""
    params = _params(challenge) | {"accepted": challenge.has_begun}
    notify(
        kind=Notification.Kind.CHALLENGE_ANSWERED,
        about=str(challenge),
        people={challenge.challenger_id: params},
    )


def _params(challenge: Challenge) -> dict[str, Any]:
    return {
        "challenge": challenge.pk,
        "challenger": challenge.bot.name,
        "opponent": challenge.opponent.name,
        "matches": challenge.matches_planned,
    }


def notify_finished(*, match: Match, seats: Sequence[Seat]) -> None:
    """Notify both sides' owners once all matches of the challenge are over."""
    together = Match.objects.filter(pk=match.pk)
    if match.challenge is not None:
        together = match.challenge.matches.all()
        if together.live().exists():
            return
    finished = together.filter(status=Match.Status.FINISHED)
    sums = finished.values_list("seats__position").annotate(points=Sum("seats__points"))
    points = [total for _position, total in sums.order_by("seats__position")]
    if not points:
        return
    bots = [seat.version.bot for seat in seats]
    params = {
        "match": match.pk,
        "challenge": match.challenge_id,
        "matches": finished.count(),
        "challenger": bots[0].name,
        "bots": [bot.name for bot in bots],
        "points": points,
        "ranks": rank(points),
    }
    owners = {bot.owner_id for bot in bots if not bot.is_house}
    notify(
        kind=Notification.Kind.CHALLENGE,
        about=str(match.challenge or match),
        people=dict.fromkeys(owners, params),
    )
