import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import structlog
from django.conf import settings
from django.db import connection, transaction

from arena.core.database_clock import database_now
from arena.core.public_reason import public_reason
from arena.human_games.claim_human_game import (
    leave_human_game,
    return_human_game,
)
from arena.human_games.models import PROGRESS
from arena.matches.referee.fault import secret_of
from arena.matches.referee.human_game_runner import HumanGameRunner, SeatedBot, Spent
from arena.models import BotSeat, HumanGame
from arena.queue.models.leased import ClaimLost
from arena.results.note_failures import note_human_game_failure
from arena.worker.play_match import DATABASE_ERRORS, what_was_away
from arena.worker.stopping import Interrupted, interruptible, is_stopping
from arena.worker.upload_cache import UploadUnavailable, cached_upload
from engine.game import Decision, Game
from sandbox.jail import Jailer
from sandbox.limits import Limits

RENEW_SECONDS = 5.0
STORE_SECONDS = 0.3  # how often a slow bot's choices are stored
LOOK_SECONDS = 0.015
STAY_SECONDS = 300.0
LOOK_FOR_OTHERS_SECONDS = 1.0
POLITE_SECONDS = 10.0  # to stay while there are more games than workers for them
log = structlog.get_logger(__name__)


def answer_human(*, game: HumanGame, jailer: Jailer, stays: bool) -> None:
    """Ask the bots of a claimed game until the person has to move; with `stays`, keep their jails.

    Runs in the main thread. Always releases the game; raises only what stops the process.
    """
    try:
        with interruptible(), _Table(game, jailer, stays=stays) as table:
            with suppress(PersonAway):
                table.play()
                table.store()
                leave_human_game(game=game)
            game.refresh_from_db()
            if game.status == HumanGame.Status.FINISHED:
                table.replay_choices(game.choices)
                table.finish()
    except Interrupted:
        connection.close()  # it may have been interrupted in the middle of a query
        _give_back(game, "The worker stopped.", counts=False)
    except ClaimLost as lost:
        log.info("claim_lost", game=game.pk, reason=str(lost))
    except (*DATABASE_ERRORS, UploadUnavailable) as error:
        connection.close()
        log.warning("human_game_interrupted", game=game.pk, error=str(error))
        what, rest = what_was_away(error)
        _give_back(game, what, counts=False, rest=rest)
    except Exception as error:
        log.exception("human_game_failed", game=game.pk)
        connection.close()
        _give_back(game, public_reason(error))


def _give_back(
    game: HumanGame, error: str, *, counts: bool = True, rest: timedelta = timedelta()
) -> None:
    """Release the game; without a database, its lease runs out."""
    try:
        with suppress(ClaimLost):
            return_human_game(game=game, error=error, counts=counts, rest=rest)
    except DATABASE_ERRORS as away:
        log.warning("human_game_not_returned", game=game.pk, error=str(away))
        connection.close()


class PersonAway(Exception):
    """The game is released."""


class _Table(HumanGameRunner):
    """The bots' seats, and the person's, which waits for the row."""

    def __init__(self, row: HumanGame, jailer: Jailer, *, stays: bool) -> None:
        super().__init__(
            row.record(),
            [_seat_bot(seat) for seat in row.bot_seats.select_related("version__bot")],
            row.faulted_at(),
            limits=Limits.from_json(row.limits),
            runner=jailer,
            beat=_pulse(row),
            start=row.start_choice,
        )
        self.row, self.stays, self._stored = row, stays, time.monotonic()
        self.seats[row.human_seat] = self

    def step(self, decision: Decision) -> None:
        super().step(decision)
        if time.monotonic() - self._stored > STORE_SECONDS and self.asked:
            self.store()

    @transaction.atomic
    def store(self) -> None:
        """Store the bots' choices, clocks and faults. Raises ClaimLost."""
        game, now = self.row, database_now()
        HumanGame.objects.open().only("pk").lock_claimed(game)
        game.advance(self.game, self.faulted_at, now)
        game.tries = 0
        game.save(update_fields=["tries", *PROGRESS])
        for seat, clock in self.clocks.items():
            game.bot_seats.filter(seat=seat).update(clock=clock)
        for seat, spent in self.spent.items():
            game.bot_seats.filter(seat=seat).update(cpu=spent.cpu, wall=spent.wall)
        for fault in self.take_faults():
            seats = BotSeat.objects.select_related("version__bot")
            bot_seat = seats.get(game=game, seat=fault.entrant)
            bot_seat.faulted_at = self.faulted_at[fault.entrant]
            bot_seat.fault_recorded_at = database_now()
            bot_seat.verdict, bot_seat.message = fault.verdict, fault.message
            bot_seat.failure = secret_of(fault)
            bot_seat.save(
                update_fields=["faulted_at", "fault_recorded_at", "verdict", "message", "failure"]
            )
            note_human_game_failure(seat=bot_seat, fault=fault, at=bot_seat.fault_recorded_at)
        self._stored = time.monotonic()

    def move(self, _game: Game, _decision: Decision) -> None:
        """Let the person choose. Raises PersonAway once the game is released."""
        self.store()
        if self.stays and self.row.is_open:
            _wait(self.row)
        if leave_human_game(game=self.row):
            raise PersonAway
        self.row.refresh_from_db()
        self.replay_choices(self.row.choices)
        self._stored = time.monotonic()


def _seat_bot(seat: BotSeat) -> SeatedBot:
    is_recorded = seat.cpu is not None and seat.wall is not None
    spent = Spent(seat.cpu or 0.0, seat.wall or 0.0) if is_recorded else None
    return SeatedBot(seat.seat, cached_upload(seat.version), seat.clock, spent)


def _pulse(game: HumanGame) -> Callable[[], None]:
    """Return a beat that renews the lease and raises Interrupted."""
    renewed = time.monotonic()

    def beat() -> None:
        nonlocal renewed
        if is_stopping():
            raise Interrupted
        if time.monotonic() - renewed > RENEW_SECONDS:
            renewed = time.monotonic()
            HumanGame.objects.open().renew(game)

    return beat


def _wait(game: HumanGame) -> None:
    """Wait until the person has moved, or others need this worker."""
    beat, began = _pulse(game), time.monotonic()
    thought, polite, looked = 0.0, POLITE_SECONDS, 0.0
    owners = game.owners()
    while thought < STAY_SECONDS:
        beat()
        time.sleep(LOOK_SECONDS)
        if not HumanGame.objects.filter(pk=game.pk, status=HumanGame.Status.ASKING).exists():
            return
        thought = time.monotonic() - began
        if owners and thought > looked + LOOK_FOR_OTHERS_SECONDS:
            looked = thought
            if HumanGame.objects.due(database_now()).against(owners).exists():
                return  # another waiting game needs the owner's share of workers
        if thought > polite:
            polite = thought + 1.0
            if HumanGame.objects.in_play(database_now()).count() > settings.HUMAN_GAME_WORKERS:
                return
