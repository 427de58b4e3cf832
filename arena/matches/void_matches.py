from django.db import transaction

from arena.core.database_clock import database_now
from arena.matches.models.matches import MatchQuerySet
from arena.models import Match
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
