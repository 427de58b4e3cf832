"""What has happened, as one line of the log each; docs/operators.md lists the events."""

from datetime import datetime
from functools import partial
from typing import Any

import structlog
from django.db import transaction

log = structlog.get_logger(__name__)


def log_event(
    event: str, *, began: datetime | None = None, ended: datetime | None = None, **fields: Any
) -> None:
    """Log the event once the transaction is committed, with its duration in seconds if it is known.

    Host and process stand in every line by themselves.
    """
    if began is not None and ended is not None:
        fields["seconds"] = round((ended - began).total_seconds(), 3)
    transaction.on_commit(partial(log.info, event, **fields))
