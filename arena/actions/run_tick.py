"""Do every ten seconds whatever a lost message or a lost worker left behind."""

from collections.abc import Callable

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, close_old_connections

from arena.actions.human_games.abandon_human_games import abandon_forgotten
from arena.actions.human_games.claim_human_game import reap_human_games
from arena.actions.isolate_errors import isolate_errors
from arena.actions.ladders.matchmake import matchmake
from arena.actions.ladders.watch_waits import watch_waits
from arena.actions.leagues.run_leagues import run_leagues
from arena.actions.results.reap_leases import reap_ended, reap_leases
from arena.actions.results.tally_results import to_tally
from arena.actions.tournaments.run_tournaments import run_tournaments
from arena.actions.workers.enqueue import enqueue, enqueue_task
from arena.database_clock import database_now
from arena.models import Epoch, HumanGame, Ladder, Match, TickStep, Worker

log = structlog.get_logger(__name__)


def run_tick() -> None:
    """Run every step. One that fails is logged and counted, and does not stop the others."""
    done = [name for name, step in STEPS.items() if _succeeds(name, step)]
    TickStep.objects.succeeded(done)


def _succeeds(name: str, step: Callable[[], object]) -> bool:
    try:
        step()
    except Exception:
        log.exception("tick_step_failed", step=name)
        close_old_connections()
        _count_failure(name)
        return False
    return True


def _count_failure(name: str) -> None:
    try:
        TickStep.objects.failed(name)
    except (OperationalError, InterfaceError):  # the database is away, so all other steps fail too
        raise
    except DatabaseError as error:
        log.warning("tick_failure_not_counted", step=name, error=str(error))


def matchmake_all() -> None:
    """Queue matches on every open ladder."""
    for ladder in Ladder.objects.open():
        with isolate_errors(kind="ladder", pk=ladder.pk):
            matchmake(ladder_id=ladder.pk)


def enqueue_for_all() -> None:
    """Send a message for the most urgent matches that wait, for all workers that are awake."""
    enqueue_matches(max(Worker.objects.slots(), settings.CORES))


def enqueue_matches(slots: int) -> None:
    """Send a message for the most urgent matches that wait: one a slot, and some for checks."""
    enqueue(matches=Match.objects.due(database_now())[: slots + settings.CHECKS])


def enqueue_human_games() -> None:
    """End or give back the games against people that were left, and enqueue the others' answers."""
    now = database_now()
    reap_human_games(now=now)
    abandon_forgotten(now=now)
    enqueue_answers(settings.HUMAN_GAME_PLACES)


def enqueue_answers(most: int) -> None:
    """Send a message for so many of the games in which a bot has to answer, the longest waiting
    first."""
    for game in HumanGame.objects.due(database_now())[:most]:
        enqueue_task(name="arena.answer", args=[game.pk])


def enqueue_rating_runs() -> None:
    """Send a message for the next computation of a ladder's ratings."""
    for epoch in Epoch.objects.due(database_now())[:1]:
        enqueue_task(name="arena.recompute", args=[epoch.pk])


def enqueue_fits() -> None:
    """Send a message for each ladder with a fit to make."""
    for ladder in Ladder.objects.to_fit():
        enqueue_task(name="arena.refit", args=[ladder.pk])


def enqueue_tallies() -> None:
    """Send a message for each ladder with results to count."""
    for ladder in to_tally():
        enqueue_task(name="arena.tally", args=[ladder.pk])


STEPS: dict[str, Callable[[], object]] = {
    "lost_matches": reap_leases,
    "ended_matches": reap_ended,
    "leagues": run_leagues,
    "tournaments": run_tournaments,
    "matchmaking": matchmake_all,
    "waits": watch_waits,
    "matches": enqueue_for_all,
    "human_games": enqueue_human_games,
    "rating_runs": enqueue_rating_runs,
    "fits": enqueue_fits,
    "tallies": enqueue_tallies,
    "workers": Worker.objects.forget,
}
