"""Columns whose values every page, zone and sum can take, whatever a row holds."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db import models

EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
LATEST = datetime(2999, 12, 31, 23, 59, 59, tzinfo=UTC)
MOST = 1e12

Given_contra = TypeVar("Given_contra", contravariant=True)
Read_co = TypeVar("Read_co", covariant=True)

if TYPE_CHECKING:  # Django's own classes take no parameters

    class Moment(models.DateTimeField[Given_contra, Read_co], Generic[Given_contra, Read_co]):
        """Django's field."""

    class Number(models.FloatField[Given_contra, Read_co], Generic[Given_contra, Read_co]):
        """Django's field."""
else:

    class Moment(models.DateTimeField, Generic[Given_contra, Read_co]):
        """Django's field."""

    class Number(models.FloatField, Generic[Given_contra, Read_co]):
        """Django's field."""


class Bounded:
    """A field that is Django's own to migrations: the column is the same."""

    def deconstruct(self) -> Any:
        """Return the field as migrations know it."""
        name, _path, args, options = super().deconstruct()  # type: ignore[misc]  # of the field
        return name, f"django.db.models.{self.get_internal_type()}", args, options  # type: ignore[attr-defined]


def clamp(when: datetime) -> datetime:
    """Return the nearest moment that has a date in every time zone, and room for sums beside it."""
    return min(max(when, EARLIEST), LATEST)


class MomentField(Bounded, Moment[Given_contra, Read_co]):
    """A point in time, read as between EARLIEST and LATEST.

    The database takes years from 1 to 9999, of which the first and the last day do not exist in
    every zone: one such row would break each list that shows it.
    """

    def from_db_value(self, value: datetime | None, *_context: Any) -> datetime | None:
        """Return the moment within the bounds."""
        return None if value is None else clamp(value)


class FiniteField(Bounded, Number[Given_contra, Read_co]):
    """A number, read as between -MOST and MOST, and as 0 where it is none.

    The database takes infinity, JSON does not, and sums of huge numbers become it.
    """

    def from_db_value(self, value: float | None, *_context: Any) -> float | None:
        """Return the number within the bounds."""
        if value is None:
            return None
        return 0.0 if math.isnan(value) else min(max(value, -MOST), MOST)
