"""Public lists of matches with their seats, in two queries."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Prefetch

from arena.matches.models.matches import OPEN, MatchQuerySet
from arena.models import Bot, Ladder, Match, Seat
from website.accounts.models import User

SHOWN = (*OPEN, Match.Purpose.TOURNAMENT)
PRIVATE = ("version__bot__owner__password", "version__bot__owner__email", "version__failure")
FIELDS = (
    *("purpose", "status", "game", "created_at", "finished_at", "ladder__slug", "ladder__name"),
    *("pairing__round__number", "pairing__round__tournament__slug"),
    *("pairing__round__tournament__name", "candidate__number", "candidate__bot__slug"),
    "candidate__bot__name",
)
SEAT_FIELDS = (
    *("match", "position", "points", "rank", "faults"),
    *("version__number", "version__bot__slug", "version__bot__name"),
)
SUMMARY_FIELDS = ("games_planned", "started_at")
SUMMARY_SEAT_FIELDS = (
    *SEAT_FIELDS,
    *("cpu", "decisions", "version__bot__is_house", "version__bot__owner__username"),
)
MOST_HIDDEN = 50  # checks, and matches of a tournament, between a bot's last ones


class Seated(NamedTuple):
    """A bot in a match's list, in plain values."""

    slug: str
    name: str
    version: int
    points: float | None
    rank: int | None
    faults: int


def by_rank(seats: Iterable[Seat]) -> list[Seat]:
    """Order seats for pages: by rank, then as given; unranked as given."""
    return sorted(seats, key=lambda seat: seat.rank or 0)


def seats_of(match: Match) -> tuple[Seated, ...]:
    return tuple(
        Seated(
            seat.version.bot.slug,
            seat.version.bot.name,
            seat.version.number,
            seat.points,
            seat.rank,
            seat.faults,
        )
        for seat in by_rank(match.seats.all())
    )


def public_matches(viewer: User | None = None) -> MatchQuerySet:
    """Return public matches, or this viewer's, with seats and bots, newest first.

    Private columns stay in the database: some rows are cached.
    """
    seats = Seat.objects.select_related("version__bot__owner").defer(*PRIVATE)
    return (
        Match.objects.seen_by(viewer)
        .select_related("ladder", "pairing__round__tournament", "candidate__bot")
        .prefetch_related(Prefetch("seats", queryset=seats.order_by("position")))
        .order_by("-id")
    )


def listed_matches(viewer: User | None = None) -> MatchQuerySet:
    """As `public_matches`, with a list's columns only."""
    seats = Seat.objects.select_related("version__bot").only(*SEAT_FIELDS).order_by("position")
    matches = public_matches(viewer).prefetch_related(None).only(*FIELDS)
    return matches.prefetch_related(Prefetch("seats", queryset=seats))


def matches_of_version(viewer: User | None) -> MatchQuerySet:
    """As `listed_matches`, with the viewer's private trials."""
    return listed_matches(viewer).exclude(purpose=Match.Purpose.CHECK)


def summarised_matches(viewer: User | None = None) -> MatchQuerySet:
    """As `public_matches`, with the columns of the API's list only."""
    seats = Seat.objects.select_related("version__bot__owner").only(*SUMMARY_SEAT_FIELDS)
    matches = public_matches(viewer).prefetch_related(None).only(*FIELDS, *SUMMARY_FIELDS)
    return matches.prefetch_related(Prefetch("seats", queryset=seats.order_by("position")))


def latest(most: int, *, ladder: Ladder | None = None) -> list[Match]:
    """Return the last finished matches, of one ladder if given."""
    matches = listed_matches().without_trials().filter(status=Match.Status.FINISHED)
    if ladder is not None:
        matches = matches.filter(ladder=ladder, purpose=Match.Purpose.LADDER)
    return list(matches[:most])


def of_bot(bot: Bot, most: int, *, owner: User | None = None) -> list[Match]:
    """Return the last public matches of any version of the bot; for its owner also trials."""
    ids = bot.latest_matches(most + MOST_HIDDEN, trials=owner is not None)
    found = matches_of_version(owner)
    return list(found.filter(id__in=ids)[:most])
