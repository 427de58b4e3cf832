from datetime import datetime
from functools import partial
from typing import Any

import structlog
from django.db import transaction

log = structlog.get_logger(__name__)


def log_event(
    event: str, *, began: datetime | None = None, ended: datetime | None = None, **fields: Any
) -> None:
    """Log on commit, with the duration if known; docs/operators/monitoring.md lists events."""
    if began is not None and ended is not None:
        fields["seconds"] = round((ended - began).total_seconds(), 3)
    transaction.on_commit(partial(log.info, event, **fields))
