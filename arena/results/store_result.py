from collections.abc import Sequence
from typing import NamedTuple, Self

from django.db import transaction
from django.db.models import F

from arena.core.database_clock import query_now
from arena.core.log_action import log_event
from arena.matches.referee import protocol
from arena.matches.referee.fault import details_of
from arena.matches.referee.match_features import gains
from arena.matches.referee.referee import GameResult, MatchResult
from arena.matches.store_logs import LogStore
from arena.matches.watch_live import hide_live
from arena.models import Fault, Game, Match, Seat
from arena.models.rows import update_rows


class Packed(NamedTuple):
    """A game's compressed events and decision log, and the cards gained by seat."""

    events: bytes
    decisions: bytes
    gained: list[dict[str, int]]

    @classmethod
    def of(cls, name: str, game: GameResult) -> Self:
        gained = [dict(gain) for gain in gains(name, game.events, len(game.seating))]
        return cls(Game.pack(game.events), Game.pack(game.decision_log), gained)


def store_result(*, match: Match, result: MatchResult) -> Match:
    """Store a played match; bots that left rank last. Raises ClaimLost.

    Without the ladder's lock: `apply_results` does what follows from it, such as ratings.
    """
    packed = [Packed.of(match.game, game) for game in result.games]  # slow, so before the lock
    with transaction.atomic():
        changes = {
            "status": Match.Status.FINISHED,
            "is_pending": True,
            "finished_at": query_now(),  # `_read_seats` reads it
            "error": "",
            "stamp": result.stamp,
            "engine": str(result.games[0].record.get("engine", "")),
            "protocol": str(protocol.VERSION),
        }
        # The end of the claim locks the row: nobody can leave from here on.
        Match.objects.finish(match, **changes)
        seats = _read_seats(match)
        result = result.with_forfeits([seat.position for seat in seats if seat.has_forfeited])
        for seat in seats:
            entrant = seat.position
            seat.points, seat.rank = result.points[entrant], result.ranks[entrant]
            seat.cpu = sum(game.cpu[entrant] for game in result.games)
            seat.wall = sum(game.wall[entrant] for game in result.games if game.wall)
            seat.decisions = sum(game.decisions[entrant] for game in result.games)
            seat.faults = sum(fault.entrant == entrant for fault in result.faults)
        update_rows(seats, ["points", "rank", "cpu", "wall", "decisions", "faults"])
        store = LogStore(seats)
        _store_games(match, seats, result, packed, store)
        store.note()
        log_event(
            "match_played",
            began=match.started_at,
            ended=match.finished_at,
            match=match.pk,
            purpose=match.purpose,
            ladder=match.ladder_id,
            pairing=match.pairing_id,
            games=len(result.games),
            points=result.points,
            faults=len(result.faults),
        )
    return match


def _read_seats(match: Match) -> list[Seat]:
    seats = match.seats.select_related("version").order_by("position")
    rows = list(
        seats.annotate(watched_until=F("match__watched_until"), finished_at=F("match__finished_at"))
    )
    match.watched_until, match.finished_at = rows[0].watched_until, rows[0].finished_at
    hide_live(match=match)
    return [*rows]


def _store_games(
    match: Match,
    seats: Sequence[Seat],
    result: MatchResult,
    packed: Sequence[Packed],
    store: LogStore,
) -> None:
    games = Game.objects.bulk_create(
        Game(
            match=match,
            number=number,
            seating=played.seating,
            scores=played.scores,
            ranks=played.ranks,
            reason=played.reason,
            record=played.record,
            packed_events=logs.events,
            packed_decisions=logs.decisions,
            cpu=played.cpu,
            decisions=played.decisions,
            gained=logs.gained,
        )
        for number, (played, logs) in enumerate(zip(result.games, packed, strict=True))
    )
    for game, played in zip(games, result.games, strict=True):
        store.store(game, played.logs, played.log_marks)
    Fault.objects.bulk_create(
        Fault(game=game, seat=seats[fault.entrant], **details_of(fault))
        for game, played in zip(games, result.games, strict=True)
        for fault in played.faults
    )
