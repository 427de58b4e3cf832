from datetime import timedelta
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models import QuerySet

from arena.actions.errors import QuotaUsed
from arena.actions.hold_person import lock_person
from arena.database_clock import database_now

DAY = timedelta(hours=24)


def require_quota(*, person: AbstractBaseUser, done: QuerySet[Any], most: int, words: str) -> None:
    """Raise QuotaUsed at `most` rows within a day.

    Locks the person, so that concurrent requests cannot slip through.
    """
    lock_person(person=person)
    recent = _recent(done).order_by("-created_at")
    times = list(recent.values_list("created_at", flat=True)[:most])
    if len(times) >= most:
        when = times[-1] + DAY
        told = words % {"most": most, "when": f"{when:%Y-%m-%d %H:%M} UTC"}
        raise QuotaUsed(told, until=when)


def used_today(done: QuerySet[Any]) -> int:
    """Count rows within a day."""
    return _recent(done).count()


def _recent(done: QuerySet[Any]) -> QuerySet[Any]:
    return done.filter(created_at__gt=database_now() - DAY)
