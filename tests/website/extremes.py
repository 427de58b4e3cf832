"""Extreme values of a model's columns, made from its fields: new fields and models are covered
automatically."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from django.apps import apps
from django.db import Error, connection, models, transaction

APPS = ("arena", "accounts", "notices", "account", "usersessions", "socialaccount")
LONG = 20_000  # characters in a column without a bound
HUGE = 1.7e308
ODD = "\u202e\u0301<b>&amp;{{ x }}%s\U0001f468\u200d\U0001f469\ufdfa\u2028\ufeff\\'\""
KEPT = {"password", "is_active", "is_staff", "is_superuser", "session_generation", "name_key"}
Change = Callable[[Any], Any]
Column = tuple[str, str]  # of a table
NOTHING = object()  # this kind of change does not apply to this column


def fields() -> Iterator[models.Field[Any, Any]]:
    """Yield all our columns that hold a value and are no key."""
    for model in all_models():
        for field in model._meta.concrete_fields:
            is_key = field.primary_key or field.is_relation or isinstance(field, models.SlugField)
            if not is_key and field.name not in KEPT:
                yield field


def all_models() -> list[type[models.Model]]:
    """The models whose rows pages show."""
    return [one for label in APPS for one in apps.get_app_config(label).get_models()]


def earliest(field: models.Field[Any, Any]) -> Any:
    return datetime.min.replace(tzinfo=UTC) if isinstance(field, models.DateTimeField) else NOTHING


def latest(field: models.Field[Any, Any]) -> Any:
    return datetime.max.replace(tzinfo=UTC) if isinstance(field, models.DateTimeField) else NOTHING


def least(field: models.Field[Any, Any]) -> Any:
    if isinstance(field, models.FloatField):
        return -HUGE
    return _range(field)[0]


def most(field: models.Field[Any, Any]) -> Any:
    if isinstance(field, models.FloatField):
        return HUGE
    return _range(field)[1]


def _range(field: models.Field[Any, Any]) -> tuple[Any, Any]:
    if not isinstance(field, models.IntegerField):
        return NOTHING, NOTHING
    kind = field.get_internal_type()
    low = 0 if kind.startswith("Positive") else -(2**63 if "Big" in kind else 2**31)
    high = 2**63 - 1 if "Big" in kind else 2**15 - 1 if "Small" in kind else 2**31 - 1
    return low, high


def endless(field: models.Field[Any, Any]) -> Any:
    return float("inf") if isinstance(field, models.FloatField) else NOTHING


def zero(field: models.Field[Any, Any]) -> Any:
    is_number = isinstance(field, (models.IntegerField, models.FloatField))
    return 0 if is_number else NOTHING


def null(field: models.Field[Any, Any]) -> Any:
    return None if field.null else NOTHING


def empty(field: models.Field[Any, Any]) -> Any:
    return "" if _is_text(field) else NOTHING


def longest(field: models.Field[Any, Any]) -> Any:
    return "W" * (field.max_length or LONG) if _is_text(field) else NOTHING


def odd(field: models.Field[Any, Any]) -> Any:
    return ODD[: field.max_length] if _is_text(field) else NOTHING


def _is_text(field: models.Field[Any, Any]) -> bool:
    return isinstance(field, (models.CharField, models.TextField)) and not field.choices


def strange_choice(field: models.Field[Any, Any]) -> Any:
    """Return a value outside the field's choices."""
    return "?" if field.choices else NOTHING


def no_json(field: models.Field[Any, Any]) -> Any:
    """Return an empty list or object of the usual kind."""
    if not isinstance(field, models.JSONField):
        return NOTHING
    return _json_kind(field)()


def strange_json(field: models.Field[Any, Any]) -> Any:
    """Return a list or object of the usual kind with unexpected content."""
    if not isinstance(field, models.JSONField):
        return NOTHING
    inside: list[Any] = [None, -HUGE, 2**70, ODD, [], {}, True, {"": [[None]]}]
    return inside if _json_kind(field) is list else {"": None, ODD: inside, "message": 1}


def _json_kind(field: models.Field[Any, Any]) -> type[list[Any]] | type[dict[Any, Any]]:
    rows = field.model._base_manager.exclude(**{field.name: None})
    first = rows.values_list(field.name, flat=True).first()
    kind = type(field.get_default() if first is None else first)
    return list if kind is list else dict


def no_bytes(field: models.Field[Any, Any]) -> Any:
    return b"" if isinstance(field, models.BinaryField) else NOTHING


def strange_bytes(field: models.Field[Any, Any]) -> Any:
    return b"\x00\xff\x1f\x8b" if isinstance(field, models.BinaryField) else NOTHING


def true(field: models.Field[Any, Any]) -> Any:
    return True if isinstance(field, models.BooleanField) else NOTHING


def false(field: models.Field[Any, Any]) -> Any:
    return False if isinstance(field, models.BooleanField) else NOTHING


CHANGES: dict[str, Change] = {
    one.__name__: one
    for one in (
        earliest, latest, least, most, zero, endless, null, empty, longest, odd, strange_choice,
        no_json, strange_json, no_bytes, strange_bytes, true, false,
    )
}  # fmt: skip


def write(field: models.Field[Any, Any], value: Any) -> int:
    """Write the value into all rows, or into the first if it must be unique; return their number.
    None if the database refuses it."""
    rows = field.model._base_manager.all()
    for pks in (None, list(rows.order_by("pk").values_list("pk", flat=True)[:1])):
        try:
            with transaction.atomic():
                chosen = rows if pks is None else rows.filter(pk__in=pks)
                return chosen.update(**{field.name: value})
        except (Error, OverflowError, ValueError):
            continue
    return 0


def changed(
    change: str, of: Callable[[models.Field[Any, Any]], bool] = lambda _field: True
) -> set[Column]:
    """Change every column of that kind; return the table and name of each."""
    assert connection.in_atomic_block, "the rows are not those of a test alone"
    wanted = ((field, CHANGES[change](field)) for field in fields() if of(field))
    return {
        (field.model._meta.db_table, str(field.column))
        for field, value in wanted
        if value is not NOTHING and write(field, value)
    }
