"""Claim the most urgent match for a worker, by a conditional UPDATE."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Min

from arena.actions.locks import lock_bots_of
from arena.database_clock import database_now
from arena.models import Match, Version

ATTEMPTS = 8
REMEMBERED = timedelta(hours=1)  # whose last check is longer ago is served as if he were new
OWNER = "seats__version__bot__owner"


def claim_match(
    *, worker: str, may_play: bool = True, may_check: bool = True, house_only: bool = False
) -> Match | None:
    """The most urgent match that is due, now running under this worker's lease; None: none waits.

    `worker` names this one claim: whoever renews, records or returns the match must name it too.
    Of several workers that want the same row one gets it; the others look at the next. Checks come
    before all else, where this worker `may_check`; owners take turns, with one check at a time.
    """
    for _attempt in range(ATTEMPTS):
        now = database_now()
        owner = _next_owner(now) if may_check and not house_only else None
        if owner is not None:
            if match := _claim_check(owner, worker):
                return match
            continue
        due = Match.objects.due(now).exclude(purpose=Match.Purpose.CHECK)
        match = (due.of_house_bots() if house_only else due).first() if may_play else None
        if match is None or _won(match, worker, now):
            return match
    return None


def _next_owner(now: datetime) -> int | None:
    """Whose check is next: of those who have none running the one whose last one is longest ago,
    or who has waited longest."""
    running = Match.objects.running().checks().filter(seats__position=0)
    due = Match.objects.due(now).checks().filter(seats__position=0).order_by()
    waiting = dict(due.values_list(OWNER).annotate(Min("pk")))
    for owner in running.values_list(OWNER, flat=True):
        waiting.pop(owner, None)
    recent = Version.objects.filter(bot__owner__in=waiting, checked_at__gt=now - REMEMBERED)
    last = dict(recent.values_list("bot__owner").annotate(Max("checked_at")))
    before = now - REMEMBERED
    return min(waiting, key=lambda one: (last.get(one, before), waiting[one]), default=None)


@transaction.atomic
def _claim_check(owner: int, worker: str) -> Match | None:
    """The owner's first check, unless another worker has one of them by now."""
    lock_bots_of(owners=[owner])
    of_owner = Match.objects.checks().filter(seats__position=0, **{OWNER: owner})
    if of_owner.running().exists():
        return None
    now = database_now()
    match = of_owner.due(now).first()
    return match if match and _won(match, worker, now) else None


def lease_seconds(match: Match) -> float:
    """How long a worker may be silent. It renews the lease while it waits for an answer, too; on
    a host so busy that this comes late, a sleeper's longest wait is allowed on top."""
    cpu = [float(match.limits.get(key, 2.0)) for key in ("start_cpu", "decision_cpu")]
    return float(settings.LEASE_SECONDS) + 10 * max(cpu) + 2


def _won(match: Match, worker: str, now: datetime) -> bool:
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
