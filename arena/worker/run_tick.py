"""Every ten seconds, do what lost messages or workers left behind."""

from collections.abc import Callable

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, close_old_connections

from arena.bots.checks import check_waiting_entries
from arena.core.database_clock import database_now
from arena.core.isolate_errors import isolate_errors
from arena.human_games.claim_human_game import reap_human_games
from arena.human_games.play import abandon_forgotten
from arena.ladders.matchmake import matchmake
from arena.ladders.turns import watch_waits
from arena.leagues.seasons import run_leagues
from arena.models import HumanGame, Ladder, Match, RatingRun, TickStep, Worker
from arena.queue.enqueue import enqueue_task
from arena.results.note_failures import tell_revealed_faults
from arena.results.return_match import reap_ended, reap_leases
from arena.results.tally_results import to_tally
from arena.tournaments.lifecycle import run_tournaments

log = structlog.get_logger(__name__)


def run_tick() -> None:
    """Run every step; log and count failures."""
    succeeded = []
    for name, step in STEPS.items():
        try:
            step()
        except Exception:
            log.exception("tick_step_failed", step=name)
            close_old_connections()
            _count_failure(name)
        else:
            succeeded.append(name)
    TickStep.objects.succeeded(succeeded)


def _count_failure(name: str) -> None:
    try:
        TickStep.objects.failed(name)
    except (OperationalError, InterfaceError):  # without the database all other steps fail too
        raise
    except DatabaseError as error:
        log.warning("tick_failure_not_counted", step=name, error=str(error))


def matchmake_due() -> None:
    for ladder in Ladder.objects.to_matchmake(database_now()):
        with isolate_errors(kind="ladder", pk=ladder.pk):
            matchmake(ladder_id=ladder.pk)


def enqueue_matches() -> None:
    """Wake all slots, as messages may be lost: one for each of the most urgent matches."""
    slots = max(Worker.objects.slots(), settings.CORES)
    for match in Match.objects.due(database_now())[: slots + settings.CHECKS]:
        enqueue_task(name="arena.play", args=[match.pk])


def enqueue_results() -> None:
    """Have results applied that were left."""
    if Match.objects.pending().exists():
        enqueue_task(name="arena.rate", args=[])


def enqueue_human_games() -> None:
    """End or return abandoned games; queue answers."""
    now = database_now()
    reap_human_games(now=now)
    abandon_forgotten(now=now)
    enqueue_answers(settings.HUMAN_GAME_SLOTS)


def enqueue_answers(most: int) -> None:
    """Queue the games waiting longest."""
    for game in HumanGame.objects.due(database_now())[:most]:
        enqueue_task(name="arena.answer", args=[game.pk])


def enqueue_rating_runs() -> None:
    for rating_run in RatingRun.objects.due(database_now())[:1]:
        enqueue_task(name="arena.recompute", args=[rating_run.pk])


def enqueue_fits() -> None:
    for ladder in Ladder.objects.to_fit():
        enqueue_task(name="arena.refit", args=[ladder.pk])


def enqueue_tallies() -> None:
    """Queue ladders with results to count."""
    for ladder in to_tally():
        enqueue_task(name="arena.tally", args=[ladder.pk])


STEPS: dict[str, Callable[[], object]] = {
    "lost_matches": reap_leases,
    "ended_matches": reap_ended,
    "results": enqueue_results,
    "leagues": run_leagues,
    "tournaments": run_tournaments,
    "revealed_faults": tell_revealed_faults,
    "checks": check_waiting_entries,
    "matchmaking": matchmake_due,
    "waits": watch_waits,
    "matches": enqueue_matches,
    "human_games": enqueue_human_games,
    "rating_runs": enqueue_rating_runs,
    "fits": enqueue_fits,
    "tallies": enqueue_tallies,
    "workers": Worker.objects.forget,
}
