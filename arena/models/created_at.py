from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import models

from arena.core.database_clock import query_now
from arena.models.bounded import BoundedDateTimeField


class CreatedAt(BoundedDateTimeField[datetime, datetime]):
    """`DateTimeField(auto_now_add=True)` by the database's clock."""

    db_returning = True  # the insert returns the stored value

    def __init__(self, **options: Any) -> None:
        super().__init__(**({"auto_now_add": True} | options))

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        return query_now() if add else getattr(model_instance, self.attname)
