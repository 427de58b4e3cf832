"""Export public results as JSON lines, in the order in which they became visible.

A match is visible when finished or, with delayed results, when its round is revealed, so a client
that continues from its last cursor gets each result once. Plain values: objects and serializers
took 20 times as long.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from heapq import merge
from itertools import islice
from typing import Any, NamedTuple, Self

import msgspec
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from arena.core.database_clock import database_now
from arena.matches.models.matches import OPEN
from arena.models import Bot, Game, Match, PairingSeat, Round, Seat, Version
from website.accounts.models import User

STEP = 500  # matches per batch
MOST = 2_000  # lines per page
MOMENTS = 50  # reveal times per batch
SETTLED = timedelta(seconds=60)  # a commit may be this much later than its timestamp
FINISHED = Q(status=Match.Status.FINISHED)
OF_TOURNAMENT = Q(purpose=Match.Purpose.TOURNAMENT)
IN_MATCH = (
    *("id", "purpose", "status", "game", "ladder__slug", "ladder__name"),
    *("pairing__round__tournament__slug", "pairing__round__number"),
    *("pairing__round__stage", "pairing__group", "pairing"),
    *("games_planned", "created_at", "started_at", "finished_at", "seed", "engine"),
)
IN_BOT = ("id", "slug", "name", "owner", "is_house")
IN_SEAT = ("match", "version", "position", "points", "rank", "cpu", "decisions", "faults")


class Cursor(NamedTuple):
    """A match's visibility time and id."""

    moment: datetime
    match: int

    def __str__(self) -> str:
        return f"{self.moment.astimezone(UTC).isoformat()}_{self.match}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse a cursor, or a bare moment. Raise ValueError or OverflowError."""
        moment_text, _line, match = text.partition("_")
        moment = parse_datetime(moment_text)
        if moment is None or not (match.isdecimal() if match else not _line) or len(match) > 18:
            raise ValueError(text)
        aware = moment if timezone.is_aware(moment) else moment.replace(tzinfo=UTC)
        return cls(aware.astimezone(UTC), int(match or 0))


START = Cursor(datetime(1970, 1, 1, tzinfo=UTC), 0)


def page(since: Cursor, most: int) -> list[tuple[Cursor, bytes]]:
    """Return up to `most` (cursor, JSON line) pairs after `since`."""
    until = database_now() - SETTLED
    places = list(
        islice(merge(_finished_matches(since, until, most), _revealed_matches(since, until)), most)
    )
    steps = (places[start : start + STEP] for start in range(0, len(places), STEP))
    return [line for step in steps for line in _json_lines(step)]


def _json_lines(places: Sequence[Cursor]) -> Iterator[tuple[Cursor, bytes]]:
    ids = [place.match for place in places]
    seats, games, forfeits = _seats(ids), _games(ids), _forfeits(ids)
    matches = {
        row[0]: row for row in Match.objects.seen_by(None).filter(pk__in=ids).values_list(*IN_MATCH)
    }
    for place in places:
        row = {"cursor": str(place)} | _match_fields(matches[place.match])
        row["forfeits"] = forfeits[place.match]
        row["seats"], row["games"] = seats[place.match], games[place.match]
        yield place, msgspec.json.encode(row) + b"\n"


def _match_fields(row: tuple[Any, ...]) -> dict[str, Any]:
    """Return the fields of `MatchSummary` without seats, plus pairing, seed, engine and games."""
    number, purpose, status, game, slug, name, *more = row
    cup, round_number, stage, group, pairing, planned, created, began, ended, seed, by = more
    return {
        "id": number,
        "purpose": purpose,
        "status": status,
        "game": game,
        "ladder": {"slug": slug, "name": name} if slug else None,
        "tournament": cup,
        "round": round_number,
        "stage": stage,
        "group": group,
        "pairing": pairing,
        "forfeits": [],
        "seats": [],
        "games_planned": planned,
        "created_at": created,
        "started_at": began,
        "finished_at": ended,
        "seed": seed,
        "engine": by,
        "games": [],
    }


