"""Forfeit single seats of live matches."""

from collections.abc import Iterable

from arena.models import Bot, Match, Seat
from arena.models.matches import MatchQuerySet


def forfeit_seats(*, matches: MatchQuerySet, bots: Iterable[Bot]) -> int:
    """Mark the bots' seats in live matches as forfeited; return their number.

    Workers notice at their next lease renewal, stop these bots and play on; `record_result` ranks
    them last. The match rows stay locked until the caller's transaction ends.
    """
    live = Match.objects.filter(pk__in=list(matches.live().values_list("pk", flat=True)))
    held = list(live.live().order_by("pk").select_for_update(no_key=True))
    seats = Seat.objects.filter(match__in=held, version__bot__in=list(bots))
    return seats.update(has_forfeited=True)
