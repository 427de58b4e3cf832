"""Prune all kinds; log a kind's error and continue with the next."""

from collections.abc import Callable, Mapping
from datetime import datetime

import structlog
from django.db import close_old_connections
from django.utils import timezone

from arena.matches.prune_games import Pruned
from website.pruning.kinds import KINDS, Kind

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
        one = kind.step(now)
        rows, size, steps, is_more = rows + one.rows, size + one.size, steps + 1, one.is_more
    if rows:
        log.info("pruned", kind=kind.name, rows=rows, bytes=size)
    return Pruned(rows, size, is_more)


def due(now: datetime | None = None) -> Mapping[str, Pruned]:
    """Count what would go, by kind."""
    moment = now or timezone.now()
    return {kind.name: kind.due(moment) for kind in KINDS}
