"""When a row was made, by the database's clock."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import models

from arena.database_clock import query_now
from arena.models.bounded import MomentField


class CreatedAt(MomentField[datetime, datetime]):
    """`DateTimeField(auto_now_add=True)` by the clock that all machines share: quotas and checks
    compare it. To migrations it is just that, since the column is the same."""

    db_returning = True  # the insert says what the database has stored

    def __init__(self, **options: Any) -> None:
        super().__init__(**({"auto_now_add": True} | options))

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """Return the moment of the insert; of a stored row what it has."""
        return query_now() if add else getattr(model_instance, self.attname)
