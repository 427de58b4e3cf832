"""A column for a point in time whose values every page, zone and sum can take."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db import models

EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
LATEST = datetime(2999, 12, 31, 23, 59, 59, tzinfo=UTC)


Given_contra = TypeVar("Given_contra", contravariant=True)
Read_co = TypeVar("Read_co", covariant=True)

if TYPE_CHECKING:  # Django's own class takes no parameter

    class Plain(models.DateTimeField[Given_contra, Read_co], Generic[Given_contra, Read_co]):
        """Django's field."""
else:

    class Plain(models.DateTimeField, Generic[Given_contra, Read_co]):
        """Django's field."""


def clamp(when: datetime) -> datetime:
    """The nearest moment that has a date in every time zone, and room for sums on either side."""
    return min(max(when, EARLIEST), LATEST)


class MomentField(Plain[Given_contra, Read_co]):
    """A point in time, read as between EARLIEST and LATEST whatever the row holds.

    The database takes years from 1 to 9999, of which the first and the last day do not exist in
    every zone: one such row would break each list that shows it.
    """

    def deconstruct(self) -> Any:
        """As a plain column, so that migrations need none of this."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.DateTimeField", args, kwargs

    def from_db_value(self, value: datetime | None, *_context: Any) -> datetime | None:
        """The moment as the platform takes it."""
        return None if value is None else clamp(value)
