from arena.core.database_clock import database_now
from arena.matches.models.matches import MatchQuerySet
from arena.models import Match
from engine.messages import Message


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
