"""Columns read within bounds that pages and sums can take."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db import models

from arena.core.database_clock import query_now

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
    """Deconstructs to Django's own field."""

    def deconstruct(self) -> Any:
        name, _path, args, options = super().deconstruct()  # type: ignore[misc]  # of the field
        return name, f"django.db.models.{self.get_internal_type()}", args, options  # type: ignore[attr-defined]


def clamp(when: datetime) -> datetime:
    """Return the nearest moment with a date in every time zone."""
    return min(max(when, EARLIEST), LATEST)


class BoundedDateTimeField(Bounded, Moment[Given_contra, Read_co]):
    """A time between EARLIEST and LATEST: the outermost years lack days in some zones."""

    def from_db_value(self, value: datetime | None, *_context: Any) -> datetime | None:
        return None if value is None else clamp(value)


class FiniteField(Bounded, Number[Given_contra, Read_co]):
    """A number between -MOST and MOST, NaN as 0: JSON has no infinity."""

    def from_db_value(self, value: float | None, *_context: Any) -> float | None:
        if value is None:
            return None
        return 0.0 if math.isnan(value) else min(max(value, -MOST), MOST)


class CreatedAt(BoundedDateTimeField[datetime, datetime]):
    """`DateTimeField(auto_now_add=True)` by the database's clock."""

    db_returning = True  # the insert returns the stored value

    def __init__(self, **options: Any) -> None:
        super().__init__(**({"auto_now_add": True} | options))

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        return query_now() if add else getattr(model_instance, self.attname)
