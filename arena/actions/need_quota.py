"""What somebody may do only so often a day."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models import QuerySet

from arena.actions.errors import QuotaUsed
from arena.actions.hold_person import lock_person
from arena.database_clock import database_now

DAY = timedelta(hours=24)


def require_quota(*, person: AbstractBaseUser, done: QuerySet[Any], most: int, words: str) -> None:
    """Raise QuotaUsed where `most` of these rows are younger than a day. `words` say it, with the
    number as `most` and the moment when there is room again as `when`.

    The person's row is locked until the caller's transaction ends: no two requests slip through.
    """
    lock_person(person=person)
    recent = _recent(done).order_by("-created_at")
    times = list(recent.values_list("created_at", flat=True)[:most])
    if len(times) >= most:
        when = times[-1] + DAY
        told = words % {"most": most, "when": f"{when:%Y-%m-%d %H:%M} UTC"}
        raise QuotaUsed(told, until=when)


def used_today(done: QuerySet[Any]) -> int:
    """How many of these rows are younger than a day."""
    return _recent(done).count()


def _recent(done: QuerySet[Any]) -> QuerySet[Any]:
    return done.filter(created_at__gt=database_now() - DAY)
