"""Play a claimed match to its end, and record it or give it back."""

import time
from collections.abc import Callable, Sequence
from functools import partial

import structlog
from django.db import InterfaceError, InternalError, OperationalError, connection

from arena.actions.errors import ClaimLost
from arena.actions.record_result import record_result
from arena.actions.renew_lease import renew_lease
from arena.actions.return_match import return_match, void_match
from arena.actions.watch_live import show_live
from arena.models import Match
from arena.referee import Entrant, MatchResult, Plan, play
from arena.sources import local_source
from arena.stopping import Interrupted, interruptible, is_stopping
from engine.game import BadConfig, Game
from sandbox.errors import HostFailure
from sandbox.jail import Jailer
from sandbox.limits import Limits

RENEW_SECONDS = 5.0
DATABASE_RETRIES = 5
AWAY = (OperationalError, InterfaceError, InternalError)  # the last where a lock was held too long
log = structlog.get_logger(__name__)


def play_match(*, match: Match, jailer: Jailer) -> None:
    """Play the match that this worker has claimed. Call it from the process's main thread.

    Ends with the result recorded, or the match given back; nothing is raised but what stops the
    process. A database that is away for a while costs time alone: the claim decides.
    """
    try:
        with interruptible():
            result = play(
                _plan(match),
                _entrants(match),
                jailer,
                progress=_pulse(match),
                watch=partial(_show, match),
            )
    except Interrupted:
        connection.close()  # it may have been interrupted in the middle of a query
        _settle(lambda: return_match(match=match, error="The worker stopped.", counts=False))
    except ClaimLost as lost:
        log.warning("claim_lost", match=match.pk, reason=str(lost))
    except BadConfig as error:
        reason = f"It cannot be played: {error}"
        _settle(lambda: void_match(match=match, error=reason))
    except AWAY as error:
        connection.close()
        reason = f"The database was away: {error}"
        _settle(lambda: return_match(match=match, error=reason, counts=False))
    except HostFailure as failure:
        reason = f"{type(failure).__name__}: {failure}"
        _settle(lambda: return_match(match=match, error=reason))
    except Exception as error:
        log.exception("match_failed", match=match.pk)
        reason = f"{type(error).__name__}: {error}"
        _settle(lambda: return_match(match=match, error=reason))
    else:
        _record(match, result)


def _plan(match: Match) -> Plan:
    try:
        limits = Limits.from_json(match.limits)
    except ValueError as error:
        raise BadConfig(str(error)) from error
    return Plan(
        game=match.game,
        config=match.config,
        seats=match.seats_count,
        games=match.games_planned,
        seed=match.seed,
        limits=limits,
        shuffled=match.purpose != Match.Purpose.TOURNAMENT,  # there the pairing gives the seats
    )


def _entrants(match: Match) -> list[Entrant]:
    seats = match.seats.select_related("version__bot").order_by("position")
    return [Entrant(str(seat.version), local_source(seat.version)) for seat in seats]


def _pulse(match: Match) -> Callable[[int], None]:
    """What the referee calls now and then: stops where we are told to, and renews the lease."""
    renewed = time.monotonic()

    def beat(_games: int) -> None:
        nonlocal renewed
        if is_stopping():
            raise Interrupted
        if time.monotonic() - renewed < RENEW_SECONDS:
            return
        renewed = time.monotonic()
        try:
            renew_lease(match=match)
        except AWAY as error:
            log.warning("lease_not_renewed", match=match.pk, error=str(error))
            connection.close()

    return beat


def _show(match: Match, number: int, seating: Sequence[int], game: Game) -> None:
    """Let spectators see the running game, where there are any."""
    show_live(match=match, number=number, seating=seating, game=game)


def _record(match: Match, result: MatchResult) -> None:
    if match.purpose == Match.Purpose.LADDER:
        log.info("match_played", match=match.pk, points=result.points, faults=len(result.faults))
    _settle(lambda: record_result(match=match, result=result))


def _settle(write: Callable[[], object]) -> None:
    """Write to the database, again where it was away; a claim that is lost is somebody else's."""
    for attempt in range(DATABASE_RETRIES):
        try:
            write()
        except ClaimLost as lost:
            log.warning("claim_lost", reason=str(lost))
        except AWAY as error:
            log.warning("database_away", attempt=attempt, error=str(error))
            connection.close()
            time.sleep(0.5 * 2**attempt)
            continue
        return
    log.error("result_lost", advice="the match is played again when its lease has run out")
