"""What our templates say often: a bot with its shield, safe strangers' text, moments, figures."""

import json
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.models.bots import HOST, SUPERSEDED
from website import heraldry, plain_text
from website.cards import rulings
from website.dominoes import words as domino_words
from website.dominoes.drawing import Half
from website.games.presentation import presentation

register = template.Library()

LAST_LINES = 40
FLAT_LIST = re.compile(r"\[((?:\n +[^\[\]{}\n]+)+)\n *\]")
NOTHING = "\N{EN DASH}"
VERDICTS = {
    "crash": _("it crashed"),
    "illegal": _("it made an illegal choice"),
    "protocol": _("it broke the protocol"),
    "timeout": _("it ran out of CPU time"),
    "memory": _("it used too much memory"),
    "output": _("it wrote too much"),
    HOST: _("the platform failed, not your bot"),
    SUPERSEDED: _("a newer version took its place"),
}


@register.filter
def visible(text: object) -> str:
    """Strangers' text with control and direction characters shown (and escaped as usual)."""
    return plain_text.visible(str(text))


@register.filter
def arms(name: str) -> heraldry.Arms:
    """The coat of arms of a bot's name."""
    return heraldry.arms(name)


@register.filter
def json_words(value: Any) -> str:
    """A JSON value on several lines, fit for a `pre`; a list of plain values stays on one."""
    lines = json.dumps(value, indent=2, ensure_ascii=False)
    return plain_text.visible(FLAT_LIST.sub(_on_one_line, lines))


def _on_one_line(found: re.Match[str]) -> str:
    items = [item.strip() for item in found[1].strip().splitlines()]
    return f"[{' '.join(items)}]"


@register.filter
def moment(when: datetime | None) -> SafeString | str:
    """A point in time as people say it, with the exact one (UTC) for machines and on hovering."""
    if when is None:
        return NOTHING
    exact = when.isoformat(timespec="seconds")
    shown = when.strftime("%Y-%m-%d %H:%M:%S UTC")
    return format_html('<time datetime="{}" title="{}">{}</time>', exact, shown, ago(when))


def ago(when: datetime) -> str:
    """How long ago, in one unit: "just now", "3 minutes ago"."""
    if (timezone.now() - when).total_seconds() < 60:
        return gettext("just now")
    return gettext("%(time)s ago") % {"time": timesince(when, depth=1)}


@register.filter
def signed(value: float) -> str:
    """A change: always with its sign, a real minus, two digits."""
    return f"{value:+.2f}".replace("-", "\N{MINUS SIGN}")


@register.filter
def minus(value: int) -> str:
    """A whole number, with a real minus where it is below zero."""
    return str(value).replace("-", "\N{MINUS SIGN}")


@register.filter
def percent(value: float | None) -> str:
    """A share of one as whole per cent."""
    return NOTHING if value is None else f"{100 * value:.0f}\N{NARROW NO-BREAK SPACE}%"


@register.filter
def option(value: Any) -> str:
    """A game's option or a fact of the jail as plain words."""
    if isinstance(value, list):
        return ", ".join(plain_text.visible(str(item)) for item in value)
    if isinstance(value, dict | bool) or value is None:
        return json_words(value)
    return plain_text.visible(str(value))


@register.filter
def game_title(name: str) -> str:
    """A game as people call it."""
    return presentation(name).title


@register.filter
def land(terrain: str) -> str:
    """A terrain of Kingdomino in the reader's language."""
    return str(domino_words.TERRAINS[terrain])


@register.filter
def half(one: Half) -> str:
    """Half a domino in words."""
    return domino_words.half(one.terrain, one.crowns)


@register.filter
def marked_up(text: str) -> SafeString:
    """Code and stress of our own documents as HTML."""
    return rulings.marked_up(text)


@register.filter
def at(names: Sequence[str], index: int) -> str:
    """The name at that seat."""
    return names[index]


@register.filter
def last_lines(text: str) -> str:
    """The end of what a bot printed."""
    return "\n".join(text.splitlines()[-LAST_LINES:])


@register.filter
def verdict(name: str) -> str:
    """A fault's verdict in words; an unknown one as it is."""
    return str(VERDICTS.get(name, plain_text.visible(name)))
