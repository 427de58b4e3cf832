from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max, Min

from arena.actions.locks import lock_bots_of
from arena.actions.workers.work_refusal import work_refusal
from arena.database_clock import database_now
from arena.hosts import host_of
from arena.models import Match, Version

ATTEMPTS = 8
REMEMBERED = timedelta(hours=1)  # owners without a check since count as new
OWNER = "seats__version__bot__owner"


def claim_match(
    *, worker: str, may_play: bool = True, may_check: bool = True, house_only: bool = False
) -> Match | None:
    """Claim the most urgent due match, or return None; checks first if `may_check`.

    `worker` names this one claim. Owners take turns with one running check each. A worker of
    another version gets nothing.
    """
    if work_refusal():
        return None
    for _attempt in range(ATTEMPTS):
        now = database_now()
        due = Match.objects.due(now).for_host(host_of(worker), now)
        match = due.first()
        is_check = match is not None and match.purpose == Match.Purpose.CHECK
        is_next = is_check or not may_play  # checks are more urgent than all else
        owner = _next_owner(now, worker) if may_check and is_next and not house_only else None
        if owner is not None:
            if check := _claim_check(owner, worker):
                return check
            continue
        if is_check:
            match = due.exclude(purpose=Match.Purpose.CHECK).first()
        if match is not None and house_only:
            match = due.exclude(purpose=Match.Purpose.CHECK).of_house_bots().first()
        if match is None or not may_play:
            return None
        if _won(match, worker, now):
            return match
    return None


def _next_owner(now: datetime, worker: str) -> int | None:
    """Return the owner without a running check whose last one is longest ago."""
    running = Match.objects.running().checks().filter(seats__position=0)
    due = Match.objects.due(now).for_host(host_of(worker), now)
    due = due.checks().filter(seats__position=0).order_by()
    waiting = dict(due.values_list(OWNER).annotate(Min("pk")))
    for owner in running.values_list(OWNER, flat=True):
        waiting.pop(owner, None)
    recent = Version.objects.filter(bot__owner__in=waiting, checked_at__gt=now - REMEMBERED)
    last = dict(recent.values_list("bot__owner").annotate(Max("checked_at")))
    before = now - REMEMBERED
    return min(waiting, key=lambda one: (last.get(one, before), waiting[one]), default=None)


@transaction.atomic
def _claim_check(owner: int, worker: str) -> Match | None:
    lock_bots_of(owners=[owner])
    of_owner = Match.objects.checks().filter(seats__position=0, **{OWNER: owner})
    if of_owner.running().exists():
        return None
    now = database_now()
    match = of_owner.due(now).for_host(host_of(worker), now).first()
    return match if match and _won(match, worker, now) else None


def _won(match: Match, worker: str, now: datetime) -> bool:
    until, status = now + match.lease, Match.Status.RUNNING
    won = Match.objects.claim(
        match, now=now, until=until, worker=worker, status=status, started_at=now
    )
    return bool(won)
