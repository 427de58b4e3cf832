"""Histories of ratings: of one bot on a ladder, and of several in one chart and as a table."""

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

from arena.models import Bot, Entry, Ladder, RatingChange
from arena.ratings.trueskill import Rating
from website.accounts.models import User
from website.bots.lookup import entry_or_404
from website.bots.ratings import ChartSeries, line
from website.ladders import board
from website.site.filters import unknown_bot
from website.site.http import viewer

CHANGES = 60  # on a page
MOST = 6
OFFERED = 24  # of the ladder's ranking
DAYS = 30
ASKED_MOST = 50  # names in an address that are looked at
TOO_MANY = _("At most six bots fit into the chart. The first six are shown.")


@dataclass(frozen=True)
class HistoryRow:
    """A change; `is_fitted`: a fit moved the rating since the version's last match."""

    change: RatingChange
    is_fitted: bool


@require_safe
def history(request: HttpRequest, slug: str, ladder: str) -> HttpResponse:
    """Show changes, or with `days` each day's last; `before` (a serial) pages back."""
    entry = entry_or_404(request, slug, ladder)
    by_day = "days" in request.GET
    changes = entry.history.filter(rating_run=entry.ladder.rating_run).select_related(
        "seat__version"
    )
    changes = changes.daily() if by_day else changes.order_by("-serial")
    before = request.GET.get("before", "")
    if before.isdecimal():
        changes = changes.filter(serial__lt=int(before))
    rows = list(changes[: CHANGES + 1])
    context = {
        "entry": entry,
        "bot": entry.bot,
        "by_day": by_day,
        "lines": lines_of(rows)[:CHANGES],
        "now": None if before else now(entry, rows),
        "older": rows[CHANGES - 1].serial if len(rows) > CHANGES else None,
        "before": before,
    }
    return render(request, "bots/history.html", context)


def lines_of(changes: Sequence[RatingChange]) -> list[HistoryRow]:
    left: dict[int, float] = {}
    rows = []
    for change in reversed(changes):
        version = change.seat.version_id
        rows.append(HistoryRow(change, left.get(version, change.mu_before) != change.mu_before))
        left[version] = change.mu_after
    return rows[::-1]


def now(entry: Entry, changes: Sequence[RatingChange]) -> Rating | None:
    """Return the present rating if it differs from the last change."""
    skill = board.skill_of(entry)
    return skill if changes and skill != changes[0].after else None


@dataclass(frozen=True)
class Problem:
    """A part of the address that could not be used."""

    words: str | Promise
    bots: Sequence[Bot] = ()


class Histories:
    """The bots that an address names, on one ladder; without names the best of it."""

    def __init__(self, asked: QueryDict, sees: User | None) -> None:
        self._sees, self._ladder = sees, asked.get("ladder", "")
        self._names = [name for sent in asked.getlist("bot") if (name := sent.strip())]

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
        if (ladder := known.first()) is None:
            raise Http404
        return ladder

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
        entries = self._entries.filter(ladder=self.ladder, bot__in=self._bots)
        by_bot = {entry.bot_id: entry for entry in entries.select_related("bot", "ladder")}
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
        problems = [Problem(unknown_bot(name)) for name, bot in self._asked.items() if bot is None]
        here = {entry.bot_id for entry in self._on_ladder}
        if elsewhere := [bot for bot in self._bots if self.ladder and bot.pk not in here]:
            problems.append(Problem(_("Not on this ladder:"), elsewhere))
        if len(self._on_ladder) > MOST:
            problems.append(Problem(TOO_MANY))
        return problems

    @property
    def rows(self) -> list[board.LeaderboardRow]:
        return board.rows_of(self.ladder, self.entries) if self.ladder else []

    @property
    def lines(self) -> list[ChartSeries]:
        return [line(entry.bot, entry) for entry in self.entries]

    @cached_property
    def days(self) -> list[tuple[date, list[float | None]]]:
        """Return each bot's rating at the end of the latest days on which one of them played."""
        by_entry = []
        for entry in self.entries:
            changes = entry.history.filter(rating_run=entry.ladder.rating_run).daily()[:DAYS]
            by_entry.append(
                {change.played_at.astimezone(UTC).date(): change.rating_after for change in changes}
            )
        days = sorted({day for ratings in by_entry for day in ratings}, reverse=True)[:DAYS]
        return [(day, [ratings.get(day) for ratings in by_entry]) for day in days]


def _printable(names: Iterable[str]) -> list[str]:
    """Leave out what no slug is: PostgreSQL refuses NUL."""
    return [name for name in names if name.isprintable()]


@require_safe
def histories(request: HttpRequest) -> HttpResponse:
    """Show `?bot=` (up to six) on `?ladder=`."""
    asked = Histories(request.GET, viewer(request))
    return render(request, "bots/histories.html", {"found": asked, "ladder": asked.ladder})
