from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from django.db import InternalError, OperationalError

UNWRITABLE = (OperationalError, InternalError)  # read-only, full or away
log = structlog.get_logger(__name__)


@contextmanager
def best_effort(what: str) -> Iterator[None]:
    """Log that `what` was not stored where the database is unwritable. Not in transactions."""
    try:
        yield
    except UNWRITABLE as error:
        log.warning("not_stored", what=what, error=str(error))
