"""Lines of a rating chart: name, URLs of points and pages, caption."""

from dataclasses import dataclass

from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from arena.models import Bot, Entry
from arena.ratings.trueskill import Rating, interval, ordinal
from website.bots.version_ratings import version_ratings
from website.ladders import board


@dataclass(frozen=True)
class ChartSeries:
    name: str
    url: str
    history: str
    beside: str
    caption: str


def line(bot: Bot, entry: Entry, version: int = 0) -> ChartSeries:
    address = (bot.slug, entry.ladder.slug)
    points = reverse("bots:ratings", args=address)
    name = f"{bot.name} v{version}" if version else bot.name
    return ChartSeries(
        name=name,
        url=f"{points}?version={version}" if version else points,
        history=reverse("bots:history", args=address),
        beside=f"{reverse('bots:histories')}?ladder={entry.ladder.slug}",
        caption=caption(name, matches_and_rating(entry, version)),
    )


def matches_and_rating(entry: Entry, version: int = 0) -> tuple[int, Rating] | None:
    """Return (rated matches, rating), or None."""
    if not version:
        return (entry.matches, board.skill_of(entry)) if entry.matches else None
    own = version_ratings(entry, [version]).get(version)
    return (own.matches, own.skill) if own else None


def caption(name: str, found: tuple[int, Rating] | None) -> str:
    if found is None:
        return gettext("%(name)s has no rated matches yet.") % {"name": name}
    matches, skill = found
    low, high = interval(skill)
    words = ngettext(
        "After %(count)d rated match %(name)s has a rating of %(rating)s, and a skill of"
        " %(low)s to %(high)s with 95 %% confidence.",
        "After %(count)d rated matches %(name)s has a rating of %(rating)s, and a skill of"
        " %(low)s to %(high)s with 95 %% confidence.",
        matches,
    )
    return words % {
        "count": matches,
        "name": name,
        "rating": floatformat(ordinal(skill), 2),
        "low": floatformat(low, 1),
        "high": floatformat(high, 1),
    }
