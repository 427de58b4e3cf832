"""A line of a rating chart: whose it is, where its points are, and what it shows in a sentence."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from arena.models import Bot, Entry
from website.ladders import board


@dataclass(frozen=True)
class Line:
    """One bot's, or one version's, on one ladder."""

    name: str
    url: str
    history: str
    caption: str


def line(bot: Bot, entry: Entry, version: int = 0) -> Line:
    """That of all versions, or of the given one."""
    address = (bot.slug, entry.ladder.slug)
    points = reverse("bots:ratings", args=address)
    return Line(
        name=f"{bot.name} v{version}" if version else bot.name,
        url=f"{points}?version={version}" if version else points,
        history=reverse("bots:history", args=address),
        caption=caption(bot, entry),
    )


def caption(bot: Bot, entry: Entry) -> str:
    """What the chart comes to."""
    if not entry.matches:
        return gettext("%(name)s has no rated match yet.") % {"name": bot.name}
    low, high = board.interval_of(entry)
    words = ngettext(
        "After %(count)d rated match %(name)s has a rating of %(rating)s, and a skill of"
        " %(low)s to %(high)s with 95 %% confidence.",
        "After %(count)d rated matches %(name)s has a rating of %(rating)s, and a skill of"
        " %(low)s to %(high)s with 95 %% confidence.",
        entry.matches,
    )
    return words % {
        "count": entry.matches,
        "name": bot.name,
        "rating": number_format(entry.rating, 2),
        "low": number_format(low, 1),
        "high": number_format(high, 1),
    }
