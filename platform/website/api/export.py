"""All results that everybody may see, in the order in which they could be seen: one JSON a line.

A match can be seen when it is finished; of a tournament whose results are shown later, when those
of its round are. So whoever comes back with the cursor of the last line gets all that is new, and
nothing twice. A few rows are held at a time, however many there are.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from heapq import merge
from itertools import islice
from typing import Any, NamedTuple, Self

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from arena.database_clock import database_now
from arena.models import Game, Match, Round
from website.api.serializers.matches import MatchSummary
from website.matches.lists import public_matches

STEP = 200  # rows read at once
MOST = 20_000  # lines of one answer
SETTLED = timedelta(seconds=60)  # a transaction may be so late with a result of an earlier moment
HIDDEN_FIRST = Q(pairing__round__tournament__reveal_minutes__gt=0)


class Cursor(NamedTuple):
    """A place in the order: the moment since when it can be seen, and the match."""

    moment: datetime
    match: int

    def __str__(self) -> str:
        return f"{self.moment.astimezone(UTC).isoformat()}_{self.match}"

    @classmethod
    def read(cls, text: str) -> Self:
        """The cursor of a line, or a moment for the place before it. Raises ValueError, or
        OverflowError for what is no moment in UTC."""
        moment, _line, match = text.partition("_")
        at = parse_datetime(moment)
        if at is None or not (match.isdecimal() if match else not _line) or len(match) > 18:
            raise ValueError(text)
        aware = at if timezone.is_aware(at) else at.replace(tzinfo=UTC)
        return cls(aware.astimezone(UTC), int(match or 0))


START = Cursor(datetime(1970, 1, 1, tzinfo=UTC), 0)


def lines(since: Cursor) -> Iterator[bytes]:
    """The results after that place, at most `MOST`, each with its own `cursor`."""
    until = database_now() - SETTLED
    seen = merge(_finished(since, until), _revealed(since, until), key=lambda one: one[0])
    for cursor, match in islice(seen, MOST):
        told = {"cursor": str(cursor)} | _result(match)
        yield json.dumps(told, separators=(",", ":"), default=str).encode() + b"\n"


def _result(match: Match) -> dict[str, Any]:
    data: dict[str, Any] = {**MatchSummary(match).data}
    games = [
        {
            "number": game.number + 1,
            "seating": game.seating,
            "scores": game.scores,
            "ranks": game.ranks,
            "reason": game.reason,
        }
        for game in match.games.all()
    ]
    return data | {"seed": match.published_seed, "engine": match.engine, "games": games}


def _matches() -> QuerySet[Match]:
    games = Game.objects.only("match_id", "number", "seating", "scores", "ranks", "reason")
    found = public_matches().filter(status=Match.Status.FINISHED)
    return found.prefetch_related(Prefetch("games", queryset=games))


def _finished(since: Cursor, until: datetime) -> Iterator[tuple[Cursor, Match]]:
    """Those that can be seen when they are finished."""
    found = _matches().exclude(HIDDEN_FIRST).filter(finished_at__lte=until)
    place = since
    while True:
        same = Q(finished_at=place.moment, pk__gt=place.match)
        after = found.filter(finished_at__gte=place.moment)
        after = after.filter(Q(finished_at__gt=place.moment) | same)
        rows = list(after.order_by("finished_at", "pk")[:STEP])
        for match in rows:
            place = Cursor(match.finished_at or place.moment, match.pk)
            yield place, match
        if len(rows) < STEP:
            return


def _revealed(since: Cursor, until: datetime) -> Iterator[tuple[Cursor, Match]]:
    """Those of rounds whose results are shown later."""
    rounds = Round.objects.filter(tournament__reveal_minutes__gt=0, reveal_at__lte=until)
    rounds = rounds.filter(reveal_at__gte=since.moment).order_by("reveal_at", "pk")
    for one in rounds.iterator(STEP):
        at = one.reveal_at or until
        matches = _matches().filter(pairing__round=one).order_by("pk")
        for match in matches.iterator(STEP):
            place = Cursor(at, match.pk)
            if place > since:
                yield place, match
