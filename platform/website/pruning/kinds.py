"""Kinds of data that are pruned."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, QuerySet

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
        before = min(now - timedelta(days=days), _unread_since(name) or now)
        return do(kind=name, before=before) if days else Pruned(0, 0)

    return Kind(name, partial(within, prunable_games), partial(within, prune_games))


def _unread_since(name: str) -> datetime | None:
    """Return when decisions begin that the public archive has yet to read."""
    is_read = name == "decisions" and settings.ARCHIVE_MATCHES
    return ArchivedDay.objects.all().end() if is_read else None


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


def _expired_sessions(now: datetime) -> QuerySet[Session]:
    return Session.objects.filter(expire_date__lt=now)


def _ended_sessions(_now: datetime) -> QuerySet[UserSession]:
    session = Session.objects.filter(session_key=OuterRef("session_key"))
    rows: QuerySet[UserSession] = UserSession.objects.filter(~Exists(session))
    return rows


def _workers(_now: datetime) -> QuerySet[Worker]:
    return Worker.objects.forgotten()


def _usage(now: datetime) -> QuerySet[BotLogUsage]:
    return BotLogUsage.objects.filter(day__lt=(now - KEPT_USAGE).date())


def _count_rejected(now: datetime) -> Pruned:
    return Pruned(rejected_before(now - KEPT_REJECTED).count(), 0)


def _delete_rejected(now: datetime) -> Pruned:
    before = now - KEPT_REJECTED
    found = list(rejected_before(before)[:BOTS_AT_ONCE])
    gone = sum(delete_rejected(bot=bot, before=before) for bot in found)
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
    _of_rows("sessions", _expired_sessions),
    _of_rows("session_devices", _ended_sessions),
    _of_rows("workers", _workers),
    _of_rows("log_usage", _usage),
    Kind("rejected_bots", _count_rejected, _delete_rejected),
    Kind("metric_files", _metric_files(size_of_abandoned), _metric_files(remove_abandoned)),
)
