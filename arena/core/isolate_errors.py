from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog
from django.db import InterfaceError, OperationalError

from arena.models import TickStep

log = structlog.get_logger(__name__)


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
