"""Celery's doors: a bell rings, an action is called. Which match is played stands in its row."""

from pathlib import Path
from typing import Any

from celery import current_app, shared_task
from celery.signals import worker_process_init, worker_ready, worker_shutting_down
from django.conf import settings
from django.utils import timezone

from arena.actions.advance_tournament import advance_tournament
from arena.actions.claim_match import claim_match
from arena.actions.matchmake import matchmake
from arena.actions.play_match import play_match
from arena.actions.reap_leases import reap_leases
from arena.actions.recompute_ratings import recompute_ratings
from arena.actions.refit_ratings import claim_refit, refit_ratings
from arena.actions.report_worker import report_worker
from arena.actions.ring import ring, ring_task
from arena.actions.run_leagues import run_leagues
from arena.actions.run_tournaments import run_tournaments
from arena.models import Epoch, Ladder, Match
from arena.stopping import (
    Interrupted,
    interruptible,
    is_stopping,
    leave_sigterm_to_parent,
    request_stop,
    working,
)
from arena.workplace import claim_name, slot
from arena.workshop import workshop


@shared_task(name="arena.play")
def play(_match_id: int) -> int | None:
    """A match waits: play the most urgent one, which is that or one before it.

    A doubled bell finds nothing or the next match; a lost one is rung again by the tick. Ladder
    matches need one of this host's places, so that a process is always left for checks.
    """
    shop = workshop()
    if shop.jailer is None or is_stopping():
        return None
    with working(), slot(Path(settings.VAR) / "slots", settings.CORES) as has_place:
        match = claim_match(
            worker=claim_name(), may_play_ladder=has_place, house_only=shop.house_only
        )
        if match is not None:
            play_match(match=match, jailer=shop.jailer)
    if match is not None and not is_stopping():
        if match.ladder_id is not None:
            matchmake(ladder_id=match.ladder_id)
        if match.pairing is not None:
            advance_tournament(tournament_id=match.pairing.round.tournament_id)
        ring_for_due()
    return match.pk if match else None


@shared_task(name="arena.tick")
def tick() -> None:
    """Every ten seconds: whatever a lost message or a lost worker left behind."""
    shop = workshop()
    report_worker(stamp=shop.jailer.stamp if shop.jailer else {}, problem=shop.problem)
    reap_leases()
    run_leagues()
    run_tournaments()
    for ladder in Ladder.objects.open():
        matchmake(ladder_id=ladder.pk)
    ring_for_due()
    for epoch in Epoch.objects.due(timezone.now())[:1]:
        ring_task(name="arena.recompute", args=[epoch.pk])


@shared_task(name="arena.recompute")
def recompute(epoch_id: int) -> None:
    """An epoch of ratings waits to be filled, or to be removed."""
    with working():
        recompute_ratings(
            epoch=Epoch.objects.get(pk=epoch_id), worker=claim_name(), should_stop=is_stopping
        )


@shared_task(name="arena.refit")
def refit() -> None:
    """Every hour: fit the ladders that are due, each once a day."""
    with working():
        while not is_stopping() and (ladder := claim_refit(now=timezone.now())):
            try:
                with interruptible():
                    refit_ratings(ladder=ladder)
            except Interrupted:
                Ladder.objects.filter(pk=ladder.pk).update(refitted_at=None)


def ring_for_due() -> None:
    """Ring for the most urgent matches that wait, as many as this host can play at once."""
    ring(matches=Match.objects.due(timezone.now())[: settings.CORES + 1])


@worker_ready.connect
def begin(**_kwargs: Any) -> None:
    """Do not wait for the first beat."""
    current_app.send_task("arena.tick", expires=settings.TICK_SECONDS)


@worker_process_init.connect
def prepare_child(**_kwargs: Any) -> None:
    """Runs in each child before its first task."""
    leave_sigterm_to_parent()


@worker_shutting_down.connect
def stop(**_kwargs: Any) -> None:
    """Runs in the worker's main process: its children give back what they play."""
    request_stop()
