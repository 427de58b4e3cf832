"""Remove what is old, kind by kind; what fails with one leaves the others alone."""

from collections.abc import Callable, Mapping
from datetime import datetime

import structlog
from django.db import close_old_connections
from django.utils import timezone

from arena.actions.matches.prune_games import Pruned
from website.pruning.kinds import KINDS, Kind

STEPS = 25  # of each kind in one run of the beat, which comes every ten minutes
log = structlog.get_logger(__name__)


class PruneFailed(Exception):
    """Some kinds could not be pruned; the log has why."""


def prune(
    *,
    most_steps: int | None = STEPS,
    now: datetime | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Mapping[str, Pruned]:
    """Let go of what is old: so many steps of each kind, or all of it. What went, by kind. Raises
    PruneFailed once all kinds had their turn."""
    moment = now or timezone.now()
    gone: dict[str, Pruned] = {}
    failed = []
    for kind in KINDS:
        try:
            gone[kind.name] = _pruned(kind, moment, most_steps, should_stop)
        except Exception:
            log.exception("prune_failed", kind=kind.name)
            close_old_connections()
            failed.append(kind.name)
    if failed:
        raise PruneFailed(f"not pruned: {', '.join(failed)}; the log has why.")
    return gone


def _pruned(
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
    """Count what would go, by kind; change nothing."""
    moment = now or timezone.now()
    return {kind.name: kind.due(moment) for kind in KINDS}
