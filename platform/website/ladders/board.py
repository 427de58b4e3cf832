"""Rows of a leaderboard, in a fixed number of queries."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django.db.models import (
    Case,
    Count,
    IntegerField,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from arena.ladders.models.ladders import EntryQuerySet
from arena.models import Bot, Entry, Ladder, Version
from arena.ratings.trueskill import Rating, interval, ordinal
from website.accounts.models import User
from website.ladders.intervals import RankRange, RankRanges, Scale, Span
from website.ladders.rating_words import is_provisional
from website.ladders.trends import Trend

PAGE = 50
TOP = 5
LADDERS_AT_HOME = 3


@dataclass(frozen=True)
class Figures:
    """A row's plain values; equal ones render alike, so rows are cached by them."""

    place: int | None
    rank_range: RankRange | None
    name: str
    slug: str
    version: int | None
    owner: str
    rating: float
    mu: float
    sigma: float
    interval: tuple[float, float]
    span: Span
    trend: Trend | None
    matches: int
    win_share: float | None
    faults: int
    is_provisional: bool
    is_benched: bool
    is_idle: bool


@dataclass(frozen=True)
class LeaderboardRow:
    """`place` is None outside the ranking; `rank_range` is what the 95 % intervals allow."""

    place: int | None
    entry: Entry
    span: Span
    trend: Trend | None = None
    rank_range: RankRange | None = None

    @property
    def skill(self) -> Rating:
        """Return the present rating, less certain after a pause."""
        return skill_of(self.entry)

    @property
    def rating(self) -> float:
        return ordinal(self.skill)

    @property
    def interval(self) -> tuple[float, float]:
        return interval_of(self.entry)

    @property
    def is_provisional(self) -> bool:
        return is_provisional(self.skill)

    @property
    def is_idle(self) -> bool:
        """Return whether it has not been rated for long while others were."""
        since, rated_at = self.entry.ladder.active_since, self.entry.rated_at
        return since is not None and rated_at is not None and rated_at < since

    @property
    def win_share(self) -> float | None:
        """Return wins and half the draws per match; None without matches."""
        played = self.entry.matches
        return (self.entry.wins + self.entry.draws / 2) / played if played else None

    @property
    def is_benched(self) -> bool:
        return self.entry.bot.state == Bot.State.BENCHED

    @property
    def figures(self) -> Figures:
        entry, bot, skill = self.entry, self.entry.bot, self.skill
        return Figures(
            place=self.place,
            rank_range=self.rank_range,
            name=bot.name,
            slug=bot.slug,
            version=bot.current.number if bot.current else None,
            owner=bot.owner.username,
            rating=ordinal(skill),
            mu=skill.mu,
            sigma=skill.sigma,
            interval=self.interval,
            span=self.span,
            trend=self.trend,
            matches=entry.matches,
            win_share=self.win_share,
            faults=entry.faults,
            is_provisional=self.is_provisional,
            is_benched=self.is_benched,
            is_idle=self.is_idle,
        )


def ranked(ladder: Ladder) -> EntryQuerySet:
    """Return the ranked entries, best first."""
    return _board_entries(ladder.entries.in_ranking(ladder))


def ranked_rows(
    ladder: Ladder,
    entries: Sequence[Entry],
    first: int = 1,
    trends: Mapping[int, Trend] | None = None,
    ranges: RankRanges | None = None,
) -> list[LeaderboardRow]:
    """Return rows of ranked entries, the first being number `first`; ties share a rank."""
    places: list[int | None] = []
    for number, entry in enumerate(entries, first):
        if places and entry.rating == entries[len(places) - 1].rating:
            places.append(places[-1])
        elif places or number == 1:
            places.append(number)
        else:
            better = ladder.entries.in_ranking(ladder).filter(rating__gt=entry.rating or 0.0)
            places.append(1 + better.count())
    return rows(entries, places, trends, ranges)


def rows_of(
    ladder: Ladder,
    entries: Sequence[Entry],
    trends: Mapping[int, Trend] | None = None,
    ranges: RankRanges | None = None,
) -> list[LeaderboardRow]:
    """Return rows of any entries, with their ranks."""
    places = ranks_on(ladder, entries)
    return rows(entries, [places.get(entry.pk) for entry in entries], trends, ranges)


