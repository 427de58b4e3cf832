from typing import NamedTuple, Self

from django.db import transaction

from arena.actions.ladders.charge_turns import charge_turns
from arena.actions.locks import lock_match
from arena.actions.matches.store_logs import LogStore
from arena.actions.matches.watch_live import hide_live
from arena.actions.notifications.notify_challenge import notify_finished
from arena.actions.notifications.notify_match import notify_faults
from arena.actions.results.finish_check import finish_check
from arena.actions.results.note_failures import note_failures
from arena.actions.results.rate_match import rate_match
from arena.database_clock import database_now
from arena.event_log import log_event
from arena.match import protocol
from arena.match.fault import details_of
from arena.match.referee import GameResult, MatchResult
from arena.models import Fault, Game, Match, Seat


class Packed(NamedTuple):
    """A game's compressed events and decision log."""

    events: bytes
    decisions: bytes

    @classmethod
    def of(cls, game: GameResult) -> Self:
        return cls(Game.pack(game.events), Game.pack(game.decision_log))


def record_result(*, match: Match, result: MatchResult) -> Match:
    """Store the result; bots that left rank last. Raises ClaimLost.

    The ladder's or tournament's lock orders these transactions, and so the ratings.
    """
    packed = [Packed.of(game) for game in result.games]  # slow, so before the lock
    failing = {fault.entrant for fault in result.faults} if match.is_rated else set()
    with transaction.atomic():
        lock_match(match=match, failing=failing)
        held = Match.objects.lock_claimed(match)
        held.ladder = match.ladder
        seats = list(held.seats.select_related("version__bot").order_by("position"))
        result = result.with_forfeits([seat.position for seat in seats if seat.has_forfeited])
        _store_seats(seats, result)
        faults: list[Fault] = []
        store = LogStore(seats)
        for number, (game, logs) in enumerate(zip(result.games, packed, strict=True)):
            faults += _store_game(held, seats, number, game, logs, store)
        _finish(held, result)
        note_failures(match=held, faults=faults)
        if held.is_rated and held.ladder:
            rate_match(match=held, ladder=held.ladder, seats=seats)
        if held.purpose == Match.Purpose.LADDER and held.ladder:
            charge_turns(match=held, ladder=held.ladder, seats=seats)
        if held.purpose == Match.Purpose.CHECK:
            finish_check(match=held)
        else:
            notify_faults(match=held, seats=seats)
        if held.purpose == Match.Purpose.CHALLENGE and held.ordered_by_id:  # not a trial
            notify_finished(match=held, seats=seats)
        store.note()
        _log_played(held, result)
    return held


def _log_played(match: Match, result: MatchResult) -> None:
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


def _store_seats(seats: list[Seat], result: MatchResult) -> None:
    for seat in seats:
        entrant = seat.position
        seat.points, seat.rank = result.points[entrant], result.ranks[entrant]
        seat.cpu = sum(game.cpu[entrant] for game in result.games)
        seat.wall = sum(game.wall[entrant] for game in result.games if game.wall)
        seat.decisions = sum(game.decisions[entrant] for game in result.games)
        seat.faults = sum(fault.entrant == entrant for fault in result.faults)
    Seat.objects.bulk_update(seats, ["points", "rank", "cpu", "wall", "decisions", "faults"])


def _store_game(
    match: Match,
    seats: list[Seat],
    number: int,
    result: GameResult,
    logs: Packed,
    store: LogStore,
) -> list[Fault]:
    game = Game.objects.create(
        match=match,
        number=number,
        seating=result.seating,
        scores=result.scores,
        ranks=result.ranks,
        reason=result.reason,
        record=result.record,
        packed_events=logs.events,
        packed_decisions=logs.decisions,
        cpu=result.cpu,
        decisions=result.decisions,
    )
    store.store(game, result.logs, result.log_marks)
    return Fault.objects.bulk_create(
        Fault(game=game, seat=seats[fault.entrant], **details_of(fault)) for fault in result.faults
    )


def _finish(match: Match, result: MatchResult) -> None:
    hide_live(match=match)
    match.status = Match.Status.FINISHED
    match.finished_at, match.lease_until, match.error = database_now(), None, ""
    match.stamp = result.stamp
    match.engine = str(result.games[0].record.get("engine", ""))
    match.protocol = str(protocol.VERSION)
    if match.is_rated and match.ladder:
        match.serial = match.ladder.next_serial()
    match.save(
        update_fields=[
            "status", "finished_at", "lease_until", "error", "stamp", "engine", "protocol", "serial"
        ]
    )  # fmt: skip
