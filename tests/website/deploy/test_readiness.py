"""`/health/ready/`: the state of the whole platform."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.core.cache import caches
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from arena.health import platform_health
from arena.models import Match, StatisticsProgress, TickStep, Worker
from arena.queue.refusals import mark_uploads
from tests.arena.results.rows import played, queued
from tests.cast import a_house_bot, a_ladder, person
from website.deploy import readiness as module
from website.deploy.readiness import readiness

ADDRESS = "/health/ready/"
QUEUES = ["arena", "arena-delivery", "arena-records"]
CHECKS = (
    "database", "broker", "tick", "results", "ladders", "archive", "statistics", "workers", "disk"
)  # fmt: skip
WELL = dict.fromkeys(CHECKS, "ok")


@pytest.fixture
def well(db: None, settings: Settings) -> Worker:
    """Make every part of the platform work."""
    Path(settings.MEDIA_ROOT).mkdir(parents=True)
    TickStep.objects.succeeded(["leagues"])
    return Worker.objects.create(host="a", slots=2, queues=QUEUES, seen_at=timezone.now())


def change(worker: Worker, **fields: Any) -> None:
    Worker.objects.filter(pk=worker.pk).update(**fields)


def test_all_is_well(well: Worker, visitor: Client) -> None:
    answer = visitor.get(ADDRESS)
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "checks": WELL})
    assert "no-store" in answer.headers["Cache-Control"]


def test_results_that_nobody_rates_are_seen(well: Worker, visitor: Client) -> None:
    ladder = a_ladder()
    match = queued(ladder, *[a_house_bot(f"House {number}", ladder) for number in range(2)])
    for seconds, answer in ((10, "ok"), (90, "Results have been waiting to be rated for 90")):
        stored = timezone.now() - timedelta(seconds=seconds)
        Match.objects.filter(pk=match.pk).update(
            status="finished", is_pending=True, finished_at=stored
        )
        assert visitor.get(ADDRESS).json()["checks"]["results"].startswith(answer)


def test_a_ladder_without_a_result_for_ten_minutes_is_seen(well: Worker, visitor: Client) -> None:
    ladder = a_ladder()
    bots = [a_house_bot(f"House {number}", ladder) for number in range(2)]
    ended, waiting = played(ladder, *bots), queued(ladder, *bots)
    long_ago = timezone.now() - timedelta(minutes=11)
    assert _told_of_ladders(visitor) == "ok", "it has just been ordered"
    Match.objects.filter(pk=waiting.pk).update(created_at=long_ago)
    assert _told_of_ladders(visitor) == "ok", "another one has just ended"
    Match.objects.filter(pk=ended.pk).update(finished_at=long_ago)
    told = "Ladders with waiting bots and no finished match for ten minutes: 1."
    assert _told_of_ladders(visitor) == told
    assert platform_health(timezone.now()).ladders_stalled == 1
    Match.objects.filter(pk=waiting.pk).update(not_before=timezone.now() - timedelta(minutes=5))
    assert _told_of_ladders(visitor) == "ok", "a settled ladder makes a pause between two matches"
    Match.objects.filter(pk=waiting.pk).update(not_before=None, ordered_by=person("olga"))
    assert _told_of_ladders(visitor) == "ok", "no bot waits for what an organiser has rejudged"


def test_a_ladder_that_is_not_open_may_stand_still(well: Worker, visitor: Client) -> None:
    ladder = a_ladder(state="paused")
    queued(ladder, *[a_house_bot(f"House {number}", ladder) for number in range(2)])
    Match.objects.update(created_at=timezone.now() - timedelta(minutes=11))
    assert _told_of_ladders(visitor) == "ok"


def _told_of_ladders(visitor: Client) -> str:
    told: str = visitor.get(ADDRESS).json()["checks"]["ladders"]
    return told


def test_statistics_that_stand_still_are_seen(well: Worker) -> None:
    ladder = a_ladder()
    match = played(ladder, *[a_house_bot(f"House {number}", ladder) for number in range(2)])
    long_ago = timezone.now() - timedelta(hours=2)
    Match.objects.filter(pk=match.pk).update(finished_at=long_ago)
    assert readiness()["statistics"] == "ok", "counting may have to begin"
    progress = StatisticsProgress.objects.create(ladder=ladder)
    for counted_at in (None, long_ago):
        StatisticsProgress.objects.update(counted_at=counted_at)
        assert readiness()["statistics"] == "Ladders whose statistics stand still: 1."
    StatisticsProgress.objects.update(counted_at=timezone.now())
    assert readiness()["statistics"] == "ok", "it is catching up"
    StatisticsProgress.objects.filter(pk=progress.pk).update(counted_at=long_ago, last_serial=1)
    assert readiness()["statistics"] == "ok", "nothing is left to count"


def test_what_is_wrong_is_said_and_answered_with_503(well: Worker, visitor: Client) -> None:
    Worker.objects.all().delete()
    answer = visitor.get(ADDRESS)
    assert answer.status_code == 503
    assert answer.json()["status"] == "failing"
    missing = " ".join(f"No worker serves the queue {queue}." for queue in QUEUES)
    assert answer.json()["checks"] == WELL | {"workers": missing}


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"queues": ["arena", "arena-delivery"]}, "No worker serves the queue arena-records."),
        ({"problem": "secret host: no bwrap"}, "Workers that cannot run bots in a jail: 1."),
        (
            {"version": "0.1.0 0001_other"},
            "Workers of another version than the database, which do no work: 1.",
        ),
        (
            {"uploads_problem": "/secret/folder is not mounted"},
            "Workers without the platform's uploads, which do no work: 1.",
        ),
        ({"stopped_processes": 2}, "Worker processes stopped by a signal: 2."),
        ({"clock_error": -5.5}, "Workers with a wrong clock: 1."),
    ],
)
def test_a_worker_that_is_not_well(well: Worker, fields: dict[str, Any], told: str) -> None:
    change(well, **fields)
    assert readiness() == WELL | {"workers": told}


def test_a_worker_that_fell_silent_is_told_of_for_a_quarter_of_an_hour(well: Worker) -> None:
    now = timezone.now()
    other = Worker.objects.create(host="b", slots=1, seen_at=now - timedelta(seconds=61))
    assert readiness()["workers"] == "Workers without a heartbeat: 1."
    change(other, seen_at=now - timedelta(minutes=16))
    assert readiness() == WELL
    change(other, seen_at=now - timedelta(seconds=61), ended_at=now)
    assert readiness() == WELL


def test_a_tick_that_is_late_or_fails(well: Worker) -> None:
    TickStep.objects.failed("leagues")
    assert readiness() == WELL | {"tick": "Steps of the tick fail: leagues."}
    now = timezone.now()
    TickStep.objects.update(succeeded_at=now - timedelta(seconds=130), failed_at=None)
    assert readiness()["tick"].startswith("The tick last ran 13")
    TickStep.objects.all().delete()
    assert "has not run yet" in readiness()["tick"]


def test_a_disk_that_is_full(well: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    change(well, disk_problem="/secret/folder has only 1 MiB left")
    assert readiness() == WELL | {"disk": "Workers with a full disk: 1."}
    monkeypatch.setattr(module, "LEAST_ROOM", 1 << 62)
    assert readiness()["disk"].startswith("The disk of this web server is full.")


def test_a_folder_of_uploads_that_is_gone(well: Worker, settings: Settings) -> None:
    Path(settings.MEDIA_ROOT).rmdir()
    assert readiness() == WELL | {"disk": "The uploads folder cannot be reached."}


def test_uploads_of_this_web_server_that_are_not_the_platforms(
    well: Worker, settings: Settings, tmp_path: Path
) -> None:
    mark_uploads()
    assert readiness() == WELL
    settings.MEDIA_ROOT = tmp_path
    assert readiness() == WELL | {"disk": "The uploads of this web server are not the platform's."}


def test_checks_that_fail_on_their_hosts_again_and_again(well: Worker) -> None:
    ladder = a_ladder()
    bots = [a_house_bot(f"House {number}", ladder) for number in range(2)]
    match = queued(ladder, *bots, purpose=Match.Purpose.CHECK)
    for tries, answer in ((2, "ok"), (3, "Checks of uploads that failed on their hosts three")):
        Match.objects.filter(pk=match.pk).update(tries=tries)
        assert readiness()["workers"].startswith(answer)


@pytest.mark.parametrize("options", [{}, {"data_folder_out": "/nowhere"}])
def test_a_broker_that_is_away(
    well: Worker, settings: Settings, monkeypatch: pytest.MonkeyPatch, options: dict[str, str]
) -> None:
    class Away:
        def __enter__(self) -> "Away":
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def ensure_connection(self, **_: object) -> None:
            raise ConnectionRefusedError

    settings.CELERY_BROKER_TRANSPORT_OPTIONS = options
    monkeypatch.setattr(current_app, "connection_for_write", Away)
    assert "The broker" in readiness()["broker"]


def test_a_database_that_is_away_is_said_by_each_check_that_asks_it(
    well: Worker, visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OperationalError("password for secret host")

    monkeypatch.setattr(module, "connection", type("Away", (), {"cursor": away})())
    assert readiness()["database"] == "The database cannot be reached."
    assert "secret" not in visitor.get(ADDRESS).content.decode()


def test_strangers_may_ask_as_often_as_they_like(
    well: Worker, visitor: Client, settings: Settings
) -> None:
    kept = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "readiness"}
    settings.CACHES = settings.CACHES | {"process": kept}
    caches["process"].clear()
    assert visitor.get(ADDRESS).status_code == 200
    Worker.objects.all().delete()
    assert visitor.get(ADDRESS).status_code == 200, "as a few seconds ago"
    assert visitor.post(ADDRESS).status_code == 405
    caches["process"].clear()


def test_it_is_asked_in_plain_http(well: Worker, visitor: Client, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert visitor.get(ADDRESS).status_code == 200
    assert visitor.get("/health/").status_code == 200
    assert visitor.get("/").status_code == 301
