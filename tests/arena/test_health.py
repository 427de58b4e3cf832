"""The platform's health figures."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.health import platform_health
from arena.matches.claim_match import claim_match
from arena.models import Ladder, Match, RatingRun, StatisticsProgress, Worker
from arena.results.count_statistics import count_statistics
from tests.arena.results.rows import played, queued
from tests.cast import a_house_bot

pytestmark = pytest.mark.django_db


def test_the_matches_of_a_host_stand_beside_its_worker_that_plays(ladder: Ladder) -> None:
    bots = [a_house_bot(f"House {n}", ladder) for n in range(2)]
    now = timezone.now()
    for process, slots in ((1, 2), (2, 0)):
        Worker.objects.create(host="tower", process=process, slots=slots, seen_at=now)
    queued(ladder, *bots)
    match = claim_match(worker="tower/100/abc")
    assert match is not None
    found = {one.worker.process: one.matches for one in platform_health(now).awake}
    assert found == {1: [match.pk], 2: []}


def test_workers_that_have_ended_are_not_shown_and_silent_ones_are_not_awake() -> None:
    now = timezone.now()
    Worker.objects.create(host="a", slots=1, seen_at=now, ended_at=now)
    Worker.objects.create(host="b", slots=1, seen_at=now - timedelta(minutes=2))
    health = platform_health(now)
    assert [(one.worker.host, one.is_awake) for one in health.workers] == [("b", False)]
    assert health.awake == []


def test_the_numbers_of_an_empty_platform(
    ladder: Ladder, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    Worker.objects.create(host="a", slots=1, seen_at=timezone.now())
    with django_assert_max_num_queries(18):
        health = platform_health(timezone.now())
    assert set(health.queued.values()) == {0}
    assert (health.oldest_queued, health.rating_runs_pending, health.failed_last_day) == (0, 0, 0)
    assert [(one.ladder, one.longest_wait) for one in health.ladders] == [(ladder, 0)]
    assert [one.matches for one in health.awake] == [[]]
    assert health.alarmed == []


def test_statistics_are_late_from_the_oldest_match_that_they_lack(ladder: Ladder) -> None:
    bots = [a_house_bot(f"House {n}", ladder) for n in range(2)]
    now = timezone.now()
    for minutes in (30, 20):
        match = played(ladder, *bots)
        at = now - timedelta(minutes=minutes)
        Match.objects.filter(pk=match.pk).update(finished_at=at)
    assert platform_health(now).statistics_delay == 30 * 60
    StatisticsProgress.objects.create(ladder=ladder, last_serial=1)
    assert platform_health(now).statistics_delay == 20 * 60
    count_statistics(ladder=ladder)
    assert platform_health(now).statistics_delay == 0


def test_a_fit_is_late_from_the_match_after_which_it_is_due(ladder: Ladder) -> None:
    bots = [a_house_bot(f"House {n}", ladder) for n in range(2)]
    now = timezone.now()
    for serial in range(24, 28):
        at = now - timedelta(minutes=30 - serial)
        match = queued(ladder, *bots)
        Match.objects.filter(pk=match.pk).update(serial=serial, status="finished", finished_at=at)
        late = 0 if serial < 25 else 5 * 60
        assert platform_health(now).fit_delays == {ladder.slug: late}
    Ladder.objects.update(state="paused")
    RatingRun.objects.create(ladder=ladder, number=1)
    assert platform_health(now).fit_delays == {ladder.slug: 5 * 60}, "it is filled, and late"
    Ladder.objects.update(next_fit=50)
    assert platform_health(now).fit_delays == {ladder.slug: 0}


def test_results_that_wait_to_be_rated_are_counted(ladder: Ladder) -> None:
    now = timezone.now()
    assert (platform_health(now).results_pending, platform_health(now).oldest_pending) == (0, 0.0)
    for seconds in (5, 50):
        match = queued(ladder, *[a_house_bot(f"House {seconds} {n}", ladder) for n in range(2)])
        at = now - timedelta(seconds=seconds)
        Match.objects.filter(pk=match.pk).update(status="finished", is_pending=True, finished_at=at)
    health = platform_health(now)
    assert (health.results_pending, health.oldest_pending) == (2, 50.0)
