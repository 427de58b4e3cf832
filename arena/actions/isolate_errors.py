"""Log an item's error and continue with the next."""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from django.db import InterfaceError, OperationalError

from arena.models import TickStep

log = structlog.get_logger(__name__)


@contextmanager
def isolate_errors(*, kind: str, pk: int) -> Iterator[None]:
    """Log and count errors of this ladder, tournament or league; the next tick tries again.

    Errors of a database that is away pass, since they concern all.
    """
    try:
        yield
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.exception(f"{kind}_failed", **{kind: pk})
        TickStep.objects.failed(kind)
