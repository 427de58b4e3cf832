"""The kinds of old data, and how all are pruned: an error of one is logged, the next follows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

import structlog
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import close_old_connections, transaction
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.utils import timezone

from arena.bots.manage_bot import delete_rejected, rejected_before
from arena.matches.prune_games import Pruned, prunable_games, prune_games
from arena.models import ArchivedDay, BotLogUsage, PruneProgress, Worker
from website.metrics.shared import remove_abandoned, size_of_abandoned
from website.notifications.pruning import old_notifications, prune_notifications

AT_ONCE = 1_000  # rows in one transaction
BOTS_AT_ONCE = 50
KEPT_USAGE = timedelta(days=2)
KEPT_REJECTED = timedelta(days=1)

Step = Callable[[datetime], Pruned]


@dataclass(frozen=True)
class Kind:
    """`due` counts what may go, `step` removes some."""

    name: str
    due: Step
    step: Step


def _of_games(name: str, setting: str) -> Kind:
    """Prune parts of games after a number of days; 0: never."""

    def within(do: Callable[..., Pruned], now: datetime) -> Pruned:
        days: int = getattr(settings, setting)
        if not days:
            return Pruned(0, 0)
        before = now - timedelta(days=days)
        if name == "decisions" and settings.ARCHIVE_MATCHES:
            # The public archive has yet to read the decisions after its last day.
            before = min(before, ArchivedDay.objects.all().end() or now)
        return do(kind=name, before=before)

    return Kind(name, partial(within, prunable_games), partial(within, prune_games))


def _of_rows(name: str, old: Callable[[datetime], QuerySet[Model]]) -> Kind:
    def due(now: datetime) -> Pruned:
        return Pruned(old(now).count(), 0)

    @transaction.atomic
    def step(now: datetime) -> Pruned:
        progress = PruneProgress.objects.lock(name)
        if progress is None:
            return Pruned(0, 0)
        rows = old(now)
        ids = list(rows.values_list("pk", flat=True)[:AT_ONCE])
        rows.model._default_manager.filter(pk__in=ids).delete()
        progress.note(len(ids), 0)
        return Pruned(len(ids), 0, is_more=len(ids) == AT_ONCE)

    return Kind(name, due, step)


def _ended_sessions(_now: datetime) -> QuerySet[UserSession]:
    session = Session.objects.filter(session_key=OuterRef("session_key"))
    rows: QuerySet[UserSession] = UserSession.objects.filter(~Exists(session))
    return rows


def _delete_rejected(now: datetime) -> Pruned:
    before = now - KEPT_REJECTED
    bots = list(rejected_before(before)[:BOTS_AT_ONCE])
    gone = sum(delete_rejected(bot=bot, before=before) for bot in bots)
    return Pruned(gone, 0, is_more=gone == BOTS_AT_ONCE)


def _metric_files(do: Callable[[], tuple[int, int]]) -> Step:
    return lambda _now: Pruned(*do())


KINDS = (
    _of_games("logs", "KEEP_LOGS_DAYS"),
    _of_games("decisions", "KEEP_DECISIONS_DAYS"),
    _of_games("events", "KEEP_EVENTS_DAYS"),
    Kind(
        "notifications",
        lambda now: Pruned(sum(rows.count() for rows in old_notifications(now)), 0),
        lambda now: Pruned(gone := prune_notifications(now=now), 0, is_more=gone >= AT_ONCE),
    ),
    _of_rows("sessions", lambda now: Session.objects.filter(expire_date__lt=now)),
    _of_rows("session_devices", _ended_sessions),
    _of_rows("workers", lambda _now: Worker.objects.forgotten()),
    _of_rows(
        "log_usage", lambda now: BotLogUsage.objects.filter(day__lt=(now - KEPT_USAGE).date())
    ),
    Kind(
        "rejected_bots",
        lambda now: Pruned(rejected_before(now - KEPT_REJECTED).count(), 0),
        _delete_rejected,
    ),
    Kind("metric_files", _metric_files(size_of_abandoned), _metric_files(remove_abandoned)),
)


STEPS = 25  # per kind and run; beat runs it every ten minutes
log = structlog.get_logger(__name__)


class PruneFailed(Exception):
    """Some kinds could not be pruned; see the log."""


def prune(
    *,
    most_steps: int | None = STEPS,
    now: datetime | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Mapping[str, Pruned]:
    """Prune up to `most_steps` of each kind; return what went. Raise PruneFailed at the end."""
    moment = now or timezone.now()
    gone: dict[str, Pruned] = {}
    failed = []
    for kind in KINDS:
        try:
            gone[kind.name] = _prune_kind(kind, moment, most_steps, should_stop)
        except Exception:
            log.exception("prune_failed", kind=kind.name)
            close_old_connections()
            failed.append(kind.name)
    if failed:
        raise PruneFailed(f"not pruned: {', '.join(failed)}; see the log.")
    return gone


def _prune_kind(
    kind: Kind, now: datetime, most_steps: int | None, should_stop: Callable[[], bool]
) -> Pruned:
    rows = size = steps = 0
    is_more = True
    while is_more and (most_steps is None or steps < most_steps) and not should_stop():
        gone = kind.step(now)
        rows, size, steps, is_more = rows + gone.rows, size + gone.size, steps + 1, gone.is_more
    if rows:
        log.info("pruned", kind=kind.name, rows=rows, bytes=size)
    return Pruned(rows, size, is_more)


def due(now: datetime | None = None) -> Mapping[str, Pruned]:
    """Count what would go, by kind."""
    moment = now or timezone.now()
    return {kind.name: kind.due(moment) for kind in KINDS}
