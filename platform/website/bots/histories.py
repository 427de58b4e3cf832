"""The ratings of several bots on a ladder, in one chart and as a table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date
from functools import cached_property

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from arena.models import Bot, Entry, Ladder
from website.accounts.models import User
from website.bots.chart_series import ChartSeries, line
from website.ladders import board
from website.site.filters import unknown_bot
from website.site.http import viewer

MOST = 6
OFFERED = 24  # of the ladder's ranking
DAYS = 30
ASKED_MOST = 50  # names in an address that are looked at
TOO_MANY = _("At most six bots fit into the chart. The first six are shown.")


@dataclass(frozen=True)
class Problem:
    """A part of the address that could not be used."""

    words: str | Promise
    bots: Sequence[Bot] = ()


class Histories:
    """The bots that an address names, on one ladder; without names the best of it."""

    def __init__(self, asked: QueryDict, sees: User | None) -> None:
        self._sees, self._ladder = sees, asked.get("ladder", "")
        self._names = [name for one in asked.getlist("bot") if (name := one.strip())]

    @cached_property
    def _asked(self) -> dict[str, Bot | None]:
        """Return the bots by the names asked for, None for those that the viewer cannot see."""
        seen = Bot.objects.seen_by(self._sees).select_related("owner")
        names = dict.fromkeys(self._names[:ASKED_MOST])
        by_slug = {bot.slug: bot for bot in seen.filter(slug__in=_printable(names))}
        return {name: by_slug.get(name) or seen.called(name) for name in names}

    @cached_property
    def _bots(self) -> list[Bot]:
        return list({bot.pk: bot for bot in self._asked.values() if bot}.values())

    @cached_property
    def ladders(self) -> list[Ladder]:
        """Return the ladders on which the bots are, those of most bots first."""
        entries = self._entries.filter(bot__in=self._bots).select_related("ladder")
        count: dict[Ladder, tuple[int, int]] = {}
        for entry in entries.order_by("ladder"):
            bots, matches = count.get(entry.ladder, (0, 0))
            count[entry.ladder] = bots + 1, matches + entry.matches
        return sorted(count, key=lambda ladder: count[ladder], reverse=True)

    @cached_property
    def ladder(self) -> Ladder | None:
        """Return the ladder asked for, else the first. Raise Http404 for an unknown one."""
        if not self._ladder:
            return next(iter(self.ladders), None)
        known = Ladder.objects.seen_by(self._sees).filter(slug__in=_printable([self._ladder]))
        if (found := known.first()) is None:
            raise Http404
        return found

    @property
    def _entries(self) -> QuerySet[Entry]:
        return Entry.objects.seen_by(self._sees)

    @cached_property
    def offered(self) -> list[Entry]:
        """Return the best of the ladder, from which to choose."""
        return list(board.ranked(self.ladder)[:OFFERED]) if self.ladder else []

    @cached_property
    def _on_ladder(self) -> list[Entry]:
        """Return the entries of the bots asked for, in the order of the address."""
        found = self._entries.filter(ladder=self.ladder, bot__in=self._bots)
        by_bot = {entry.bot_id: entry for entry in found.select_related("bot", "ladder")}
        return [by_bot[bot.pk] for bot in self._bots if bot.pk in by_bot]

    @cached_property
    def entries(self) -> list[Entry]:
        if self._names:
            return self._on_ladder[:MOST]
        return [entry for entry in self.offered if entry.matches][:MOST]

    @property
    def chosen(self) -> set[int]:
        return {entry.bot_id for entry in self.entries}

    @property
    def further(self) -> list[Bot]:
        """Return chosen bots that are not among those on offer."""
        offered = {entry.bot_id for entry in self.offered}
        return [entry.bot for entry in self.entries if entry.bot_id not in offered]

    @property
    def problems(self) -> list[Problem]:
        found = [Problem(unknown_bot(name)) for name, bot in self._asked.items() if bot is None]
        here = {entry.bot_id for entry in self._on_ladder}
        if elsewhere := [bot for bot in self._bots if self.ladder and bot.pk not in here]:
            found.append(Problem(_("Not on this ladder:"), elsewhere))
        if len(self._on_ladder) > MOST:
            found.append(Problem(TOO_MANY))
        return found

    @property
    def rows(self) -> list[board.LeaderboardRow]:
        return board.scattered(self.ladder, self.entries) if self.ladder else []

    @property
    def lines(self) -> list[ChartSeries]:
        return [line(entry.bot, entry) for entry in self.entries]

    @cached_property
    def days(self) -> list[tuple[date, list[float | None]]]:
        """Return each bot's rating at the end of the latest days on which one of them played."""
        by_entry = [_by_day(entry) for entry in self.entries]
        days = sorted({day for one in by_entry for day in one}, reverse=True)[:DAYS]
        return [(day, [one.get(day) for one in by_entry]) for day in days]


def _printable(names: Iterable[str]) -> list[str]:
    """Leave out what no slug is: PostgreSQL refuses NUL."""
    return [name for name in names if name.isprintable()]


def _by_day(entry: Entry) -> dict[date, float]:
    changes = entry.history.filter(rating_run=entry.ladder.rating_run).daily()[:DAYS]
    return {change.played_at.astimezone(UTC).date(): change.rating_after for change in changes}


@require_safe
def histories(request: HttpRequest) -> HttpResponse:
    """Show `?bot=` (up to six) on `?ladder=`."""
    found = Histories(request.GET, viewer(request))
    return render(request, "bots/histories.html", {"found": found, "ladder": found.ladder})
