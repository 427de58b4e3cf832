"""Columns with texts for people: plain, or a `Message`, translated where shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models

from arena.models.bounded import Bounded
from engine.messages import from_json, to_json

if TYPE_CHECKING:  # Django's classes are not generic at run time
    TextJson = models.JSONField[str, str]
    DictJson = models.JSONField[Any, Any]  # a dictionary, or None
else:
    TextJson = DictJson = models.JSONField


class MessageField(Bounded, TextJson):
    """A text: a `Message`, or a plain `str`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"blank": True, "default": str, **options})

    def get_prep_value(self, value: Any) -> Any:
        return to_json(value) if isinstance(value, str) else value

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        data = super().from_db_value(value, expression, connection)
        return data if data is None else from_json(data)


class ReportField(Bounded, DictJson):
    """A dictionary whose `message` is such a text."""

    def get_prep_value(self, value: Any) -> Any:
        if not isinstance(value, dict) or "message" not in value:
            return value
        return value | {"message": to_json(value["message"])}

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        data = super().from_db_value(value, expression, connection)
        if not isinstance(data, dict) or "message" not in data:
            return data
        return data | {"message": from_json(data["message"])}
