"""A bot's page: lazy parts that read counters and indexes, never all matches."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from arena.bots.manage_bot import has_played
from arena.models import (
    Bot,
    BotTally,
    Entrant,
    Entry,
    Failure,
    HeadToHead,
    Ladder,
    Version,
    VersionRating,
)
from arena.ratings.models.statistics import ALL
from arena.ratings.trueskill import ordinal
from website.accounts.models import User
from website.bots.lookup import bot_or_404
from website.bots.own_matches import OwnMatch, own_matches
from website.bots.ratings import ChartSeries, line, version_ratings
from website.games.contract import Subject
from website.games.registry import site_game
from website.ladders import board
from website.ladders.joined import Joined, joined_by, present
from website.matches import lists
from website.site.http import viewer
from website.tournaments.lists import of_bot as tournaments_of

RECENT = 12
RIVALS = 8
VERSIONS = 10
FAILURES = 5
SURE = 10  # fewer matches are shown as uncertain
EXTREMES = 5

Dimension = BotTally.Dimension


@dataclass(frozen=True)
class Rival:
    """An opponent; `difference` is own rating minus theirs."""

    meeting: HeadToHead

    @property
    def bot(self) -> Bot:
        return self.meeting.opponent.bot

    @property
    def difference(self) -> float:
        own, theirs = self.meeting.entry, self.meeting.opponent
        return float((own.rating or 0.0) - (theirs.rating or 0.0))


@dataclass(frozen=True)
class CardRow:
    """A card's results; `difference` is from the overall share."""

    subject: Subject
    tally: BotTally
    difference: float

    @property
    def is_sure(self) -> bool:
        return self.tally.played >= SURE


@dataclass(frozen=True)
class VersionRow:
    version: Version
    tally: BotTally | None
    own: VersionRating | None

    @property
    def rating(self) -> float | None:
        return ordinal(self.own.skill) if self.own else None


class LadderRow(NamedTuple):
    """The bot on one ladder, between its neighbours in the ranking."""

    row: board.LeaderboardRow
    above: Entry | None
    below: Entry | None


