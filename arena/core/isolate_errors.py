"""Errors that may not stop what goes on around them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog
from django.db import InterfaceError, InternalError, OperationalError

from arena.models import TickStep

log = structlog.get_logger(__name__)
UNWRITABLE = (OperationalError, InternalError)  # read-only, full or away


@contextmanager
def isolate_errors(
    *, kind: str, pk: int, report: Callable[..., None] | None = None
) -> Iterator[None]:
    """Log an item's error and continue with the next; raise if the database is away.

    `report` is called with the `error`.
    """
    try:
        yield
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        log.exception(f"{kind}_failed", **{kind: pk})
        TickStep.objects.failed(kind)
        if report is not None:
            report(error=error)


@contextmanager
def best_effort(what: str) -> Iterator[None]:
    """Log that `what` was not stored where the database is unwritable. Not in transactions."""
    try:
        yield
    except UNWRITABLE as error:
        log.warning("not_stored", what=what, error=str(error))
