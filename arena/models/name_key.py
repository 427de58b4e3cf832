from typing import Any, TypeVar

from django.db import models
from django.db.models import Q, QuerySet

from arena.core.names import fold, is_same, normalise

Row = TypeVar("Row", bound=models.Model)
KEY_MOST = 180
ROOM = 20  # for the number of a row that shares an older row's key


def key_of(name: str) -> str:
    """Return the key of lookalikes."""
    return fold(name)[:KEY_MOST]


def own_key(name: str, pk: int) -> str:
    """Return a key for a row whose plain key an older row has."""
    return f"{key_of(name)}#{pk}"


def alike(name: str, *, field: str = "name_key") -> Q:
    """Filter names that look like this one."""
    key = key_of(name)
    return Q(**{field: key}) | Q(**{f"{field}__startswith": f"{key}#"})


def select_named(rows: QuerySet[Row], name: str, field: str = "name") -> QuerySet[Row]:
    """Select the row with this name, however its letters are written: in any case and any form.

    Databases ignore the case of different letters; `name_key` finds the few candidates by index.
    """
    namesake = find_named(rows, name, field)
    return rows.filter(pk=namesake.pk) if namesake else rows.none()


def find_named(rows: QuerySet[Row], name: str, field: str = "name") -> Row | None:
    """Return the row that `select_named` selects, by one query."""
    if not name.isprintable():  # PostgreSQL refuses NUL
        return None
    candidates = rows.filter(alike(name))
    return next((row for row in candidates if is_same(getattr(row, field), name)), None)


def contains(field: str, text: str) -> Q:
    """Filter texts that have this one in them; SQLite ignores the case of ASCII letters alone."""
    text = normalise(text)
    cases = {text, text.lower(), text.upper(), text.title(), text.capitalize()}
    return Q(*((f"{field}__icontains", case) for case in cases), _connector=Q.OR)


class NameKeyField(models.CharField):  # type: ignore[type-arg]  # generic in stubs alone
    """The unique folded form of another field, updated on save.

    Old rows sharing a key have `#` and their number appended.
    """

    def __init__(self, *args: Any, source: str = "", **kwargs: Any) -> None:
        self.source = source
        kwargs = {"max_length": KEY_MOST + ROOM, "unique": True, "editable": False} | kwargs
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: ARG002 - Django's
        key = key_of(getattr(model_instance, self.source))
        present = str(getattr(model_instance, self.attname) or "")
        if present.partition("#")[0] != key:
            setattr(model_instance, self.attname, key)
        return str(getattr(model_instance, self.attname))
