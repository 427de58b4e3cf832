"""Stop matches, those that are being played too."""

from arena.database_clock import database_now
from arena.models import Match
from arena.models.matches import MatchQuerySet


def void_live(*, matches: MatchQuerySet, reason: str) -> int:
    """Void those of the matches that wait or are being played; says how many.

    Their workers notice with the next renewal of their lease, and can record nothing. That a void
    match names no worker tells that it was stopped, and did not fail.
    """
    ids = list(matches.live().values_list("pk", flat=True))
    return (
        Match.objects.filter(pk__in=ids)
        .live()
        .update(
            status=Match.Status.VOID,
            error=reason,
            worker="",
            lease_until=None,
            finished_at=database_now(),
        )
    )
