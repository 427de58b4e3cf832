"""A row's creation time, by the database's clock."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import models

from arena.database_clock import query_now
from arena.models.bounded import MomentField


class CreatedAt(MomentField[datetime, datetime]):
    """`DateTimeField(auto_now_add=True)` by the database's clock; the same to migrations."""

    db_returning = True  # the insert returns the stored value

    def __init__(self, **options: Any) -> None:
        super().__init__(**({"auto_now_add": True} | options))

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """Return the insert's time, or the stored one."""
        return query_now() if add else getattr(model_instance, self.attname)
