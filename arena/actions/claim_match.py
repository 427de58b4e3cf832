"""Claim the most urgent match for a worker, by a conditional UPDATE."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from arena.models import Match

ATTEMPTS = 8


def claim_match(
    *, worker: str, may_play_ladder: bool = True, house_only: bool = False
) -> Match | None:
    """The most urgent match that is due, now running under this worker's lease; None: none waits.

    `worker` names this one claim: whoever renews, records or returns the match must name it too.
    Of several workers that want the same row one gets it; the others look at the next.
    """
    for _attempt in range(ATTEMPTS):
        due = Match.objects.due(timezone.now())
        due = due if may_play_ladder else due.checks()
        match = (due.of_house_bots() if house_only else due).first()
        if match is None or _won(match, worker):
            return match
    return None


def lease_seconds(match: Match) -> float:
    """How long a worker may be silent. It renews the lease while it waits for an answer, too; on
    a host so busy that this comes late, a sleeper's longest wait is allowed on top."""
    cpu = [float(match.limits.get(key, 2.0)) for key in ("start_cpu", "decision_cpu")]
    return float(settings.LEASE_SECONDS) + 10 * max(cpu) + 2


def _won(match: Match, worker: str) -> bool:
    now = timezone.now()
    claim = {
        "status": Match.Status.RUNNING,
        "worker": worker,
        "started_at": now,
        "lease_until": now + timedelta(seconds=lease_seconds(match)),
    }
    if not Match.objects.due(now).filter(pk=match.pk).update(**claim):
        return False
    for field, value in claim.items():
        setattr(match, field, value)
    return True
