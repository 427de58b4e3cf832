import time
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path

import structlog
from django.db import InterfaceError, InternalError, OperationalError, connection

from arena.core.public_reason import public_reason, without_paths
from arena.matches.claim_match import is_newcomer_waiting
from arena.matches.order_match import LADDER_PRIORITY
from arena.matches.referee.game_loop import LEAST_WALL_SHARE
from arena.matches.referee.player import message_of
from arena.matches.referee.referee import Entrant, Fault, MatchResult, Plan, play
from arena.matches.watch_live import show_live
from arena.models import Match, Seat
from arena.queue.models.leased import ClaimLost
from arena.results.return_match import return_match, void_match
from arena.results.store_result import store_result
from arena.worker.stopping import Interrupted, interruptible, is_stopping
from arena.worker.upload_cache import UploadUnavailable, cached_upload
from engine.game import BadConfig, Game
from engine.messages import Message
from engine.messages import gettext_noop as _
from sandbox.errors import HostFailure
from sandbox.jail import Jailer
from sandbox.limits import Limits

RENEW_SECONDS = 5.0
LOOK_SECONDS = 1.0  # between two looks whether a new bot waits
DATABASE_RETRIES = 5
AWAY_REST = timedelta(seconds=10)  # before the next try of a match whose files could not be fetched
DATABASE_ERRORS = (
    OperationalError,
    InterfaceError,
    InternalError,
)  # the last where a lock was held too long
UNRATED = (Match.Purpose.CHECK, Match.Purpose.CHALLENGE)
MADE_WAY = Message(_("It made way for a new bot's first matches, and is played again."))
STOPPED = Message(_("The worker stopped."))
log = structlog.get_logger(__name__)


def play_match(*, match: Match, jailer: Jailer) -> None:
    """Play a claimed match in the main thread, then store its result or return it.

    Raises only what stops the process. An unreachable database costs time only.
    """
    try:
        with interruptible():
            result = _play(match, jailer)
    except MadeWay:
        _settle(lambda: return_match(match=match, error=MADE_WAY, counts=False))
    except Interrupted:
        connection.close()  # it may have been interrupted in the middle of a query
        _settle(lambda: return_match(match=match, error=STOPPED, counts=False))
    except ClaimLost as lost:
        log.warning("claim_lost", match=match.pk, reason=str(lost))
    except BadConfig as error:
        reason: str = Message(_("Cannot be played: %(rest)s"), {"rest": error.problem})
        _settle(lambda: void_match(match=match, error=reason))
    except (*DATABASE_ERRORS, UploadUnavailable) as error:
        connection.close()
        log.warning("match_interrupted", match=match.pk, error=str(error))
        what, rest = what_was_away(error)
        _settle(partial(return_match, match=match, error=what, counts=False, rest=rest))
    except HostFailure as failure:
        log.warning("host_failed", match=match.pk, error=str(failure))
        parts = {"what": type(failure).__name__, "rest": without_paths(message_of(failure))}
        reason = Message("%(what)s: %(rest)s", parts)
        counts = not is_stopping()  # a supervisor's signal reaches jails that have just begun, too
        _settle(lambda: return_match(match=match, error=reason, counts=counts))
    except Exception as error:
        log.exception("match_failed", match=match.pk)
        reason = public_reason(error)
        _settle(lambda: return_match(match=match, error=reason))
    else:
        _settle(lambda: store_result(match=match, result=result))


def what_was_away(error: Exception) -> tuple[str, timedelta]:
    """Return the reason, which names no machine, and a wait to spare a dead storage."""
    if isinstance(error, UploadUnavailable):
        return Message(_("The storage of uploads was unreachable.")), AWAY_REST
    return Message(_("The database was unreachable.")), timedelta()


def _play(match: Match, jailer: Jailer) -> MatchResult:
    seats = list(match.seats.select_related("version__bot").order_by("position"))
    pulse = _Pulse(match, seats, makes_way=makes_way(match, seats, jailer))
    plan, entrants = _plan(match), []
    for seat in seats:
        path = Path() if seat.has_forfeited else cached_upload(seat.version)
        entrants.append(Entrant(str(seat.version), path))

    def watch(number: int, seating: Sequence[int], running: Game, faults: Sequence[Fault]) -> None:
        show_live(match=match, number=number, seating=seating, game=running, faults=faults)

    return play(plan, entrants, jailer, progress=pulse, watch=watch, left=pulse.left)


def _plan(match: Match) -> Plan:
    try:
        limits = Limits.from_json(match.limits)
    except ValueError as error:
        raise BadConfig("%(why)s", why=str(error)) from error
    return Plan(
        game=match.game,
        config=match.config,
        seats=match.seats_count,
        games=match.games_planned,
        seed=match.seed,
        limits=limits,
        shuffled=match.purpose != Match.Purpose.TOURNAMENT,  # there the pairing gives the seats
        # What a person can have played at will must not block slots by sleeping.
        wall_share=LEAST_WALL_SHARE if match.purpose in UNRATED else 1.0,
    )


def makes_way(match: Match, seats: Sequence[Seat], jailer: Jailer) -> bool:
    """Return whether nobody waits for this match, and the jailer could run a new bot instead."""
    is_of_house = all(seat.version.bot.is_house for seat in seats)
    return is_of_house and match.priority <= LADDER_PRIORITY and jailer.level != "bundled-only"


class MadeWay(Exception):
    """A match of house bots is given back to the queue for a new bot's."""


class _Pulse:
    """Regular duties: stop, make way for new bots, renew the lease, see who left."""

    def __init__(self, match: Match, seats: Sequence[Seat], *, makes_way: bool) -> None:
        self._match, self._makes_way = match, makes_way
        self._left = _forfeited_positions(seats)
        self._renewed = self._looked = time.monotonic()

    def __call__(self, _games: int) -> None:
        if is_stopping():
            raise Interrupted
        now = time.monotonic()
        try:
            if self._makes_way and now - self._looked >= LOOK_SECONDS:
                self._looked = now
                if is_newcomer_waiting(worker=self._match.worker):
                    raise MadeWay
            if now - self._renewed >= RENEW_SECONDS:
                self._renewed = now
                Match.objects.renew(self._match)
                self._left = _forfeited_positions(self._match.seats.all())
        except DATABASE_ERRORS as error:
            log.warning("lease_not_renewed", match=self._match.pk, error=str(error))
            connection.close()

    def left(self) -> frozenset[int]:
        """Return positions that have left."""
        return self._left


def _forfeited_positions(seats: Iterable[Seat]) -> frozenset[int]:
    return frozenset(seat.position for seat in seats if seat.has_forfeited)


def _settle(write: Callable[[], object]) -> None:
    """Write, retrying while the database is away; ignore a lost claim."""
    for attempt in range(DATABASE_RETRIES):
        try:
            write()
        except ClaimLost as lost:
            log.warning("claim_lost", reason=str(lost))
        except DATABASE_ERRORS as error:
            log.warning("database_away", attempt=attempt, error=str(error))
            connection.close()
            time.sleep(0.5 * 2**attempt)
            continue
        return
    log.error("result_lost", advice="the match is played again when its lease has run out")
