"""Filters and order of a leaderboard, from the query string."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.db.models import F, Max, OrderBy, Q, QuerySet, Subquery

from arena.ladders.models.ladders import EntryQuerySet
from arena.models import Division, Entrant, Ladder, Season
from arena.models.name_key import contains
from arena.models.rights import bots_run_by
from website.accounts.models import User
from website.ladders import board
from website.site.sorting import Sortable, read_sort

SEARCH_LENGTH = 80
RATING = "rating"
WON = (F("wins") + F("draws") / 2.0) / F("matches")
COLUMNS = {  # sort keys, best or A first
    RATING: F("rating").desc(),
    "bot": F("bot__name").asc(),
    "owner": F("bot__owner__username").asc(),
    "mu": F("mu").desc(),
    "matches": F("matches").desc(),
    "won": OrderBy(WON, descending=True, nulls_last=True),
    "faults": F("faults").asc(),
    "played": F("last_played_at").desc(nulls_last=True),
}


@dataclass(frozen=True)
class Selection(Sortable):
    """Filters and order; unknown values are ignored."""

    ladder: Ladder
    viewer: User | None
    search: str
    mine: bool
    new: bool
    unranked: bool
    division: Division | None
    column: str
    is_reversed: bool

    @classmethod
    def from_query(
        cls, ladder: Ladder, viewer: User | None, asked: Mapping[str, str]
    ) -> "Selection":
        column, is_reversed = read_sort(COLUMNS, RATING, asked.get("sort", ""))
        return cls(
            ladder=ladder,
            viewer=viewer,
            search=asked.get("q", "").replace("\0", "").strip()[:SEARCH_LENGTH],
            mine=viewer is not None and "mine" in asked,
            new="new" in asked,
            unranked="unranked" in asked,
            division=_division(ladder, viewer, asked.get("division", "")),
            column=column,
            is_reversed=is_reversed,
        )

    @property
    def narrows(self) -> bool:
        """Return whether rows are filtered, ranked or not."""
        return bool(self.search or self.mine or self.new or self.division)

    @property
    def is_ranking(self) -> bool:
        return not (self.narrows or self.unranked or self.is_sorted)

    @property
    def usual(self) -> str:
        return RATING

    def ascends(self, column: str) -> bool:
        return not COLUMNS[column].descending

    def entries(self) -> EntryQuerySet:
        if self.unranked:
            entries = board.unranked(self.ladder)
        elif self.narrows:
            entries = board.active_entries(self.ladder)
        else:
            entries = board.ranked(self.ladder)
        if self.search:
            by_owner = contains("bot__owner__username", self.search) & Q(bot__is_house=False)
            entries = entries.filter(contains("bot__name", self.search) | by_owner)
        if self.mine:
            entries = entries.filter(bots_run_by(self.viewer, "bot__"))
        if self.new:
            entries = entries.unsettled()
        if self.division:
            entered = Entrant.objects.filter(tournament__division=self.division)
            entries = entries.filter(bot__in=entered.values("bot"))
        if not self.is_sorted:
            return entries
        order = COLUMNS[self.column].copy()
        if self.is_reversed:
            order.reverse_ordering()
        return entries.order_by(order, "-rating", "-mu", "pk")

    @cached_property
    def divisions(self) -> QuerySet[Division]:
        return divisions(self.ladder, self.viewer)

    def query(self, **changes: str | None) -> str:
        fields = {
            "q": self.search or None,
            "mine": "1" if self.mine else None,
            "new": "1" if self.new else None,
            "unranked": "1" if self.unranked else None,
            "division": str(self.division.pk) if self.division else None,
            "sort": self.sort,
        } | changes
        return "?" + urlencode({name: value for name, value in fields.items() if value})


def divisions(ladder: Ladder, viewer: User | None) -> QuerySet[Division]:
    """Return the latest divisions of the ladder's leagues."""
    latest = Season.objects.seen_by(viewer).filter(league__ladder=ladder).values("league")
    newest = latest.annotate(newest=Max("pk")).values("newest")
    latest_divisions = Division.objects.seen_by(viewer).filter(season__in=Subquery(newest))
    by_league = latest_divisions.select_related("season__league")
    return by_league.order_by("season__league__name", "level")


def _division(ladder: Ladder, viewer: User | None, number: str) -> Division | None:
    if not (number.isascii() and number.isdecimal() and len(number) < 10):
        return None
    return divisions(ladder, viewer).filter(pk=int(number)).first()
