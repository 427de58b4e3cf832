from datetime import datetime, timedelta
from enum import Enum

from django.db import transaction
from django.db.models import Max, Min

from arena.core.database_clock import database_now
from arena.core.hosts import host_of
from arena.core.locks import lock_bots_of
from arena.matches.models.matches import MatchQuerySet
from arena.matches.order_match import PLACEMENT_PRIORITY
from arena.models import Match, Version
from arena.queue.refusals import work_refusal

ATTEMPTS = 8
REMEMBERED = timedelta(hours=1)  # owners without a check since count as new
OWNER = "seats__version__bot__owner"
PATIENCE = timedelta(seconds=1)  # in which an idle slot takes a new bot's match


class Orders(Enum):
    """When a worker plays what people have ordered: challenges, trials, gauntlets, rejudged."""

    NOW = "now"
    LAST = "last"  # if nothing else is due
    NEVER = "never"


def claim_match(
    *,
    worker: str,
    may_play: bool = True,
    may_check: bool = True,
    orders: Orders = Orders.NOW,
    house_only: bool = False,
) -> Match | None:
    """Claim the most urgent due match, or return None; checks first if `may_check`.

    `worker` names this one claim. Owners take turns with one running check each, and people with
    one running match each that they have ordered. A worker of another version gets nothing.
    """
    for _attempt in range(ATTEMPTS):
        now = database_now()
        due = Match.objects.due(now).for_host(host_of(worker), now)
        match = due.first()
        if match is None or work_refusal():
            return None
        is_check = match.purpose == Match.Purpose.CHECK
        is_next = is_check or not may_play  # checks are more urgent than all else
        owner = _next_owner(now, worker) if may_check and is_next and not house_only else None
        if owner is not None:
            if check := _claim_check(owner, worker):
                return check
            continue
        others = due.exclude(purpose=Match.Purpose.CHECK)
        if house_only:
            others, orders = others.of_house_bots(), Orders.NEVER
        if is_check or house_only:
            match = others.first()
        if match is not None and match.ordered_by_id is not None and may_play:
            match = _next_in_turn(others, worker, now, orders)
        if match is None or not may_play:
            return None
        if _claim(match, worker, now):
            return match
    return None


def is_newcomer_waiting(*, worker: str) -> bool:
    """Return whether a bot with few matches waits that this worker may play.

    Idle slots have had time to look for it.
    """
    now = database_now()
    due = Match.objects.due(now).for_host(host_of(worker), now)
    first = due.filter(purpose=Match.Purpose.LADDER)
    return first.filter(priority__gte=PLACEMENT_PRIORITY, created_at__lt=now - PATIENCE).exists()


def _next_in_turn(
    others: MatchQuerySet, worker: str, now: datetime, orders: Orders
) -> Match | None:
    """Return the next match where one that a person has ordered is the most urgent."""
    match orders:
        case Orders.NOW:
            return _next_ordered(worker, now) or others.of_platform().first()
        case Orders.LAST:
            return others.of_platform().first() or _next_ordered(worker, now)
        case Orders.NEVER:
            return others.of_platform().first()


def _next_ordered(worker: str, now: datetime) -> Match | None:
    """Return the oldest match of the person whose matches took least time of late."""
    here = Match.objects.for_host(host_of(worker), now)
    first = here.first_of_people(now)
    used = Match.objects.seconds_used(first, now - REMEMBERED) if len(first) > 1 else {}
    person = min(first, key=lambda person: (used.get(person, 0.0), first[person]), default=None)
    return here.due(now).filter(pk=first[person]).first() if person is not None else None


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
    return min(waiting, key=lambda owner: (last.get(owner, before), waiting[owner]), default=None)


@transaction.atomic
def _claim_check(owner: int, worker: str) -> Match | None:
    lock_bots_of(owners=[owner])
    of_owner = Match.objects.checks().filter(seats__position=0, **{OWNER: owner})
    if of_owner.running().exists():
        return None
    now = database_now()
    match = of_owner.due(now).for_host(host_of(worker), now).first()
    return match if match and _claim(match, worker, now) else None


def _claim(match: Match, worker: str, now: datetime) -> bool:
    until, status = now + match.lease, Match.Status.RUNNING
    won = Match.objects.claim(
        match, now=now, until=until, worker=worker, status=status, started_at=now
    )
    return bool(won)
