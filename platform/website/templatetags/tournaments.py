"""Template tags of tournament pages."""

from datetime import datetime, timedelta
from fractions import Fraction
from functools import lru_cache

from django import template
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext

from arena.models import Action, Pairing
from arena.models.bounded import clamp
from arena.tournaments.odds import FormatChoice
from arena.tournaments.pairing.bracket import Origin, Source, Stage
from website.site.avatar import shield_of
from website.templatetags.kingsbench import ago, time_between
from website.tournaments.bracket_layout import Head
from website.tournaments.decisions import decision_after_tie
from website.tournaments.tournament_admin import audit_text
from website.tournaments.words import STAGES, choice_text

register = template.Library()
register.filter("shield", shield_of)


@register.filter("decision_after_tie")
def decision_text(pairing: Pairing) -> str:
    """Say by what a tied knockout was decided; "" if it was not tied."""
    decision = decision_after_tie(pairing)
    return str(decision.label) if decision else ""


NOTHING = "\N{EN DASH}"
HALF = "\N{VULGAR FRACTION ONE HALF}"
MINUS = "\N{MINUS SIGN}"
DATES = 4096
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@register.filter
def format_summary(choice: FormatChoice, games: int) -> str:
    """Describe a way to play; mention its games per match unless they are `games`."""
    return choice_text(choice, games)


@register.filter
def points(value: Fraction | None) -> str:
    """Return points, say 1½."""
    if value is None:
        return NOTHING
    sign, size = (MINUS if value < 0 else ""), abs(value)
    whole, rest = divmod(size, 1)
    if rest == 0:
        return f"{sign}{whole}"
    if rest == Fraction(1, 2):
        return f"{sign}{whole or ''}{HALF}"
    return sign + number_format(round(float(size), 2), 2)  # number_format alone truncates


@register.filter
def group_letter(number: int) -> str:
    return LETTERS[number] if number < len(LETTERS) else str(number + 1)


@register.filter
def on_date(when: datetime | None) -> SafeString | str:
    """Return a moment with its time zone."""
    if when is None:
        return NOTHING
    return _on_date(clamp(when), timezone.get_current_timezone_name(), get_language())


@lru_cache(DATES)
def _on_date(when: datetime, _zone: str, _language: str | None) -> SafeString:
    local = timezone.localtime(when)
    shown = f"{date_format(local, 'DATETIME_FORMAT')} {local.tzname()}"
    return format_html('<time datetime="{}">{}</time>', when.isoformat(timespec="seconds"), shown)


@register.filter
def time_until(when: datetime) -> str:
    now = timezone.now()
    if when > now:
        return gettext("in %(time)s") % {"time": time_between(now, when)}
    return ago(when)


@register.filter
def duration_of(time: timedelta | None) -> str:
    if time is None:
        return NOTHING
    minutes = round(time.total_seconds() / 60)
    if minutes < 1:
        return gettext("less than a minute")
    if minutes < 120:
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    hours = round(minutes / 60)
    if hours < 48:
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    days = round(hours / 24)
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}


@register.filter
def round_heading(head: Head) -> str:
    if head.stage is Stage.WINNERS and head.to_final == 1:
        return gettext("Semi-finals")
    if head.stage is Stage.WINNERS and head.to_final == 2:
        return gettext("Quarter-finals")
    if head.to_final:
        return gettext("Round %(number)s") % {"number": head.round}
    if head.stage in {Stage.WINNERS, Stage.LOSERS}:
        params = {"stage": STAGES[head.stage], "number": head.round}
        return gettext("%(stage)s, round %(number)d") % params
    return str(STAGES[head.stage])


@register.filter
def entrant_source(source: Source) -> str:
    """Say where an unknown entrant comes from."""
    if source.origin is Origin.LOSER:
        return gettext("loser of match %(number)d") % {"number": source.number}
    if source.origin is Origin.WINNER:
        return gettext("winner of match %(number)d") % {"number": source.number}
    return gettext("seed %(number)d") % {"number": source.number}


@register.filter
def action_text(action: Action) -> str:
    return audit_text(action)
