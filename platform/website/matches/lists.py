"""Lists of matches for anyone to see, with their seats, in two queries."""

from typing import NamedTuple

from django.db.models import Prefetch, Q, QuerySet

from arena.database_clock import query_now
from arena.models import Bot, Ladder, Match, Seat

OPEN = (Match.Purpose.LADDER, Match.Purpose.CHALLENGE)  # from the moment when they are ordered
SHOWN = (*OPEN, Match.Purpose.TOURNAMENT)
PRIVATE = ("version__bot__owner__password", "version__bot__owner__email", "version__failure")
FIELDS = (
    *("purpose", "status", "game", "created_at", "finished_at", "ladder__slug", "ladder__name"),
    *("pairing__round__number", "pairing__round__tournament__slug"),
    "pairing__round__tournament__name",
)
SEAT_FIELDS = (
    *("match", "position", "points", "rank", "faults"),
    *("version__number", "version__bot__slug", "version__bot__name"),
)
MOST_HIDDEN = 50  # checks, and matches of a tournament, between a bot's last ones


class Seated(NamedTuple):
    """A bot in a match's list, in plain values; points and rank once there is a result."""

    slug: str
    name: str
    version: int
    points: float | None
    rank: int | None
    faults: int


def seated(match: Match) -> tuple[Seated, ...]:
    """Who sits in a match, seat by seat."""
    return tuple(
        Seated(
            seat.version.bot.slug,
            seat.version.bot.name,
            seat.version.number,
            seat.points,
            seat.rank,
            seat.faults,
        )
        for seat in match.seats.all()
    )


def for_everybody() -> Q:
    """Ladder matches and challenges, and those of tournaments once their results are shown.

    By joins, which follow the few matches of a page: of a subquery the database makes a table.
    """
    revealed = Q(pairing__round__tournament__reveal_minutes=0)
    revealed |= Q(pairing__round__reveal_at__lte=query_now())
    return Q(purpose__in=OPEN) | Q(revealed, purpose=Match.Purpose.TOURNAMENT)


def public_matches() -> QuerySet[Match]:
    """Those for everybody, the newest first, with seats and bots; checks are their owners' own.

    What is private of owners and versions stays in the database: some of these lie in a cache.
    """
    seats = Seat.objects.select_related("version__bot__owner").defer(*PRIVATE)
    return (
        Match.objects.filter(for_everybody())
        .select_related("ladder", "pairing__round__tournament")
        .prefetch_related(Prefetch("seats", queryset=seats.order_by("position")))
        .order_by("-id")
    )


def listed_matches() -> QuerySet[Match]:
    """As `public_matches`, but read no further than a list of matches shows."""
    seats = Seat.objects.select_related("version__bot").only(*SEAT_FIELDS).order_by("position")
    matches = public_matches().prefetch_related(None).only(*FIELDS)
    return matches.prefetch_related(Prefetch("seats", queryset=seats))


def latest(most: int, *, ladder: Ladder | None = None) -> list[Match]:
    """The last finished matches, of all, or those that count for one ladder."""
    matches = listed_matches().filter(status=Match.Status.FINISHED)
    if ladder is not None:
        matches = matches.filter(ladder=ladder, purpose=Match.Purpose.LADDER)
    return list(matches[:most])


def of_bot(bot: Bot, most: int) -> list[Match]:
    """The last matches in which any version of that bot sat, as far as they are for everybody."""
    ids = bot.latest_matches(most + MOST_HIDDEN)
    return list(listed_matches().filter(id__in=ids)[:most])