def _seats(matches: Sequence[int]) -> dict[int, list[dict[str, Any]]]:
    """Return the fields of `SeatResult` by match."""
    rows = Seat.objects.filter(match__in=matches).order_by("match", "position")
    values = list(rows.values_list(*IN_SEAT))
    versions = _versions({row[1] for row in values})
    seats = defaultdict(list)
    for match, version, position, points, rank, cpu, decisions, faults in values:
        seats[match].append(
            {"position": position}
            | versions[version]
            | {
                "points": points,
                "rank": rank,
                "cpu": cpu,
                "decisions": decisions,
                "faults": faults,
            }
        )
    return seats


def _versions(ids: set[int]) -> dict[int, dict[str, Any]]:
    """Return bot and number by version, each table by key: a join might scan it whole."""
    rows = Version.objects.filter(pk__in=ids).values_list("id", "bot", "number")
    versions = {pk: (bot, number) for pk, bot, number in rows}
    bot_ids = {bot for bot, _ in versions.values()}
    bots = list(Bot.objects.filter(pk__in=bot_ids).values_list(*IN_BOT))
    owners = User.objects.filter(pk__in={row[3] for row in bots})
    names = dict(owners.values_list("id", "username"))
    shown = {
        pk: {"slug": slug, "name": name, "owner": names[owner], "is_house": house}
        for pk, slug, name, owner, house in bots
    }
    return {pk: {"bot": shown[bot], "version": number} for pk, (bot, number) in versions.items()}


def _forfeits(matches: Sequence[int]) -> dict[int, list[str]]:
    """Return by match whose pairing was decided by a forfeit: slugs of bots."""
    seats = PairingSeat.objects.filter(pairing__matches__in=matches, has_forfeited=True)
    forfeits = defaultdict(list)
    fields = seats.order_by("position").values_list("pairing__matches", "entrant__bot__slug")
    for match, slug in fields:
        forfeits[match].append(slug)
    return forfeits


def _games(matches: Sequence[int]) -> dict[int, list[dict[str, Any]]]:
    as_text = (Cast(name, TextField()) for name in ("seating", "scores", "ranks"))
    rows = Game.objects.filter(match__in=matches).order_by("match", "number")
    games = defaultdict(list)
    for match, number, reason, *lists in rows.values_list("match", "number", "reason", *as_text):
        seating, scores, ranks = (msgspec.Raw(text.encode()) for text in lists)
        games[match].append(
            {
                "number": number + 1,
                "seating": seating,
                "scores": scores,
                "ranks": ranks,
                "reason": reason,
            }
        )
    return games


def _finished_matches(since: Cursor, until: datetime, most: int) -> list[Cursor]:
    """Return matches visible once finished."""
    at_once = Q(purpose__in=OPEN) | OF_TOURNAMENT & Q(pairing__round__tournament__reveal_minutes=0)
    matches = Match.objects.seen_by(None).without_trials()  # they become public later, or never
    matches = matches.filter(FINISHED, at_once, finished_at__range=(since.moment, until))
    same = Q(finished_at=since.moment, pk__gt=since.match)
    later = matches.filter(Q(finished_at__gt=since.moment) | same).order_by("finished_at", "pk")
    rows = later.values_list("finished_at", "pk")[:most]
    return [Cursor(finished_at, pk) for finished_at, pk in rows if finished_at]


def _revealed_matches(since: Cursor, until: datetime) -> Iterator[Cursor]:
    """Yield matches of rounds with delayed results."""
    rounds = Round.objects.filter(tournament__reveal_minutes__gt=0, reveal_at__lte=until)
    matches = Match.objects.seen_by(None).filter(FINISHED, OF_TOURNAMENT)
    begin = Q(reveal_at__gte=since.moment)
    while moments := _first_moments(rounds.filter(begin)):
        shown = rounds.filter(reveal_at__range=(moments[0], moments[-1])).values("pk")
        revealed = matches.filter(pairing__round__in=shown)
        in_order = revealed.order_by("pairing__round__reveal_at", "pk")
        for revealed_at, match in in_order.values_list("pairing__round__reveal_at", "pk"):
            if revealed_at and (revealed_at, match) > since:
                yield Cursor(revealed_at, match)
        begin = Q(reveal_at__gt=moments[-1])


def _first_moments(rounds: QuerySet[Round]) -> list[datetime]:
    moments = rounds.order_by("reveal_at").values_list("reveal_at", flat=True).distinct()
    return [moment for moment in moments[:MOMENTS] if moment]
