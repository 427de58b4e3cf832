"""`/metrics`: permissions and content."""

import os
import subprocess
import sys
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families as parsed
from pytest_django import DjangoAssertNumQueries, Settings

from arena.leagues.seasons import run_leagues
from arena.models import Entry, Match, Notification, TickStep, Worker
from arena.tournaments.lifecycle import run_tournaments
from tests.arena.league_steps import a_league, next_start
from tests.arena.processes import ROOT
from tests.arena.results.rows import queued, running
from tests.arena.tournament_steps import bots, opened
from tests.cast import a_house_bot, a_ladder, alice
from tests.website.page import visit
from website.metrics.shared import FOLDER
from website.notifications.delays import undelivered_seconds
from website.notifications.models import Delivery
from website.notifications.webhooks import make_hook


@pytest.fixture(autouse=True)
def _count_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count as a single process, even after tests of the web server in this one."""
    monkeypatch.delenv(FOLDER, raising=False)


A_WHILE = timedelta(seconds=600)
TOKEN = "a-token-of-twenty-or-more"
ADDRESS = "/metrics"


def bearing(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


@pytest.mark.parametrize("who", ["as_alice", "as_bob", "as_charlie"])
def test_people_do_not_see_them(who: str, request: pytest.FixtureRequest) -> None:
    answer = request.getfixturevalue(who).get(ADDRESS)
    assert (answer.status_code, b"kingsbench_" in answer.content) == (403, False)


@pytest.mark.parametrize("token", ["", TOKEN])
@pytest.mark.parametrize("sent", ["Bearer", "Bearer ", "Bearer None", f"Basic {TOKEN}", "Bearer é"])
def test_without_the_token_nobody_sees_them(
    visitor: Client, settings: Settings, token: str, sent: str
) -> None:
    settings.METRICS_TOKEN = token
    answer = visitor.get(ADDRESS, headers={"authorization": sent})
    assert (answer.status_code, b"kingsbench_" in answer.content) == (401, False)
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert visitor.get(ADDRESS).status_code == 401


@pytest.mark.django_db
def test_the_token_is_enough_and_nothing_is_written(visitor: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    answer = visitor.get(ADDRESS, headers=bearing(TOKEN))
    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]
    assert not answer.cookies
    assert visitor.post(ADDRESS, headers=bearing(TOKEN)).status_code == 405


def test_a_tick_that_never_ran_is_infinitely_old(as_olga: Client) -> None:
    assert "kingsbench_tick_age_seconds +Inf" in as_olga.get(ADDRESS).content.decode()


def test_a_webhook_is_late_from_the_moment_at_which_it_was_due(as_olga: Client) -> None:
    now = timezone.now()
    kind = Notification.Kind.OVERTAKEN
    Notification.objects.create(kind=kind, user=alice(), about="late", visible_at=now - A_WHILE)
    hook = make_hook(owner=alice(), url="https://hooks.example/a", events=[kind])
    Delivery.objects.create(webhook=hook, event=kind, body={}, due_at=now - 2 * A_WHILE)
    assert undelivered_seconds(now) == {"mail": 0.0, "webhook": 1200.0}


def test_organisers_see_the_health_and_what_django_counts(
    as_olga: Client, settings: Settings, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ladder = a_ladder()
    bots = [a_house_bot(f"House {n}", ladder) for n in range(3)]
    running(ladder, *bots[:2])
    waiting = queued(ladder, *bots[1:])
    cancelled, failed = [queued(ladder, *bots[1:]) for _ in range(2)]
    now = timezone.now()
    Match.objects.filter(pk=waiting.pk).update(created_at=now - timedelta(seconds=50))
    Match.objects.filter(pk=cancelled.pk).update(status="void", finished_at=now)
    Match.objects.filter(pk=failed.pk).update(status="void", finished_at=now, tries=3, worker="a/1")
    Entry.objects.update(waiting_since=now - timedelta(seconds=600))
    Worker.objects.create(host="a", slots=2, queues=["arena"], seen_at=now)
    Worker.objects.create(host="b", slots=0, queues=["arena-delivery"], seen_at=now - A_WHILE)
    TickStep.objects.succeeded(["leagues"])
    TickStep.objects.failed("leagues")
    late = {"mail_due_at": now - A_WHILE, "posted_at": now, "visible_at": now - A_WHILE}
    Notification.objects.create(
        about="late", kind=Notification.Kind.OVERTAKEN, user=alice(), **late
    )
    with django_assert_max_num_queries(27):
        text = as_olga.get(ADDRESS).content.decode()
    found = {
        (one.name, *one.labels.values()): one.value
        for family in parsed(text)
        for one in family.samples
    }
    assert found["kingsbench_queued_matches", "ladder"] == 1
    assert found["kingsbench_queued_matches", "tournament"] == 0
    assert found["kingsbench_running_matches", "ladder"] == 1
    assert 600 <= found["kingsbench_longest_wait_seconds", ladder.slug] < 660
    assert 50 <= found["kingsbench_oldest_queued_seconds",] < 110
    assert found["kingsbench_void_matches_last_day",] == 1
    assert found["kingsbench_ladders_stalled",] == 0
    assert found["kingsbench_fit_delay_seconds", ladder.slug] == 0
    assert found["kingsbench_workers_awake", "arena"] == 1
    assert found["kingsbench_workers_awake", "arena-delivery"] == 0
    assert found["kingsbench_workers_awake", "arena-records"] == 0
    assert found["kingsbench_workers_silent",] == 1
    assert 0 <= found["kingsbench_tick_age_seconds",] < 60
    assert found["kingsbench_tick_failures_total", "leagues"] == 1
    assert 600 <= found["kingsbench_undelivered_seconds", "mail"] < 660
    assert found["kingsbench_undelivered_seconds", "webhook"] == 0
    assert any(name.startswith("django_http_requests_latency") for name, *_ in found)


def test_processes_of_one_server_count_together_and_leave_no_folder() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "platform")])}
    environment.pop("PROMETHEUS_MULTIPROC_DIR", None)
    command = [sys.executable, "-m", "tests.website.scripts.count_together"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    *lines, folder = done.stdout.split()
    assert lines[-2:] == ["heard_total", "2.0"]
    assert not os.path.exists(folder)  # noqa: PTH110


def test_blocked_tournaments_and_leagues_are_counted_and_listed(as_olga: Client) -> None:
    cup = opened(bots(1))
    league = a_league(ladder=a_ladder(slug="empty", name="Empty", state="paused"))
    assert 'kingsbench_blocked{kind="tournament"} 0.0' in as_olga.get(ADDRESS).content.decode()
    run_tournaments(now=cup.starts_at)
    run_leagues(now=next_start(league))
    found = as_olga.get(ADDRESS).content.decode()
    assert 'kingsbench_blocked{kind="tournament"} 1.0' in found
    assert 'kingsbench_blocked{kind="league"} 1.0' in found
    page = visit(as_olga, "/dashboard/")
    assert "at least two entrants, not 1" in page
    assert "Too few bots of the ladder can play" in page
    assert f"/tournaments/{cup.slug}/organise/" in page.hrefs
