"""Template tags used everywhere."""

import json
import re
from collections.abc import Hashable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from math import isinf
from typing import Any, Protocol

from django import template
from django.forms import BaseForm, BoundField
from django.template.base import Template
from django.template.defaultfilters import floatformat
from django.template.engine import Engine
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import get_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timesince import TIME_STRINGS as TIME_STRINGS_ALONE
from django.utils.timesince import timesince
from django.utils.translation import get_language, gettext, npgettext_lazy
from django.utils.translation import gettext_lazy as _

from arena.core.guards import REASON_MOST
from arena.core.translation import translate
from arena.matches.referee.fault import FaultDetails
from arena.models import Bot, Match
from arena.models.bounded import clamp
from arena.models.competition import Competition
from arena.models.rights import Person
from arena.ratings import trueskill
from arena.ratings.trueskill import Rating
from arena.seeding.seed_platform import SEEDED_TEXTS
from engine.messages import Message
from website.bots.mistakes import is_unusable, mistake_url
from website.games.registry import site_game
from website.ladders import rating_words
from website.matches import lists
from website.matches.lists import Seated
from website.site import avatar, plain_text
from website.site.sorting import Sortable
from website.site.verdicts import verdict_text

register = template.Library()

LAST_LINES = 40
DAY = 24 * 60  # minutes
CACHED = 16_384  # renderings of some hundred bytes
FLAT_LIST = re.compile(r"\[((?:\n +[^\[\]{}\n]+)+)\n *\]")
UNITS = ((86_400, _("d")), (3_600, _("h")), (60, _("min")), (1, _("s")))
NOTHING = "\N{EN DASH}"
# After "in" and before "ago" some languages need another case.
TIME_STRINGS: dict[str, Any] = {
    **TIME_STRINGS_ALONE,
    "year": npgettext_lazy("in or ago", "%(num)d year", "%(num)d years", "num"),
    "month": npgettext_lazy("in or ago", "%(num)d month", "%(num)d months", "num"),
    "day": npgettext_lazy("in or ago", "%(num)d day", "%(num)d days", "num"),
}
SEAT = '<li>{} <span class="sub-inline">v{}</span>{} {}</li>'


class Named(Protocol):
    @property
    def slug(self) -> str:
        """The bot's slug."""

    @property
    def name(self) -> str:
        """The bot's name."""


@register.simple_tag
def cached_component(component: str, **values: Hashable) -> SafeString:
    """Render a component, cached by values and language: it must depend on nothing else."""
    compiled = Engine.get_default().get_template(component)
    return _render(compiled, get_language(), tuple(values), *values.values())


@lru_cache(CACHED, typed=True)
def _render(
    compiled: Template, _language: str | None, names: tuple[str, ...], *values: Hashable
) -> SafeString:
    return compiled.render(template.Context(dict(zip(names, values, strict=True))))


@register.simple_tag
def rating_formula() -> str:
    return rating_words.formula()


@register.simple_tag
def rating_certainty() -> int:
    return rating_words.certainty()


@register.simple_tag
def provisional_above() -> float:
    return rating_words.PROVISIONAL


@register.simple_tag
def reason_most() -> int:
    """Return the longest reason, in characters."""
    return REASON_MOST


@register.filter
def is_run_by(what: Bot | Competition, person: Person) -> bool:
    """Return whether this person may act for a bot or manage a competition."""
    return what.is_run_by(person)


@register.filter
def ordinal(skill: Rating) -> float:
    """Return mu - sigma."""
    return trueskill.ordinal(skill)


@register.filter
def show_invisible(text: object) -> str:
    return plain_text.show_invisible(str(text))


@register.filter
def described(text: str) -> str:
    """Return a competition's description, translated if it came with the platform."""
    return show_invisible(translate(Message(text)) if text in SEEDED_TEXTS else text)


@register.filter("avatar")
def avatar_image(name: str) -> SafeString:
    return avatar.shield_svg(name)


@register.filter
def bot_link(bot: Named) -> SafeString:
    return _bot_link(bot.slug, bot.name)


@lru_cache(CACHED)
def _bot_link(slug: str, name: str) -> SafeString:
    return format_html(
        '<a class="bot" href="{}">{}<bdi>{}</bdi></a>',
        reverse("bots:detail", args=[slug]),
        avatar.shield_svg(name),
        plain_text.show_invisible(name),
    )


@register.filter
def pretty_json(value: Any) -> str:
    """Return indented JSON, flat lists on one line."""
    lines = json.dumps(value, indent=2, ensure_ascii=False)

    def on_one_line(match: re.Match[str]) -> str:
        items = [item.strip() for item in match[1].strip().splitlines()]
        return f"[{' '.join(items)}]"

    return plain_text.show_invisible(FLAT_LIST.sub(on_one_line, lines))


@register.filter
def competition(match: Match) -> SafeString | str:
    """Link a match's ladder or tournament."""
    if match.ladder:
        ladder = match.ladder
        return _link(reverse("ladders:leaderboard", args=[ladder.slug]), ladder.name)
    if match.pairing:
        played, tournament = match.pairing.round, match.pairing.round.tournament
        page = reverse("tournaments:detail", args=[tournament.slug])
        return _link(f"{page}?round={played.number}", tournament.name)
    return ""


def _link(address: str, name: str) -> SafeString:
    return format_html('<a href="{}">{}</a>', address, plain_text.show_invisible(name))


