from collections.abc import Iterable

from arena.matches.models.matches import MatchQuerySet
from arena.models import Bot, Match, Seat


def forfeit_seats(*, matches: MatchQuerySet, bots: Iterable[Bot]) -> int:
    """Forfeit the bots' seats in live matches, locking these; return the number.

    Workers stop the bots at the next lease renewal and play on.
    """
    live = Match.objects.filter(pk__in=list(matches.live().values_list("pk", flat=True)))
    held = list(live.live().order_by("pk").select_for_update(no_key=True))
    seats = Seat.objects.filter(match__in=held, version__bot__in=list(bots))
    return seats.update(has_forfeited=True)
