"""A column for a number that every page can show and every sum can take."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db import models

MOST = 1e12

Given_contra = TypeVar("Given_contra", contravariant=True)
Read_co = TypeVar("Read_co", covariant=True)

if TYPE_CHECKING:  # Django's own class takes no parameter

    class Plain(models.FloatField[Given_contra, Read_co], Generic[Given_contra, Read_co]):
        """Django's field."""
else:

    class Plain(models.FloatField, Generic[Given_contra, Read_co]):
        """Django's field."""


class FiniteField(Plain[Given_contra, Read_co]):
    """A number, read as between -MOST and MOST whatever the row holds, and what is none as 0.

    The database takes infinity, JSON does not, and sums of huge numbers become it.
    """

    def deconstruct(self) -> Any:
        """As a plain column, so that migrations need none of this."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.FloatField", args, kwargs

    def from_db_value(self, value: float | None, *_context: Any) -> float | None:
        """The number as the platform takes it."""
        if value is None:
            return None
        return 0.0 if math.isnan(value) else min(max(value, -MOST), MOST)
