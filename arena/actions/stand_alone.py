"""What goes wrong with one leaves the others alone."""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from django.db import InterfaceError, OperationalError

from arena.models import TickStep

log = structlog.get_logger(__name__)


@contextmanager
def stand_alone(*, kind: str, pk: int) -> Iterator[None]:
    """Log and count what goes wrong with this ladder, tournament or league; the next tick tries
    again.

    A database that is away concerns all: its errors pass.
    """
    try:
        yield
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.exception(f"{kind}_failed", **{kind: pk})
        TickStep.objects.failed(kind)
