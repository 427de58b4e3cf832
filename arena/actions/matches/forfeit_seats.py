"""Let bots lose the matches that they leave, while the others play on."""

from collections.abc import Iterable

from arena.models import Bot, Match, Seat
from arena.models.matches import MatchQuerySet


def forfeit_seats(*, matches: MatchQuerySet, bots: Iterable[Bot]) -> int:
    """Mark the bots' seats in those of the matches that wait or are being played; says how many.

    Their workers notice with the next renewal of their lease: they stop these bots, and play to the
    end with the others. `record_result` ranks them last. The caller's transaction holds the match
    rows until it ends.
    """
    live = Match.objects.filter(pk__in=list(matches.live().values_list("pk", flat=True)))
    held = list(live.live().order_by("pk").select_for_update(no_key=True))
    seats = Seat.objects.filter(match__in=held, version__bot__in=list(bots))
    return seats.update(has_forfeited=True)