class BotPage:
    """A bot for one viewer, with one ladder in detail."""

    def __init__(self, bot: Bot, viewer: User | None, ladder: str = "") -> None:
        self.bot = bot
        self.is_owner = bot.is_run_by(viewer)
        self._viewer, self._ladder = viewer, ladder

    @cached_property
    def entries(self) -> list[Entry]:
        entries = self.bot.entries.seen_by(self._viewer).select_related("ladder", "bot")
        return list(entries.order_by("ladder"))

    @cached_property
    def rows(self) -> list[LadderRow]:
        places = [board.ranks_on(entry.ladder, [entry]).get(entry.pk) for entry in self.entries]
        return [
            LadderRow(row, *(board.neighbours(row.entry) if row.place else (None, None)))
            for row in board.rows(self.entries, places)
        ]

    @cached_property
    def joined(self) -> list[Joined]:
        """Return the ladders that it is on or joins, for its owner only."""
        if not self.is_owner:
            return []
        return present(joined_by([self.bot], self.entries, self._viewer))

    @cached_property
    def may_join(self) -> list[Ladder]:
        """Return the ladders that its owner may choose."""
        if not self.is_owner or not self.bot.may_play:
            return []
        inside = [joined.ladder.pk for joined in self.joined]
        ladders = Ladder.objects.seen_by(self._viewer).taking()
        return list(ladders.exclude(pk__in=inside).order_by("pk"))

    @property
    def may_be_deleted(self) -> bool:
        unrated = not any(entry.matches for entry in self.entries)
        return self.is_owner and unrated and not has_played(self.bot)

    @cached_property
    def entry(self) -> Entry | None:
        """Return the entry shown in detail, if any."""
        asked = [entry for entry in self.entries if entry.ladder.slug == self._ladder]
        most = sorted(self.entries, key=lambda entry: -entry.matches)
        return next(iter(asked or most), None)

    @property
    def lines(self) -> list[ChartSeries]:
        return [line(self.bot, self.entry)] if self.entry else []

    @cached_property
    def matches(self) -> list[OwnMatch]:
        return own_matches(self.bot, lists.of_bot(self.bot, RECENT))

    @cached_property
    def tournaments(self) -> list[Entrant]:
        return tournaments_of(self.bot, self._viewer)

    @cached_property
    def rivals(self) -> list[Rival]:
        return [Rival(met) for met in rivals_of(self.entry)[:RIVALS]] if self.entry else []

    @cached_property
    def _tallies(self) -> list[BotTally]:
        wanted = Q(entry__in=self.entries, version=ALL)
        if self.entry:
            wanted |= of_versions(self.entry, self._latest)
        return list(BotTally.objects.filter(wanted, played__gt=0).order_by("key"))

    def _of(self, dimension: str, entry: Entry | None) -> list[BotTally]:
        return [
            tally
            for tally in self._tallies
            if (tally.dimension, tally.version) == (dimension, ALL)
            and (entry is None or tally.entry_id == entry.pk)
        ]

    @cached_property
    def total(self) -> BotTally | None:
        return next(iter(self._of(Dimension.TOTAL, self.entry)), None) if self.entry else None

    @cached_property
    def seats(self) -> list[tuple[int, BotTally]]:
        """Return results by seat, from 1."""
        tallies = self._of(Dimension.SEAT, self.entry) if self.entry else []
        return [(int(tally.key) + 1, tally) for tally in tallies]

    @cached_property
    def cards(self) -> list[CardRow]:
        """Return cards, best first; none if all kingdoms were the same."""
        entry, total = self.entry, self.total
        if entry is None or total is None:
            return []
        tallies = self._of(Dimension.CARD, entry)
        if all(tally.played == total.played for tally in tallies):
            return []
        return card_rows(entry.ladder.game, tallies, total.share or 0.0)

    @property
    def best_cards(self) -> list[CardRow]:
        return [row for row in self.cards if row.is_sure and row.difference > 0][:EXTREMES]

    @property
    def worst_cards(self) -> list[CardRow]:
        return [row for row in self.cards[::-1] if row.is_sure and row.difference < 0][:EXTREMES]

    @cached_property
    def variants(self) -> list[tuple[str, BotTally]]:
        """By variant, over all ladders."""
        games = {entry.pk: entry.ladder.game for entry in self.entries}
        by_title: dict[str, BotTally] = {}
        for tally in self._of(Dimension.VARIANT, None):
            game = site_game(games[tally.entry_id])
            if subject := game.statistic(Dimension.VARIANT, tally.key):
                kept = by_title.setdefault(subject.title, BotTally(key=tally.key))
                for name in BotTally.SUMS:
                    setattr(kept, name, getattr(kept, name) + getattr(tally, name))
        return list(by_title.items())

    @cached_property
    def _latest(self) -> list[Version]:
        return list(self.seen_versions[: VERSIONS + 1])

    @cached_property
    def versions(self) -> list[VersionRow]:
        """Return the latest versions, and one more to show that there are others."""
        return version_rows(self.entry, self._latest, self._tallies)

    @property
    def seen_versions(self) -> QuerySet[Version]:
        """Return visible versions, latest first."""
        return self.bot.versions.seen_by(self._viewer).order_by("-number")

    @property
    def reads_source(self) -> bool:
        return self.is_owner or self.bot.source_is_public or self.bot.is_house

    @cached_property
    def failures(self) -> list[Failure]:
        """Return unfixed failures, for the owner only."""
        if not self.is_owner:
            return []
        unmended = Failure.objects.of_bot(self.bot).filter(is_done=False)
        return list(
            unmended.select_related("version", "newest_fault", "newest_bot_seat")[: FAILURES + 1]
        )


def bot_page_of(request: HttpRequest, slug: str) -> BotPage:
    bot = bot_or_404(request, slug)
    return BotPage(bot, viewer(request), request.GET.get("ladder", ""))


def rivals_of(entry: Entry) -> QuerySet[HeadToHead]:
    met = HeadToHead.objects.filter(entry=entry, version=ALL, opponent_version=ALL, played__gt=0)
    return met.select_related("entry", "opponent__bot").order_by("-played", "pk")


def card_rows(game: str, tallies: Sequence[BotTally], usual: float) -> list[CardRow]:
    """The most favourable card first, by how far its share is from the usual one."""
    rows = [
        CardRow(subject, tally, (tally.share or 0.0) - usual)
        for tally in tallies
        if (subject := site_game(game).statistic(Dimension.CARD, tally.key))
    ]
    return sorted(rows, key=lambda row: -row.difference)


def version_rows(
    entry: Entry | None, versions: Sequence[Version], tallies: Iterable[BotTally]
) -> list[VersionRow]:
    by_version = {tally.version: tally for tally in tallies if tally.version != ALL}
    numbers = [version.number for version in versions]
    ratings = version_ratings(entry, numbers) if entry and numbers else {}
    return [
        VersionRow(version, by_version.get(version.number), ratings.get(version.number))
        for version in versions
    ]


def of_versions(entry: Entry, versions: Sequence[Version]) -> Q:
    numbers = [version.number for version in versions]
    return Q(entry=entry, version__in=numbers, dimension=Dimension.TOTAL)
