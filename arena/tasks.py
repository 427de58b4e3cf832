"""Celery tasks only wake workers, which claim rows."""

from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic, sleep
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

from arena.core.ask_seldom import ask_seldom
from arena.core.hosts import claim_name, slot
from arena.human_games.claim_human_game import claim_human_game
from arena.matches.claim_match import Orders, claim_match
from arena.models import Ladder, Match, RatingRun, TickStep
from arena.queue.enqueue import enqueue_task
from arena.queue.refusals import recent_uploads_problem, work_refusal
from arena.queue.report_worker import report_problem
from arena.ratings.recompute_ratings import recompute_ratings
from arena.ratings.refit_ratings import refit_ratings
from arena.results.tally_results import tally_results
from arena.worker.answer_human import answer_human
from arena.worker.apply_pending import Rater, apply_pending
from arena.worker.heartbeat import Heartbeat
from arena.worker.order_slot import order_slot, rest_from_orders
from arena.worker.play_match import play_match
from arena.worker.run_tick import enqueue_answers, run_tick
from arena.worker.stopping import (
    Interrupted,
    end_unread,
    interruptible,
    is_stopping,
    leave_sigterm_to_parent,
    request_stop,
)
from arena.worker.worker_jail import WorkerJail, worker_jail

PLAY_SECONDS = 20.0
TALLY_SECONDS = 5.0
LINGER_SECONDS = 0.5  # that a process waits for the next match
WAKE_SECONDS = 0.8  # between two messages to the process that rates
RATER_SECONDS = 1.0  # for which that process looks for more: longer than until the next message
POLL_SECONDS = 0.05  # until a process without work looks again
REFUSAL_SECONDS = 1.0  # until the process that rates asks again whether its version still may
TICKS_APART = 1.0  # seconds
_last = {"woken": 0.0}
_heartbeats: list[Heartbeat] = []  # this worker process's, once set up


@shared_task(name="arena.play")
def play(_match_id: int) -> int | None:
    """Play due matches, the most urgent first, then let other tasks have this process.

    Return the last match.
    """
    jail, until, idle_at, last = proven_worker_jail(), monotonic() + PLAY_SECONDS, 0.0, None
    while jail.jailer is not None and not is_stopping():
        if jail.lack_of_room() or recent_uploads_problem():
            break  # without room for bots' files, or without the files, a match would fail
        match = _play_next(jail)
        if match is not None:
            last, idle_at = match.pk, monotonic() + LINGER_SECONDS
            _wake_rater()
        if last is None or monotonic() >= min(until, idle_at):
            break
        if match is None:
            sleep(POLL_SECONDS)  # the next matches are being made
    # Another process may play the next match: else jailed interpreters would wait in each of them.
    jail.close()
    if last is not None:
        _wake_rater(now=True)
        if monotonic() >= until:
            enqueue_task(name="arena.play", args=[0])
    return last


def _wake_rater(*, now: bool = False) -> None:
    """Have stored results applied."""
    if now or monotonic() - _last["woken"] > WAKE_SECONDS:
        _last["woken"] = monotonic()
        enqueue_task(name="arena.rate", args=[])


@shared_task(name="arena.rate")
def rate() -> None:
    """Apply stored results as long as some come; one process a host."""
    is_busy = True  # most messages find that process at work, and need no connection to end
    while is_busy and not is_stopping():
        with slot(Path(settings.VAR) / "raters", 1) as is_free, suppress(Interrupted):
            is_busy = is_free and _apply_while_busy()


def _apply_while_busy() -> bool:
    """Return whether any were applied."""
    applied, last, rater = 0, monotonic(), Rater()
    refusal = ask_seldom(work_refusal, seconds=REFUSAL_SECONDS)
    while not (is_stopping() or refusal()) and (rater.looks or monotonic() - last < RATER_SECONDS):
        if newly := apply_pending(rater=rater):
            applied, last = applied + newly, monotonic()
        sleep(POLL_SECONDS)
    return applied > 0


def _play_next(jail: WorkerJail) -> Match | None:
    """Play a match; checks have slots of their own, so neither blocks the other."""
    var, match = Path(settings.VAR), None
    with ExitStack() as check, ExitStack() as other, ExitStack() as order:
        may_check = check.enter_context(slot(var / "checks", settings.CHECKS))
        may_play = other.enter_context(slot(var / "slots", settings.CORES))
        orders = order.enter_context(order_slot()) if may_play else Orders.NEVER
        match = claim_match(
            worker=claim_name(),
            may_play=may_play,
            may_check=may_check,
            orders=orders,
            house_only=jail.house_only,
        )
        if match is not None and jail.jailer is not None:
            (other if match.purpose == Match.Purpose.CHECK else check).close()
            if match.ordered_by_id is None:
                order.close()
            began = monotonic()
            play_match(match=match, jailer=jail.jailer)
            if match.ordered_by_id is not None:
                rest_from_orders(monotonic() - began)
    return match


@shared_task(name="arena.answer")
def answer(_game_id: int) -> int | None:
    """Answer in the longest waiting human game; some keep bots while the person thinks."""
    jail = proven_worker_jail()
    if jail.jailer is None or jail.house_only or is_stopping() or recent_uploads_problem():
        return None
    game, var = None, Path(settings.VAR)
    with slot(var / "answers", settings.HUMAN_GAME_SLOTS) as has_place:
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
        run_tick()


@shared_task(name="arena.recompute")
def recompute(rating_run_id: int) -> None:
    """Compute or remove a rating run."""
    # One a host, to keep processes for the tick.
    with slot(Path(settings.VAR) / "computations", 1) as may_compute:
        if may_compute:
            rating_run = RatingRun.objects.get(pk=rating_run_id)
            recompute_ratings(rating_run=rating_run, worker=claim_name(), should_stop=is_stopping)


@shared_task(name="arena.tally")
def tally(ladder_id: int) -> None:
    """Count a ladder's results for some seconds."""
    ladder, until = Ladder.objects.get(pk=ladder_id), monotonic() + TALLY_SECONDS
    while not is_stopping() and monotonic() < until and tally_results(ladder=ladder):
        pass


@shared_task(name="arena.refit")
def refit(ladder_id: int) -> None:
    """Make due fits, one process a host; the tick queues the rest."""
    with slot(Path(settings.VAR) / "fits", 1) as is_free, suppress(Interrupted):
        while is_free and not is_stopping():
            with interruptible():
                if not refit_ratings(ladder_id=ladder_id):
                    return


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
    """Bind parameters on the server, and parse there once what comes often."""
    if connection.vendor == "postgresql":
        options = connection.settings_dict["OPTIONS"]
        options["server_side_binding"] = True
        options["prepare_threshold"] = 5
        # A plan for all values would not know that partial indexes fit.
        options["options"] += " -c plan_cache_mode=force_custom_plan"


@worker_shutting_down.connect
def stop(**_kwargs: Any) -> None:
    request_stop()
    for heartbeat in _heartbeats:
        heartbeat.end()
