"""Celery tasks: lost, doubled or late messages cost only time."""

from pathlib import Path

import pytest
from celery import current_app
from django.conf import settings as django_settings
from pytest_django import Settings

from arena import tasks
from arena.core.hosts import slot
from arena.matches.claim_match import claim_match
from arena.matches.order_match import CHALLENGE_PRIORITY
from arena.models import Entry, Ladder, Match, RatingChange, RatingRun, Worker
from arena.queue.enqueue import enqueue
from arena.ratings.recompute_ratings import ask_recompute
from arena.worker.heartbeat import Heartbeat
from arena.worker.order_slot import order_slot, rest_from_orders
from arena.worker.worker_jail import worker_jail
from tests.arena.results.rows import played, queued, running
from tests.cast import a_bot, a_house_bot, a_ladder, alice, bob, entry_of
from tests.conftest import Bells

pytestmark = [pytest.mark.jail, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ladder(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Ladder:
    monkeypatch.setattr(tasks, "PLAY_SECONDS", 0.0)
    monkeypatch.setattr(tasks, "RATER_SECONDS", 0.02)
    settings.CORES = 1
    ladder = a_ladder(config={"kingdom": "First Game", "turn_limit": 4})
    for name in ("Big Money", "Militia", "Random"):
        a_house_bot(name, ladder)
    return ladder


def rings(bells: Bells) -> list[int]:
    return [arguments[0] for task, arguments in bells() if task == "arena.play"]


def test_the_tick_finds_work_where_every_message_was_lost(ladder: Ladder, bells: Bells) -> None:
    tasks.tick()
    bells()
    tasks.tick()
    waiting = set(Match.objects.queued().values_list("pk", flat=True))
    assert waiting
    assert set(rings(bells)) <= waiting


def test_a_bell_plays_a_match_and_play_goes_on(ladder: Ladder, bells: Bells) -> None:
    tasks.tick()
    first = rings(bells)[0]
    played = tasks.play(first)
    assert played is not None
    assert Match.objects.get(pk=played).status == Match.Status.FINISHED
    sent = bells()
    assert ("arena.rate", []) in sent
    assert ("arena.play", [0]) in sent, "it goes on by itself, and lets others have the process"


def test_a_process_that_has_played_keeps_no_jailed_interpreters(ladder: Ladder) -> None:
    tasks.tick()
    assert tasks.play(0) is not None
    jailer = worker_jail().jailer
    assert jailer is not None
    assert jailer.template.zygotes is not None
    assert jailer.template.zygotes._idle == []


def test_results_are_stored_then_rated_and_the_next_matches_made(
    ladder: Ladder, bells: Bells
) -> None:
    tasks.tick()
    match = Match.objects.get(pk=tasks.play(0) or 0)
    assert (match.status, match.is_being_rated, match.serial) == ("finished", True, None)
    assert not RatingChange.objects.exists()
    left = Match.objects.queued().count()
    tasks.rate()
    match.refresh_from_db()
    assert (match.status, match.is_being_rated, match.serial) == ("finished", False, 1)
    assert RatingChange.objects.count() == 2
    assert Match.objects.queued().count() > left
    tasks.rate()
    assert RatingChange.objects.count() == 2


def test_one_process_of_a_host_rates_and_the_tick_wakes_it(ladder: Ladder, bells: Bells) -> None:
    Ladder.objects.update(state="paused")
    bots = [entry.bot for entry in ladder.entries.select_related("bot")[:2]]
    match = queued(ladder, *bots)
    tasks.play(match.pk)
    bells()
    tasks.tick()
    assert ("arena.rate", []) in bells()
    with slot(Path(django_settings.VAR) / "raters", 1):
        tasks.rate()
    assert Match.objects.pending().exists()
    tasks.rate()
    assert not Match.objects.pending().exists()
    tasks.tick()
    assert ("arena.rate", []) not in bells()


def test_one_message_plays_all_matches_that_are_due(
    ladder: Ladder, bells: Bells, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "PLAY_SECONDS", 60.0)
    Ladder.objects.update(state="paused")
    bots = [entry.bot for entry in ladder.entries.select_related("bot")[:2]]
    for _ in range(3):
        last = queued(ladder, *bots)
    assert tasks.play(0) == last.pk
    assert set(Match.objects.values_list("status", flat=True)) == {"finished"}
    assert rings(bells) == []


def test_workers_that_play_need_no_message_for_the_next_match(ladder: Ladder, bells: Bells) -> None:
    Ladder.objects.update(state="paused")
    bots = [entry.bot for entry in ladder.entries.select_related("bot")[:2]]
    first, second = queued(ladder, *bots), queued(ladder, *bots)
    enqueue(matches=[first, second])
    assert rings(bells) == [first.pk], "one slot is idle"
    assert claim_match(worker="here/1/a") == first
    enqueue(matches=[second])
    assert rings(bells) == []


def test_a_doubled_bell_costs_nothing(ladder: Ladder, bells: Bells) -> None:
    bots = [entry.bot for entry in ladder.entries.select_related("bot")[:2]]
    Ladder.objects.update(state="paused")
    match = queued(ladder, *bots)
    assert tasks.play(match.pk) == match.pk
    assert tasks.play(match.pk) is None
    assert tasks.play(999_999) is None
    tasks.rate()
    tasks.rate()
    assert RatingChange.objects.count() == 2


def test_an_expired_claim_comes_back_with_the_tick(ladder: Ladder, bells: Bells) -> None:
    Ladder.objects.update(state="paused")
    bots = [entry.bot for entry in ladder.entries.select_related("bot")[:2]]
    match = running(ladder, *bots, worker="elsewhere/1/a")
    Match.objects.update(lease_until=match.created_at)
    tasks.tick()
    assert Match.objects.get().status == Match.Status.QUEUED
    assert rings(bells) == [match.pk]


def test_while_all_places_are_taken_only_checks_start(ladder: Ladder) -> None:
    bots = [entry.bot for entry in ladder.entries.select_related("bot")[:2]]
    queued(ladder, *bots)
    with slot(Path(django_settings.VAR) / "slots", 1) as has_place:
        assert has_place
        assert tasks.play(1) is None
        check = queued(ladder, *bots, purpose=Match.Purpose.CHECK)
        assert tasks.play(1) == check.pk


def test_a_slot_is_kept_from_what_people_order(ladder: Ladder, settings: Settings) -> None:
    settings.CORES = 2
    Ladder.objects.update(state="paused")
    bots = [entry.bot for entry in ladder.entries.select_related("bot")[:2]]
    challenge = Match.Purpose.CHALLENGE
    first, second = (
        queued(ladder, *bots, purpose=challenge, priority=CHALLENGE_PRIORITY, ordered_by=by)
        for by in (alice(), bob())
    )
    with order_slot():
        assert tasks.play(0) is None
        match = queued(ladder, *bots)
        assert tasks.play(0) == match.pk
    assert {tasks.play(0), tasks.play(0)} == {first.pk, second.pk}


def test_a_single_slot_takes_turns(ladder: Ladder) -> None:
    Ladder.objects.update(state="paused")
    bots = [entry.bot for entry in ladder.entries.select_related("bot")[:2]]
    challenge = Match.Purpose.CHALLENGE
    first, second = (
        queued(ladder, *bots, purpose=challenge, priority=CHALLENGE_PRIORITY, ordered_by=alice())
        for _ in range(2)
    )
    match = queued(ladder, *bots)
    assert tasks.play(0) == first.pk
    rest_from_orders(60.0)  # as if that match had been so long
    assert tasks.play(0) == match.pk
    assert tasks.play(0) == second.pk, "nothing else is due"


def test_checks_have_so_many_places_and_all_others_go_on(
    ladder: Ladder, settings: Settings
) -> None:
    settings.CHECKS = 1
    bots = [entry.bot for entry in ladder.entries.select_related("bot")[:2]]
    queued(ladder, *bots, purpose=Match.Purpose.CHECK)
    with slot(Path(django_settings.VAR) / "checks", 1) as has_place:
        assert has_place
        assert tasks.play(1) is None
        match = queued(ladder, *bots)
        assert tasks.play(1) == match.pk


def test_without_a_jail_house_bots_play_unrated_and_strangers_wait(
    ladder: Ladder, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    worker_jail.cache_clear()
    try:
        Heartbeat({"arena"}).beat()
        assert "install" in Worker.objects.all().jail_problem()
        Match.objects.all().delete()
        house = [entry.bot for entry in ladder.entries.select_related("bot")[:2]]
        stranger = queued(ladder, house[0], a_bot(alice(), "Alcuin", ladder))
        ours = queued(ladder, *house)
        assert tasks.play(stranger.pk) == ours.pk
        ours.refresh_from_db()
        assert (ours.status, ours.stamp["level"]) == (Match.Status.FINISHED, "unsandboxed")
        assert not RatingChange.objects.exists()
        assert Match.objects.get(pk=stranger.pk).status == Match.Status.QUEUED
    finally:
        worker_jail.cache_clear()


def test_a_level_that_is_demanded_and_not_there_stops_all_play(
    ladder: Ladder, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.JAIL_LEVEL = "required"
    monkeypatch.setenv("PATH", "/nowhere")
    worker_jail.cache_clear()
    try:
        tasks.tick()
        assert tasks.play(1) is None
        assert not Match.objects.exclude(status=Match.Status.QUEUED).exists()
    finally:
        worker_jail.cache_clear()


# --- ratings -------------------------------------------------------------------------------------
def test_the_tick_rings_for_a_rating_run_that_was_left(ladder: Ladder, bells: Bells) -> None:
    Ladder.objects.update(state="paused")
    bots = [entry.bot for entry in ladder.entries.select_related("bot")[:2]]
    played(ladder, *bots)
    before = [entry_of(bot).skill for bot in bots]
    rating_run = ask_recompute(ladder=Ladder.objects.get())
    bells()
    tasks.tick()
    assert ("arena.recompute", [rating_run.pk]) in bells()
    Entry.objects.update(mu=1.0)
    tasks.recompute(rating_run.pk)
    assert [entry_of(bot).skill for bot in bots] == before
    old = RatingRun.objects.get(number=0)
    assert bells() == [("arena.recompute", [old.pk])]
    tasks.recompute(old.pk)
    tasks.tick()
    assert not [task for task, _arguments in bells() if task == "arena.recompute"]


def play_until_fit(ladder: Ladder) -> None:
    Ladder.objects.update(state="paused", fit_every=3, next_fit=3)
    bots = [entry.bot for entry in ladder.entries.select_related("bot")[:2]]
    for _ in range(3):
        played(Ladder.objects.get(pk=ladder.pk), *bots)


def test_the_tick_rings_for_fits_that_were_left(ladder: Ladder, bells: Bells) -> None:
    play_until_fit(ladder)
    bells()
    tasks.tick()
    assert ("arena.refit", [ladder.pk]) in bells()
    tasks.refit(ladder.pk)
    assert Ladder.objects.get(pk=ladder.pk).next_fit == 6
    tasks.tick()
    assert "arena.refit" not in dict(bells())


def test_one_long_computation_at_a_time_and_the_next_is_asked_for_again(
    ladder: Ladder, bells: Bells
) -> None:
    play_until_fit(ladder)
    with slot(Path(django_settings.VAR) / "fits", 1):
        tasks.refit(ladder.pk)
        assert Ladder.objects.get(pk=ladder.pk).next_fit == 3
    rating_run = ask_recompute(ladder=Ladder.objects.get())
    with slot(Path(django_settings.VAR) / "computations", 1):
        tasks.recompute(rating_run.pk)
        assert RatingRun.objects.get(pk=rating_run.pk).state == RatingRun.State.FILLING
    tasks.recompute(rating_run.pk)
    assert RatingRun.objects.get(pk=rating_run.pk).state == RatingRun.State.SHOWN


def test_all_that_beat_rings_for_is_known(ladder: Ladder) -> None:
    scheduled = {entry["task"] for entry in django_settings.CELERY_BEAT_SCHEDULE.values()}
    own = {"archive", "deliver", "prune", "statistics"}
    assert scheduled == {"arena.tick", *(f"website.{name}" for name in own)}
    current_app.loader.import_default_modules()
    assert scheduled <= set(current_app.tasks)