@register.filter
def seats(match: Match) -> SafeString:
    """List seats and results."""
    return _seat_list(lists.seats_of(match), get_language())


@lru_cache(CACHED)
def _seat_list(seats: tuple[Seated, ...], _language: str | None) -> SafeString:
    items = []
    for seat in seats:
        points = cached_component("components/points.html", points=seat.points, rank=seat.rank)
        faults: SafeString | str = ""
        if seat.faults:
            faults = cached_component("components/faults.html", faults=seat.faults)
        items.append((bot_link(seat), seat.version, points, faults))
    return format_html('<ul class="seats">{}</ul>', format_html_join("", SEAT, items))


@register.filter
def time_ago(when: datetime | None) -> SafeString | str:
    """Return a relative time, the exact one as title."""
    if when is None:
        return NOTHING
    when = clamp(when)
    exact = when.isoformat(timespec="seconds")
    shown = timezone.localtime(when).strftime("%Y-%m-%d %H:%M:%S %Z")
    return format_html('<time datetime="{}" title="{}">{}</time>', exact, shown, ago(when))


def ago(when: datetime) -> str:
    """Return, say, "3 minutes ago"."""
    minutes = int((timezone.now() - when).total_seconds()) // 60
    if minutes < 1:
        return gettext("just now")
    return _ago(minutes if minutes < DAY else minutes // DAY * DAY, get_language())


@lru_cache(CACHED)
def _ago(minutes: int, _language: str | None) -> str:
    now = timezone.now()
    return gettext("%(time)s ago") % {"time": time_between(now - timedelta(minutes=minutes), now)}


def time_between(earlier: datetime, later: datetime | None = None) -> str:
    """Return a duration in one unit, for "… ago"."""
    return timesince(earlier, later, depth=1, time_strings=TIME_STRINGS)


@register.filter
def duration(seconds: float) -> str:
    """Return, say, "2 min 5 s"."""
    for size, unit in UNITS:
        if seconds >= size:
            whole, rest = divmod(round(seconds), size)
            smaller = next((next_unit for next_unit in UNITS if next_unit[0] < size), None)
            part = rest // smaller[0] if smaller else 0
            tail = f" {part} {smaller[1]}" if smaller and part else ""
            return f"{whole} {unit}{tail}"
    return f"0 {UNITS[-1][1]}"


register.filter("minus", plain_text.minus)


@register.filter
def digits(value: float | None, places: int) -> str:
    """Return a localized number; faster than `floatformat`."""
    if value is None:
        return NOTHING
    return plain_text.minus(f"{value:.{places}f}".replace(".", get_format("DECIMAL_SEPARATOR")))


@register.filter
def signed(value: float) -> str:
    """Return a number with sign and two decimals."""
    sign = "+" if value >= 0 else "\N{MINUS SIGN}"
    return f"{sign}{floatformat(abs(value), 2)}"


@register.filter
def signed_whole(value: float) -> str:
    """Return a whole number with its sign; infinite where nothing bounds it."""
    sign = "+" if value >= 0 else "\N{MINUS SIGN}"
    return f"{sign}{'∞' if isinf(value) else round(abs(value))}"


@register.filter
def percent(value: float | None, places: int = 0) -> str:
    return NOTHING if value is None else f"{digits(100 * value, places)}\N{NARROW NO-BREAK SPACE}%"


@register.filter
def sort_direction(selection: Sortable, column: str) -> str:
    return selection.direction(column)


@register.filter
def toggle_sort(selection: Sortable, column: str) -> str:
    return selection.toggled(column)


@register.filter
def option_text(value: Any) -> str:
    """Return an option or a fact of the jail in words."""
    if isinstance(value, list):
        return ", ".join(plain_text.show_invisible(str(item)) for item in value)
    if isinstance(value, dict | bool) or value is None:
        return pretty_json(value)
    return plain_text.show_invisible(str(value))


@register.filter
def game_title(name: str) -> str:
    """A game as people call it."""
    return site_game(name).title


@register.filter
def item_at(names: Sequence[str], index: int) -> str:
    return names[index]


@register.filter
def fields_with_errors(form: BaseForm) -> list[BoundField]:
    """Return the fields that need a change, in their order."""
    return [field for field in form if field.errors]


@register.filter
def place_of_error(field: BoundField) -> str:
    """Return the id of its input; of its errors where it has many inputs."""
    return field.id_for_label or f"{field.auto_id}_error"


@register.filter
def last_lines(text: str) -> str:
    return "\n".join(text.splitlines()[-LAST_LINES:])


@register.filter
def translate_message(text: str) -> str:
    return plain_text.show_invisible(translate(text))


@register.filter
def mistake(fault: Mapping[str, str] | FaultDetails) -> str:
    """Return the address of the entry of *Common mistakes* about it, if any."""
    if isinstance(fault, FaultDetails):
        return mistake_url(fault.verdict, fault.message)
    return mistake_url(fault.get("verdict") or "", fault.get("message") or "")


@register.filter
def verdict(name: str) -> str:
    return verdict_text(name)


@register.filter
def why_rejected(failure: Mapping[str, str]) -> str:
    """Explain a failure; an unusable upload has not crashed."""
    if is_unusable(failure.get("message")):
        return gettext("upload not usable")
    return verdict_text(failure.get("verdict") or "")
