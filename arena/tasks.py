"""Celery tasks only wake workers, which claim rows."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

from celery import current_app, shared_task
from celery.signals import (
    celeryd_after_setup,
    worker_process_init,
    worker_ready,
    worker_shutting_down,
)
from django.conf import settings
from django.db import connection

from arena.actions.human_games.claim_human_game import claim_human_game
from arena.actions.ladders.matchmake import matchmake
from arena.actions.matches.claim_match import claim_match
from arena.actions.ratings.recompute_ratings import recompute_ratings
from arena.actions.ratings.refit_ratings import refit_ratings
from arena.actions.results.tally_results import tally_results
from arena.actions.run_tick import enqueue_answers, run_tick
from arena.actions.tournaments.advance_tournament import advance_tournament
from arena.actions.workers.enqueue import enqueue_task
from arena.actions.workers.report_worker import report_problem
from arena.hosts import claim_name, slot
from arena.models import Ladder, Match, RatingRun, TickStep
from arena.worker.answer_human import answer_human
from arena.worker.heartbeat import Heartbeat
from arena.worker.play_match import play_match
from arena.worker.stopping import (
    Interrupted,
    end_unread,
    finish_before_stopping,
    interruptible,
    is_stopping,
    leave_sigterm_to_parent,
    request_stop,
)
from arena.worker.worker_jail import WorkerJail, worker_jail

PLAY_SECONDS = 20.0
TALLY_SECONDS = 5.0
TICKS_APART = 1.0  # seconds
_heartbeats: list[Heartbeat] = []  # this worker process's, once set up


@shared_task(name="arena.play")
def play(_match_id: int) -> int | None:
    """Play due matches, the most urgent first, then let other tasks have this process.

    Return the last match.
    """
    jail, until, last = proven_worker_jail(), monotonic() + PLAY_SECONDS, None
    while jail.jailer is not None and not is_stopping() and not jail.lack_of_room():
        match = _play_next(jail)
        if match is None:
            break
        last = match.pk
        if monotonic() >= until:
            enqueue_task(name="arena.play", args=[0])
            break
    return last


def _play_next(jail: WorkerJail) -> Match | None:
    """Play a match; checks have slots of their own, so neither blocks the other."""
    match = None
    with finish_before_stopping():
        with slot(Path(settings.VAR) / "checks", settings.CHECKS) as may_check:
            match = _play_one(jail, may_play=False, may_check=may_check)
        if match is None:
            with slot(Path(settings.VAR) / "slots", settings.CORES) as may_play:
                match = _play_one(jail, may_play=may_play, may_check=False)
        if match is not None and not is_stopping():
            go_on_after(match)
    return match


def _play_one(jail: WorkerJail, *, may_play: bool, may_check: bool) -> Match | None:
    match = claim_match(
        worker=claim_name(), may_play=may_play, may_check=may_check, house_only=jail.house_only
    )
    if match is not None and jail.jailer is not None:
        play_match(match=match, jailer=jail.jailer)
    return match


@shared_task(name="arena.answer")
def answer(_game_id: int) -> int | None:
    """Answer in the longest waiting human game; some keep bots while the person thinks."""
    jail = proven_worker_jail()
    if jail.jailer is None or jail.house_only or is_stopping():
        return None
    game, var = None, Path(settings.VAR)
    with finish_before_stopping(), slot(var / "answers", settings.HUMAN_GAME_SLOTS) as has_place:
        if has_place:
            with slot(var / "tables", settings.HUMAN_GAME_WORKERS) as has_table:
                game = claim_human_game(worker=claim_name())
                if game is not None:
                    answer_human(game=game, jailer=jail.jailer, stays=has_table)
    if game is not None and not is_stopping():
        enqueue_answers(1)
    return game.pk if game else None


def proven_worker_jail() -> WorkerJail:
    """Return the jail, reporting its problem."""
    jail = worker_jail()
    if jail.problem:
        report_problem(problem=jail.problem)
    return jail


@shared_task(name="arena.tick")
def tick() -> None:
    """Run the tick unless it just ran: an expiry of messages would need synchronised clocks."""
    age = TickStep.objects.age()
    if not is_stopping() and (age is None or age > TICKS_APART):
        with finish_before_stopping():
            run_tick()


@shared_task(name="arena.recompute")
def recompute(rating_run_id: int) -> None:
    """Compute or remove a rating run."""
    with long_computation() as may_compute:
        if may_compute:
            rating_run = RatingRun.objects.get(pk=rating_run_id)
            recompute_ratings(rating_run=rating_run, worker=claim_name(), should_stop=is_stopping)


@shared_task(name="arena.tally")
def tally(ladder_id: int) -> None:
    """Count a ladder's results for some seconds."""
    with finish_before_stopping():
        ladder, until = Ladder.objects.get(pk=ladder_id), monotonic() + TALLY_SECONDS
        while not is_stopping() and monotonic() < until and tally_results(ladder=ladder):
            pass


@shared_task(name="arena.refit")
def refit(ladder_id: int) -> None:
    """Make due fits, one process a host; the tick queues the rest."""
    with (
        finish_before_stopping(),
        slot(Path(settings.VAR) / "fits", 1) as is_free,
        suppress(Interrupted),
    ):
        while is_free and not is_stopping():
            with interruptible():
                if not refit_ratings(ladder_id=ladder_id):
                    return


@contextmanager
def long_computation() -> Iterator[bool]:
    """Yield whether no other of this host computes, to keep processes for the tick."""
    with finish_before_stopping(), slot(Path(settings.VAR) / "computations", 1) as is_free:
        yield is_free


def go_on_after(match: Match) -> None:
    """Start what a match's end allows."""
    if match.ladder_id is not None:
        matchmake(ladder_id=match.ladder_id)
    if match.pairing is not None:
        advance_tournament(tournament_id=match.pairing.round.tournament_id)


@celeryd_after_setup.connect
def make_heartbeat(instance: Any, **_kwargs: Any) -> None:
    """Make the heartbeat in the main process, before its children."""
    _heartbeats.append(Heartbeat(instance.app.amqp.queues.consume_from))


@worker_ready.connect
def begin(**_kwargs: Any) -> None:
    """Start the heartbeat and a first tick."""
    for heartbeat in _heartbeats:
        heartbeat.begin()
    current_app.send_task("arena.tick")


@worker_process_init.connect
def prepare_child(**_kwargs: Any) -> None:
    leave_sigterm_to_parent()
    end_unread()
    tune_connection()


def tune_connection() -> None:
    """Bind parameters on the server, and let it end idle transactions, as of sleeping machines."""
    if connection.vendor == "postgresql":
        options = connection.settings_dict["OPTIONS"]
        options["server_side_binding"] = True
        limit = f"-c idle_in_transaction_session_timeout={settings.LEASE_SECONDS * 1000:.0f}"
        options["options"] = f"{options.get('options', '')} {limit}".strip()


@worker_shutting_down.connect
def stop(**_kwargs: Any) -> None:
    request_stop()
    for heartbeat in _heartbeats:
        heartbeat.end()
