"""Terms and their values in words, as the log has them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.text import Truncator
from django.utils.timezone import is_aware, localtime
from django.utils.translation import gettext

from arena.core.terms import Term, Terms
from arena.core.translation import translate
from engine.messages import Message
from website.site.plain_text import show_invisible

MOST = 200  # characters of a value in a list of changes
EMPTY = "\N{EN DASH}"


def label_text(declared: Term) -> str:
    return translate(Message(declared.label))


def value_text(declared: Term, value: Any) -> str:
    """Return a logged value in a few words, in the reader's language and time zone."""
    if value is None or value in ("", [], {}):
        return EMPTY
    if declared.kind is datetime:
        when = parse_datetime(str(value))
        return f"{localtime(when):%Y-%m-%d %H:%M %Z}" if when and is_aware(when) else str(value)
    if declared.choices and not isinstance(value, list):
        labels = {str(key): str(label) for key, label in declared.choices()}
        return labels.get(str(value), str(value))
    return plain_text(value)


def plain_text(value: Any) -> str:
    """Return a logged value in a few words, without labels."""
    return Truncator(show_invisible(_plain(value))).chars(MOST) or EMPTY


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {_plain(inner)}" for name, inner in value.items())
    if isinstance(value, list):
        return ", ".join(map(_plain, value))
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return str(value)


def changes_text(kind: type[Terms], changed: Any) -> str:
    """Return the changes of a log's row: names alone in old rows, else old and new values."""
    declared = kind.declared()
    if not isinstance(changed, Mapping):
        return ", ".join(str(name).replace("_", " ") for name in changed)
    parts = [
        f"{label_text(declared[name])}: {value_text(declared[name], old)} → "
        f"{value_text(declared[name], new)}"
        for name, (old, new) in changed.items()
        if name in declared
    ]
    return "; ".join(parts)
