"""A leaderboard's rows, read from the database in a fixed number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, Value, When, Window
from django.db.models.functions import Rank

from arena.models import Bot, Entry, Ladder
from website.ladders.spans import Scale, Span

PAGE = 100
TOP = 5
LADDERS_AT_HOME = 3


@dataclass(frozen=True)
class Row:
    """One line of a leaderboard. Equal ratings share a place; an entry alone has none."""

    place: int | None
    entry: Entry
    span: Span

    @property
    def win_share(self) -> float | None:
        """Wins and half of the draws, as a share of the matches; None before the first."""
        played = self.entry.matches
        return (self.entry.wins + self.entry.draws / 2) / played if played else None

    @property
    def is_benched(self) -> bool:
        """Does this bot sit out until its owner has mended it?"""
        return self.entry.bot.state == Bot.State.BENCHED


def ranked(ladder: Ladder) -> QuerySet[Entry]:
    """The ladder's entries, the best first, each with its place; equal ratings share one."""
    return (
        ladder.entries.ranked()
        .filter(is_active=True)
        .exclude(bot__state=Bot.State.WITHDRAWN)
        .select_related("bot__owner", "bot__current")
        .annotate(place=Window(Rank(), order_by=F("rating").desc()))
    )


def rows(entries: Sequence[Entry]) -> list[Row]:
    """Lines for these entries, their intervals on one common scale."""
    scale = Scale([entry.skill for entry in entries])
    return [Row(getattr(entry, "place", None), entry, scale.span(entry.skill)) for entry in entries]


def tops() -> list[tuple[Ladder, list[Row]]]:
    """The first ladders that still take part, each with its first lines: one of every game before
    a second of any."""
    running = list(ladders().exclude(state=Ladder.State.CLOSED))
    games = [ladder.game for ladder in running]
    turn = {ladder.pk: games[:place].count(ladder.game) for place, ladder in enumerate(running)}
    running = sorted(running, key=lambda ladder: turn[ladder.pk])[:LADDERS_AT_HOME]
    return [(ladder, rows(list(ranked(ladder)[:TOP]))) for ladder in running]


def ladders() -> QuerySet[Ladder]:
    """All ladders with the number of bots that play there: the open first, the closed last."""
    order = Case(
        *(When(state=state, then=Value(place)) for place, state in enumerate(Ladder.State.values)),
        output_field=IntegerField(),
    )
    playing = Count("entries", filter=Q(entries__is_active=True))
    return Ladder.objects.annotate(playing=playing, order=order).order_by("order", "id")
