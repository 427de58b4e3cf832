"""Writes that reading can do without: a database that takes no changes must not stop it."""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from django.db import InternalError, OperationalError

UNWRITABLE = (OperationalError, InternalError)  # read-only, full or away
log = structlog.get_logger(__name__)


@contextmanager
def best_effort(what: str) -> Iterator[None]:
    """Log that `what` was not stored where the database takes no changes. Not for transactions."""
    try:
        yield
    except UNWRITABLE as error:
        log.warning("not_stored", what=what, error=str(error))
