from collections.abc import Iterable
from typing import Any

from django.db.models import Sum

from arena.models import Challenge, Match, MatchQuerySet, Notification
from arena.notifications.notify import notify
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


def notify_voided(*, matches: MatchQuerySet) -> None:
    """Tell those whose challenges end with these matches."""
    notify_finished(matches=list(matches.filter(status=Match.Status.VOID)))


def notify_finished(*, matches: Iterable[Match]) -> None:
    """Notify both sides' owners of challenges that are over with these matches.

    Whoever ends a match or applies its result holds its ladder's lock, so that one is the last.
    """
    # Of several matches of a challenge one is enough; a match without one stands for itself.
    latest = {match.challenge_id or -match.pk: match for match in matches if match.is_challenge}
    for match in latest.values():
        together = Match.objects.filter(pk=match.pk)
        if match.challenge is not None:
            together = match.challenge.matches.all()
        if not (together.live() | together.filter(is_pending=True)).exists():
            _tell_results(match, together)


def _tell_results(match: Match, together: MatchQuerySet) -> None:
    bots = [seat.version.bot for seat in match.seats.select_related("version__bot")]
    finished = together.filter(status=Match.Status.FINISHED)
    sums = finished.values_list("seats__position").annotate(points=Sum("seats__points"))
    points = [total for _position, total in sums.order_by("seats__position")] or [0.0] * len(bots)
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
