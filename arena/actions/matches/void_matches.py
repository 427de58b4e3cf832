from arena.database_clock import database_now
from arena.models import Match
from arena.models.matches import MatchQuerySet
from engine.messages import Message


def void_matches(*, matches: MatchQuerySet, reason: Message) -> int:
    """Void queued matches; return their number."""
    ids = list(matches.filter(status=Match.Status.QUEUED).values_list("pk", flat=True))
    return Match.objects.filter(pk__in=ids, status=Match.Status.QUEUED).update(
        status=Match.Status.VOID, error=reason, finished_at=database_now()
    )
