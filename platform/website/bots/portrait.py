"""A bot as its page shows it. Every part is read when it is asked for, so that what is polled costs
what it shows; all of it from counters and indexes, none from looking through matches."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from arena.models import (
    Bot,
    Entrant,
    Entry,
    Failure,
    Match,
    Meeting,
    Tally,
    Version,
    VersionRating,
)
from arena.models.statistics import ALL
from arena.ratings.trueskill import ordinal
from website.accounts.models import User
from website.bots.lines import Line, line
from website.bots.lookup import bot_or_404
from website.bots.version_ratings import version_ratings
from website.games.contract import Subject
from website.games.registry import site_game
from website.http import viewer
from website.ladders import board
from website.matches import lists
from website.tournaments.lists import of_bot as tournaments_of

RECENT = 12
RIVALS = 8
VERSIONS = 10
FAILURES = 5
SURE = 10  # with fewer matches a share says little, and is shown so
EXTREMES = 5

Dimension = Tally.Dimension


@dataclass(frozen=True)
class Rival:
    """An opponent, and how it went against it; `difference` is own rating less the other's."""

    meeting: Meeting

    @property
    def bot(self) -> Bot:
        return self.meeting.opponent.bot

    @property
    def difference(self) -> float:
        own, theirs = self.meeting.entry, self.meeting.opponent
        return float((own.rating or 0.0) - (theirs.rating or 0.0))


@dataclass(frozen=True)
class CardRow:
    """How it went with a card in the kingdom; `difference` is that share less the one in all."""

    subject: Subject
    tally: Tally
    difference: float

    @property
    def is_sure(self) -> bool:
        return self.tally.played >= SURE


@dataclass(frozen=True)
class VersionRow:
    """A version, what it did on a ladder, and its own rating there."""

    version: Version
    tally: Tally | None
    own: VersionRating | None

    @property
    def rating(self) -> float | None:
        """Return what a leaderboard would be ordered by; None without a rated match."""
        return ordinal(self.own.skill) if self.own else None


