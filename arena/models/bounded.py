"""Columns read within bounds that every page and sum can take."""

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

if TYPE_CHECKING:  # Django's classes are not generic at run time

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
    """Deconstructs to Django's own field: the column is the same."""

    def deconstruct(self) -> Any:
        """Return the field as migrations know it."""
        name, _path, args, options = super().deconstruct()  # type: ignore[misc]  # of the field
        return name, f"django.db.models.{self.get_internal_type()}", args, options  # type: ignore[attr-defined]


def clamp(when: datetime) -> datetime:
    """Return the nearest moment with a date in every time zone."""
    return min(max(when, EARLIEST), LATEST)


class MomentField(Bounded, Moment[Given_contra, Read_co]):
    """A time, read as between EARLIEST and LATEST.

    Years 1 and 9999 have days that some zones lack, and such a row would break every list.
    """

    def from_db_value(self, value: datetime | None, *_context: Any) -> datetime | None:
        """Return the moment within the bounds."""
        return None if value is None else clamp(value)


class FiniteField(Bounded, Number[Given_contra, Read_co]):
    """A number, read as between -MOST and MOST, NaN as 0.

    Databases store infinity, JSON does not.
    """

    def from_db_value(self, value: float | None, *_context: Any) -> float | None:
        """Return the number within the bounds."""
        if value is None:
            return None
        return 0.0 if math.isnan(value) else min(max(value, -MOST), MOST)
