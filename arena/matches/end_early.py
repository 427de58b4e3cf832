"""Matches that end before they are played out: void, or with forfeited seats."""

from collections.abc import Iterable

from django.db import transaction

from arena.core.database_clock import database_now
from arena.matches.models.matches import MatchQuerySet
from arena.models import Bot, Match, Seat
from arena.notifications.notify_challenge import notify_voided
from engine.messages import Message


@transaction.atomic(savepoint=False)
def void_matches(*, matches: MatchQuerySet, reason: Message) -> int:
    """Void queued matches, which may end challenges; return their number."""
    ids = list(matches.filter(status=Match.Status.QUEUED).values_list("pk", flat=True))
    voided = Match.objects.filter(pk__in=ids, status=Match.Status.QUEUED).update(
        status=Match.Status.VOID, error=reason, finished_at=database_now()
    )
    if voided:
        notify_voided(matches=Match.objects.filter(pk__in=ids))
    return voided


def void_live(*, matches: MatchQuerySet, reason: Message) -> int:
    """Void live matches; return their number. Workers notice at the next lease renewal.

    An empty `worker` marks a stop, not a failure.
    """
    ids = list(matches.live().values_list("pk", flat=True))
    return (
        Match.objects.filter(pk__in=ids)
        .live()
        .give_back(status=Match.Status.VOID, error=reason, finished_at=database_now())
    )


def forfeit_seats(*, matches: MatchQuerySet, bots: Iterable[Bot]) -> int:
    """Forfeit the bots' seats in live matches, locking these; return the number.

    Workers stop the bots at the next lease renewal and play on.
    """
    live = Match.objects.filter(pk__in=list(matches.live().values_list("pk", flat=True)))
    held = list(live.live().order_by("pk").select_for_update(no_key=True))
    seats = Seat.objects.filter(match__in=held, version__bot__in=list(bots))
    return seats.update(has_forfeited=True)
