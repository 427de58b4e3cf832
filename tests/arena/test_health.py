"""Who is awake, and what they do: hosts that no tick reaches are heard by their play."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena import workplace
from arena.actions.claim_match import claim_match
from arena.actions.renew_lease import renew_lease
from arena.actions.report_worker import report_worker
from arena.health import platform_health
from arena.models import Ladder, Match, Worker
from arena.tasks import play
from tests.arena.results import queued
from tests.cast import a_house_bot

pytestmark = pytest.mark.django_db
HOSTS = ("tower", "moat")


@pytest.fixture
def played(ladder: Ladder) -> dict[str, Match]:
    """A match at each of two hosts, neither of which has heard a tick for two minutes."""
    bots = [a_house_bot(f"House {n}", ladder) for n in range(2)]
    before = timezone.now() - timedelta(minutes=2)
    found = {}
    for number, host in enumerate(HOSTS):
        Worker.objects.create(host=host, slots=1, seen_at=before)
        queued(ladder, *bots)
        match = claim_match(worker=f"{host}/{100 + number}/abc")
        assert match is not None
        found[host] = match
    return found


def awake() -> dict[str, list[int]]:
    """The hosts that are awake, and what they play."""
    return {one.worker.host: one.matches for one in platform_health(timezone.now()).awake}


def test_who_plays_is_awake_though_another_hears_the_ticks(played: dict[str, Match]) -> None:
    assert awake() == {}
    for host, match in played.items():
        renew_lease(match=match)
        assert awake()[host] == [match.pk]
    assert set(awake()) == set(HOSTS)
    sleeping = {one.worker.host for one in platform_health(in_minutes(2)).awake}
    assert sleeping == set()


def in_minutes(count: int) -> datetime:
    return timezone.now() + timedelta(minutes=count)


def test_it_is_written_once_in_ten_seconds(played: dict[str, Match]) -> None:
    match = played["moat"]
    renew_lease(match=match)
    seen = Worker.objects.get(host="moat").seen_at
    renew_lease(match=match)
    assert Worker.objects.get(host="moat").seen_at == seen
    assert Worker.objects.heard_lately("moat")
    assert not Worker.objects.heard_lately("tower")
    assert not Worker.objects.heard_lately("a new one")


def test_a_match_that_was_taken_away_keeps_nobody_awake(played: dict[str, Match]) -> None:
    match = played["tower"]
    match.worker = "moat/1/other"
    with pytest.raises(Exception, match="no longer held"):
        renew_lease(match=match)
    assert awake() == {}


@pytest.mark.jail
def test_who_is_rung_for_is_awake_before_any_tick(ladder: Ladder) -> None:
    assert play(0) is None, "nothing waits"
    assert Worker.objects.get(host=workplace.host()).stamp, "how it jails"
    assert awake() == {workplace.host(): []}


def test_the_numbers_of_an_empty_platform(
    ladder: Ladder, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    report_worker(stamp={}, problem="")
    with django_assert_max_num_queries(7):
        health = platform_health(timezone.now())
    assert set(health.queued.values()) == {0}
    assert (health.oldest_queued, health.epochs_to_fill, health.void_last_day) == (0, 0, 0)
    assert [(one.ladder, one.longest_wait) for one in health.ladders] == [(ladder, 0)]
    assert [one.matches for one in health.awake] == [[]]
    assert health.alarmed == []