class Portrait:
    """A bot for one viewer; what belongs to a ladder is of the one that is asked for, or of the one
    where it has played most."""

    def __init__(self, bot: Bot, viewer: User | None, ladder: str = "") -> None:
        self.bot = bot
        self.is_owner = viewer is not None and bot.owner_id == viewer.pk
        self._viewer, self._ladder = viewer, ladder

    @cached_property
    def entries(self) -> list[Entry]:
        entries = self.bot.entries.select_related("ladder", "bot")
        return list(entries.order_by("ladder"))

    @cached_property
    def rows(self) -> list[board.Row]:
        return board.rows(self.entries)

    @cached_property
    def entry(self) -> Entry | None:
        """The entry that the statistics are about; None without any."""
        asked = [entry for entry in self.entries if entry.ladder.slug == self._ladder]
        most = sorted(self.entries, key=lambda entry: -entry.matches)
        return next(iter(asked or most), None)

    @property
    def lines(self) -> list[Line]:
        """What the rating chart draws."""
        return [line(self.bot, self.entry)] if self.entry else []

    @cached_property
    def matches(self) -> list[Match]:
        return lists.of_bot(self.bot, RECENT)

    @cached_property
    def tournaments(self) -> list[Entrant]:
        return tournaments_of(self.bot)

    @cached_property
    def rivals(self) -> list[Rival]:
        return [Rival(one) for one in rivals_of(self.entry)[:RIVALS]] if self.entry else []

    @cached_property
    def _tallies(self) -> list[Tally]:
        """Those of all versions together, on all ladders; on the one that is shown also each one's
        of the versions that are listed."""
        wanted = Q(entry__in=self.entries, version=ALL)
        if self.entry:
            wanted |= of_versions(self.entry, self._latest)
        return list(Tally.objects.filter(wanted, played__gt=0).order_by("key"))

    def _of(self, dimension: str, entry: Entry | None) -> list[Tally]:
        return [
            tally
            for tally in self._tallies
            if (tally.dimension, tally.version) == (dimension, ALL)
            and (entry is None or tally.entry_id == entry.pk)
        ]

    @cached_property
    def total(self) -> Tally | None:
        return next(iter(self._of(Dimension.TOTAL, self.entry)), None) if self.entry else None

    @cached_property
    def seats(self) -> list[tuple[int, Tally]]:
        """By the place in the order of turns, counted from 1."""
        found = self._of(Dimension.SEAT, self.entry) if self.entry else []
        return [(int(tally.key) + 1, tally) for tally in found]

    @cached_property
    def cards(self) -> list[CardRow]:
        """By card of the kingdom, the most favourable first; empty where all kingdoms were one."""
        total = self.total
        found = self._of(Dimension.CARD, self.entry) if total else []
        if (
            self.entry is None
            or total is None
            or all(tally.played == total.played for tally in found)
        ):
            return []
        return card_rows(self.entry.ladder.game, found, total.share or 0.0)

    @property
    def favourites(self) -> list[CardRow]:
        """The cards with which it did best, among those that say something."""
        return [row for row in self.cards if row.is_sure and row.difference > 0][:EXTREMES]

    @property
    def dreads(self) -> list[CardRow]:
        """The cards with which it did worst, the worst first."""
        return [row for row in self.cards[::-1] if row.is_sure and row.difference < 0][:EXTREMES]

    @cached_property
    def variants(self) -> list[tuple[str, Tally]]:
        """By variant, over all ladders."""
        games = {entry.pk: entry.ladder.game for entry in self.entries}
        by_title: dict[str, Tally] = {}
        for tally in self._of(Dimension.VARIANT, None):
            game = site_game(games[tally.entry_id])
            if subject := game.statistic(Dimension.VARIANT, tally.key):
                kept = by_title.setdefault(subject.title, Tally(key=tally.key))
                for name in Tally.SUMS:
                    setattr(kept, name, getattr(kept, name) + getattr(tally, name))
        return list(by_title.items())

    @cached_property
    def _latest(self) -> list[Version]:
        return list(self.seen_versions[: VERSIONS + 1])

    @cached_property
    def versions(self) -> list[VersionRow]:
        """The latest versions; one more than are shown tells that there are others."""
        return version_rows(self.entry, self._latest, self._tallies)

    @property
    def seen_versions(self) -> QuerySet[Version]:
        """All that the viewer may know of, the latest first."""
        versions = self.bot.versions.order_by("-number")
        return versions if self.is_owner else versions.accepted()

    @property
    def reads_source(self) -> bool:
        """May the viewer read what was accepted?"""
        return self.is_owner or self.bot.source_is_public or self.bot.is_house

    @cached_property
    def failures(self) -> list[Failure]:
        """What its owner has to mend, the latest first; for nobody else."""
        if not self.is_owner:
            return []
        unmended = Failure.objects.of_bot(self.bot).filter(is_done=False)
        return list(unmended.select_related("version", "newest", "newest_at_table")[: FAILURES + 1])


def portrait_of(request: HttpRequest, slug: str) -> Portrait:
    """The bot of this address as whoever asks may see it; Http404 for one that is not for them."""
    bot = bot_or_404(request, slug)
    return Portrait(bot, viewer(request), request.GET.get("ladder", ""))


def rivals_of(entry: Entry) -> QuerySet[Meeting]:
    """Whom it has met on its ladder, the most often met first."""
    met = Meeting.objects.filter(entry=entry, version=ALL, opponent_version=ALL, played__gt=0)
    return met.select_related("entry", "opponent__bot").order_by("-played", "pk")


def card_rows(game: str, tallies: Sequence[Tally], usual: float) -> list[CardRow]:
    """The most favourable card first, by how far its share is from the usual one."""
    subjects = [(site_game(game).statistic(Dimension.CARD, one.key), one) for one in tallies]
    rows = [
        CardRow(subject, tally, (tally.share or 0.0) - usual)
        for subject, tally in subjects
        if subject
    ]
    return sorted(rows, key=lambda row: -row.difference)


def version_rows(
    entry: Entry | None, versions: Sequence[Version], tallies: Iterable[Tally]
) -> list[VersionRow]:
    """These versions with what they did on the entry's ladder, as far as these tallies say it."""
    found = {tally.version: tally for tally in tallies if tally.version != ALL}
    numbers = [version.number for version in versions]
    own = version_ratings(entry, numbers) if entry and numbers else {}
    return [
        VersionRow(version, found.get(version.number), own.get(version.number))
        for version in versions
    ]


def of_versions(entry: Entry, versions: Sequence[Version]) -> Q:
    """What each of these versions did in all on that ladder."""
    numbers = [version.number for version in versions]
    return Q(entry=entry, version__in=numbers, dimension=Dimension.TOTAL)
