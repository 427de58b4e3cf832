"""The tick's steps: one that fails is counted and does not stop the others."""

from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from structlog.testing import capture_logs

from arena.ladders.matchmake import matchmake
from arena.models import Ladder, Match, TickStep
from arena.worker import run_tick as module
from arena.worker.run_tick import STEPS, run_tick
from tests.arena.results.rows import running
from tests.cast import a_house_bot, a_ladder

pytestmark = pytest.mark.django_db


def fails() -> None:
    raise ValueError("no such thing")


def test_every_step_is_noted_when_it_has_ended_well() -> None:
    assert TickStep.objects.age() is None
    run_tick()
    assert TickStep.objects.failures() == dict.fromkeys(STEPS, 0)
    assert TickStep.objects.failing() == []
    age = TickStep.objects.age()
    assert age is not None
    assert age < 60


@pytest.mark.parametrize("name", STEPS)
def test_a_step_that_fails_is_logged_and_counted_and_the_others_run(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(STEPS, name, fails)
    with capture_logs() as logged:
        run_tick()
        run_tick()
    told = [entry["step"] for entry in logged if entry["event"] == "tick_step_failed"]
    assert told == [name, name]
    assert TickStep.objects.failures() == dict.fromkeys(STEPS, 0) | {name: 2}
    assert TickStep.objects.failing() == [name]
    TickStep.objects.update(failed_at=timezone.now() - timedelta(minutes=2))
    assert TickStep.objects.failing() == []


def test_one_ladder_that_cannot_be_matched_leaves_the_others_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ladders = [a_ladder(slug=f"ladder-{n}", name=f"Ladder {n}") for n in range(2)]
    for ladder in ladders:
        for number in range(2):
            a_house_bot(f"House {number} of {ladder.slug}", ladder)

    def breaks(*, ladder_id: int) -> list[Match]:
        if ladder_id == ladders[0].pk:
            raise ValueError("no such thing")
        return matchmake(ladder_id=ladder_id)

    monkeypatch.setattr(module, "matchmake", breaks)
    run_tick()
    assert set(Match.objects.values_list("ladder", flat=True)) == {ladders[1].pk}
    assert TickStep.objects.failures()["ladder"] == 1


def test_a_database_that_is_away_ends_the_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []

    def away(*_: object) -> None:
        raise OperationalError("the server closed the connection")

    monkeypatch.setitem(STEPS, "lost_matches", away)
    monkeypatch.setitem(STEPS, "leagues", lambda: ran.append("leagues"))
    monkeypatch.setattr(type(TickStep.objects.all()), "failed", away)
    monkeypatch.setattr(type(TickStep.objects), "failed", away)
    with pytest.raises(OperationalError):
        run_tick()
    assert ran == []


def test_lost_matches_come_back_though_a_later_step_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = a_ladder(state="paused")
    match = running(ladder, *[a_house_bot(f"House {n}", ladder) for n in range(2)])
    Match.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    monkeypatch.setitem(STEPS, "leagues", fails)
    run_tick()
    match.refresh_from_db()
    assert match.status == Match.Status.QUEUED
    assert Ladder.objects.count() == 1


def test_the_tick_looks_at_ladders_that_are_due_and_found_by_an_index() -> None:
    busy, lonely, due = [a_ladder(slug=name, name=name) for name in ("busy", "lonely", "due")]
    for ladder in (busy, due):
        for number in range(2):
            a_house_bot(f"House {number} of {ladder.slug}", ladder)
    run_tick()
    assert not Ladder.objects.to_matchmake(timezone.now()).exists()
    in_an_hour = timezone.now() + timedelta(hours=1)
    assert set(Ladder.objects.to_matchmake(in_an_hour)) == {lonely}, "the others have matches"
    Match.objects.filter(ladder=due).delete()
    in_a_minute = timezone.now() + timedelta(minutes=2)
    assert set(Ladder.objects.to_matchmake(in_a_minute)) == {due}
    assert "ladder_to_matchmake" in Ladder.objects.to_matchmake(in_a_minute).explain()
    for number in range(2):
        a_house_bot(f"House {number} of lonely", lonely)
    run_tick()
    assert lonely.matches.exists(), "bots came"


def test_ladders_that_are_not_due_cost_no_statement(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    a_ladder()
    run_tick()
    with CaptureQueriesContext(connection) as alone:
        run_tick()
    for number in range(20):
        a_ladder(slug=f"ladder-{number}", name=f"Ladder {number}")
    Ladder.objects.update(matchmake_at=timezone.now() + timedelta(minutes=1))
    with django_assert_num_queries(len(alone)):
        run_tick()
