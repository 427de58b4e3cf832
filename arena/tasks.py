"""Celery's doors: a bell rings, an action is called. Which match is played stands in its row."""

from pathlib import Path
from time import monotonic
from typing import Any

from celery import current_app, shared_task
from celery.signals import worker_process_init, worker_ready, worker_shutting_down
from django.conf import settings
from django.db import connection
from django.utils import timezone

from arena.actions.abandon_human_games import abandon_forgotten
from arena.actions.advance_tournament import advance_tournament
from arena.actions.answer_human import answer_human
from arena.actions.claim_human_game import claim_human_game, reap_human_games
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
from arena.actions.tally_results import tally_results, to_tally
from arena.actions.watch_waits import watch_waits
from arena.models import Epoch, HumanGame, Ladder, Match, Worker
from arena.sources import tidy_sources
from arena.stopping import (
    Interrupted,
    end_unread,
    interruptible,
    is_stopping,
    leave_sigterm_to_parent,
    request_stop,
    working,
)
from arena.workplace import claim_name, host, slot
from arena.workshop import Workshop, lack_of_room, workshop

TALLY_SECONDS = 5.0


@shared_task(name="arena.play")
def play(_match_id: int) -> int | None:
    """A match waits: play the most urgent one, which is that or one before it.

    A doubled bell finds nothing or the next match; a lost one is rung again by the tick. Checks and
    all other matches have places of their own on this host, so that neither keeps the others out.
    """
    shop = workshop()
    if shop.jailer is None or is_stopping() or lack_of_room():
        return None
    match = None
    with working():
        if not Worker.objects.heard_lately(host()):
            _report(shop)
        with slot(Path(settings.VAR) / "checks", settings.CHECKS) as may_check:
            match = _play_one(shop, may_play=False, may_check=may_check)
        if match is None:
            with slot(Path(settings.VAR) / "slots", settings.CORES) as may_play:
                match = _play_one(shop, may_play=may_play, may_check=False)
        if match is not None and not is_stopping():
            go_on_after(match)
    return match.pk if match else None


def _play_one(shop: Workshop, *, may_play: bool, may_check: bool) -> Match | None:
    match = claim_match(
        worker=claim_name(), may_play=may_play, may_check=may_check, house_only=shop.house_only
    )
    if match is not None and shop.jailer is not None:
        play_match(match=match, jailer=shop.jailer)
    return match


@shared_task(name="arena.answer")
def answer(_game_id: int) -> int | None:
    """A person waits for a bot: see to the one that waits longest, which is that or one before it.

    Who has one of this host's tables keeps the bots there while the person thinks. Games have so
    many places on this host, so that slow bots leave processes to matches.
    """
    shop = workshop()
    if shop.jailer is None or shop.house_only or is_stopping():
        return None
    game, var = None, Path(settings.VAR)
    with working(), slot(var / "answers", settings.HUMAN_GAME_PLACES) as has_place:
        if has_place:
            with slot(var / "tables", settings.TABLES) as has_table:
                game = claim_human_game(worker=claim_name())
                if game is not None:
                    answer_human(game=game, jailer=shop.jailer, stays=has_table)
    if game is not None and not is_stopping():
        ring_for_people(1)
    return game.pk if game else None


@shared_task(name="arena.tick")
def tick() -> None:
    """Every ten seconds: whatever a lost message or a lost worker left behind."""
    if is_stopping():
        return
    shop = workshop()
    with working():
        _report(shop)
        reap_leases()
        run_leagues()
        run_tournaments()
        for ladder in Ladder.objects.open():
            matchmake(ladder_id=ladder.pk)
        watch_waits()
        tidy_sources()
        ring_for_due()
        see_to_people()
        for epoch in Epoch.objects.due(timezone.now())[:1]:
            ring_task(name="arena.recompute", args=[epoch.pk])
        for ladder in to_tally():
            ring_task(name="arena.tally", args=[ladder.pk])


@shared_task(name="arena.recompute")
def recompute(epoch_id: int) -> None:
    """An epoch of ratings waits to be filled, or to be removed."""
    with working():
        recompute_ratings(
            epoch=Epoch.objects.get(pk=epoch_id), worker=claim_name(), should_stop=is_stopping
        )


@shared_task(name="arena.tally")
def tally(ladder_id: int) -> None:
    """A ladder has results to count: for some seconds, then it is another's turn."""
    with working():
        ladder, until = Ladder.objects.get(pk=ladder_id), monotonic() + TALLY_SECONDS
        while not is_stopping() and monotonic() < until and tally_results(ladder=ladder):
            pass


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


def _report(shop: Workshop) -> None:
    report_worker(
        stamp=shop.jailer.stamp if shop.jailer else {}, problem=shop.problem or lack_of_room()
    )


def go_on_after(match: Match) -> None:
    """What the end of a match lets begin."""
    if match.ladder_id is not None:
        matchmake(ladder_id=match.ladder_id)
    if match.pairing is not None:
        advance_tournament(tournament_id=match.pairing.round.tournament_id)
    ring_for_due()


def ring_for_due() -> None:
    """Ring for the most urgent matches that wait, as many as this host can play at once."""
    ring(matches=Match.objects.due(timezone.now())[: settings.CORES + settings.CHECKS])


def see_to_people() -> None:
    """The games of people: those that were left, and those in which a bot has still to answer."""
    now = timezone.now()
    reap_human_games(now=now)
    abandon_forgotten(now=now)
    ring_for_people(settings.HUMAN_GAME_PLACES)


def ring_for_people(most: int) -> None:
    """Ring for so many of the games in which a bot has to answer, the longest waiting first."""
    for game in HumanGame.objects.due(timezone.now())[:most]:
        ring_task(name="arena.answer", args=[game.pk])


@worker_ready.connect
def begin(**_kwargs: Any) -> None:
    """Do not wait for the first beat."""
    current_app.send_task("arena.tick", expires=settings.TICK_SECONDS)


@worker_process_init.connect
def prepare_child(**_kwargs: Any) -> None:
    """Runs in each child before its first task."""
    leave_sigterm_to_parent()
    end_unread()
    hold_no_lock_for_long()


def hold_no_lock_for_long() -> None:
    """Let PostgreSQL end a transaction of ours that stands still, as in a machine that sleeps: its
    locks would stop all others."""
    if connection.vendor == "postgresql":
        options = connection.settings_dict["OPTIONS"]
        limit = f"-c idle_in_transaction_session_timeout={settings.LEASE_SECONDS * 1000:.0f}"
        options["options"] = f"{options.get('options', '')} {limit}".strip()


@worker_shutting_down.connect
def stop(**_kwargs: Any) -> None:
    """Runs in the worker's main process: its children give back what they play."""
    request_stop()