def ranks_on(ladder: Ladder, entries: Iterable[Entry]) -> dict[int, int]:
    """Return the ranks of those that are in the ranking, by id."""
    ranking = ladder.entries.in_ranking(ladder).order_by()
    better = ranking.filter(rating__gt=OuterRef("rating")).values("ladder")
    place = 1 + Coalesce(Subquery(better.annotate(n=Count("pk")).values("n")), 0)
    found = ranking.filter(pk__in=[entry.pk for entry in entries]).annotate(place=place)
    return dict(found.values_list("pk", "place"))


def neighbours(entry: Entry) -> tuple[Entry | None, Entry | None]:
    """Return the next better and the next worse in the ranking."""
    others = entry.ladder.entries.in_ranking(entry.ladder).exclude(pk=entry.pk)
    others = others.select_related("bot")
    rating = entry.rating or 0.0
    above = others.filter(rating__gt=rating).order_by("rating", "mu", "-pk").first()
    return above, others.filter(rating__lte=rating).ranked().first()


def active_entries(ladder: Ladder) -> EntryQuerySet:
    """Return active entries, ranked or not."""
    active = ladder.entries.filter(is_active=True)
    return _board_entries(active.exclude(bot__state=Bot.State.WITHDRAWN))


def unranked(ladder: Ladder) -> EntryQuerySet:
    """Return entries benched, idle, or not their owner's best."""
    return active_entries(ladder).outside_ranking(ladder)


def _board_entries(entries: EntryQuerySet) -> EntryQuerySet:
    return (
        entries.ranked()
        .select_related("bot__owner", "bot__current")
        .defer(*_besides(User, "bot__owner", "id", "username"))
        .defer(*_besides(Version, "bot__current", "id", "number"))
        .defer("bot__description", "bot__bench_reason")
    )


def _besides(model: type[Model], path: str, *read: str) -> list[str]:
    fields = model._meta.concrete_fields
    return [f"{path}__{field.name}" for field in fields if field.name not in read]


def rows(
    entries: Sequence[Entry],
    places: Sequence[int | None] = (),
    trends: Mapping[int, Trend] | None = None,
    ranges: RankRanges | None = None,
) -> list[LeaderboardRow]:
    """Return rows on one common scale."""
    scale = Scale(map(skill_of, entries))
    lines = trends or {}
    return [
        LeaderboardRow(
            place=place,
            entry=entry,
            span=scale.span(skill_of(entry)),
            trend=lines.get(entry.pk),
            rank_range=ranges.of(interval_of(entry)) if ranges and place is not None else None,
        )
        for place, entry in zip_longest(places, entries)
    ]


def skill_of(entry: Entry) -> Rating:
    """Return the rating as of the ladder's last match."""
    return entry.skill_at(entry.ladder.rated_at)


def interval_of(entry: Entry) -> tuple[float, float]:
    return interval(skill_of(entry))


def top_rows(viewer: User | None) -> list[tuple[Ladder, list[LeaderboardRow]]]:
    """Return top rows for the home page, one ladder of each game first."""
    running = list(in_order(viewer).exclude(state=Ladder.State.CLOSED))
    games = [ladder.game for ladder in running]
    turn = {ladder.pk: games[:place].count(ladder.game) for place, ladder in enumerate(running)}
    running = sorted(running, key=lambda ladder: turn[ladder.pk])[:LADDERS_AT_HOME]
    counted = ladders(viewer).in_bulk([ladder.pk for ladder in running])  # count bots of these only
    running = [counted[ladder.pk] for ladder in running]
    return [(ladder, ranked_rows(ladder, list(ranked(ladder)[:TOP]))) for ladder in running]


def ladders(viewer: User | None) -> QuerySet[Ladder]:
    """Return visible ladders with their number of active bots."""
    return in_order(viewer).annotate(playing=Count("entries", filter=Q(entries__is_active=True)))


def in_order(viewer: User | None) -> QuerySet[Ladder]:
    """Return visible ladders, open first, closed last."""
    order = Case(
        *(When(state=state, then=Value(place)) for place, state in enumerate(Ladder.State.values)),
        output_field=IntegerField(),
    )
    return Ladder.objects.seen_by(viewer).annotate(order=order).order_by("order", "id")
