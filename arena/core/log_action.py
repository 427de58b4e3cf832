"""What has happened: actions in their table, events in the log."""

from datetime import datetime
from functools import partial
from typing import Any

import structlog
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.models import Action, Bot, Challenge, Ladder, League, Match, Tournament

log = structlog.get_logger(__name__)


def log_action(
    *,
    actor: AbstractBaseUser | None,
    verb: str,
    target: Bot | Challenge | Ladder | League | Match | Tournament | AbstractBaseUser,
    reason: str = "",
    **details: Any,
) -> Action:
    """Log an action with JSON-ready `details`; no actor: the platform."""
    return Action.objects.create(
        actor_id=actor.pk if actor else None,
        verb=verb,
        target=f"{target._meta.model_name} {target.pk}",
        reason=reason,
        details=details,
    )


def log_event(
    event: str, *, began: datetime | None = None, ended: datetime | None = None, **fields: Any
) -> None:
    """Log on commit, with the duration if known; docs/operators/monitoring.md lists events."""
    if began is not None and ended is not None:
        fields["seconds"] = round((ended - began).total_seconds(), 3)
    transaction.on_commit(partial(log.info, event, **fields))
