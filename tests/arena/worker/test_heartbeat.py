"""Worker processes report their heartbeat and their problems."""

import os
import signal
import subprocess
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from arena.core import hosts
from arena.models import Match, Worker
from arena.queue.report_worker import report_problem, sign_off, sign_on
from arena.worker.heartbeat import Heartbeat, stopped_children
from tests.arena.results.rows import running
from tests.cast import a_house_bot, a_ladder
from tests.patience import PATIENCE
from tests.tooling.processes import within

pytestmark = pytest.mark.django_db
RECORDS = {"arena-records"}


@pytest.fixture
def child() -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen(["sleep", "600"]) as process:
        yield process
        process.kill()


def the_worker() -> Worker:
    return Worker.objects.get(process=os.getpid())


@pytest.mark.jail
def test_a_player_tells_its_slots_and_how_it_jails_bots() -> None:
    Heartbeat({"arena", "arena-delivery"}).beat()
    worker = the_worker()
    assert (worker.host, worker.queues) == (hosts.host(), ["arena", "arena-delivery"])
    assert worker.slots == settings.CORES
    assert (worker.stamp["level"] in {"required", "rootless"}, worker.problem) == (True, "")
    assert list(Worker.objects.awake()) == [worker]


def test_a_worker_that_plays_nothing_has_no_slots_and_proves_no_jail() -> None:
    Heartbeat(RECORDS).beat()
    worker = the_worker()
    assert (worker.slots, worker.stamp, worker.plays) == (0, {}, False)
    assert Worker.objects.slots() == 0


def test_each_beat_keeps_the_row_fresh_and_makes_it_anew_where_it_is_gone() -> None:
    heartbeat = Heartbeat(RECORDS)
    heartbeat.beat()
    Worker.objects.update(seen_at=timezone.now() - timedelta(hours=1))
    assert not Worker.objects.awake().exists()
    heartbeat.beat()
    assert Worker.objects.awake().exists()
    Worker.objects.all().delete()
    heartbeat.beat()
    assert the_worker().queues == ["arena-records"]


def test_two_workers_of_one_host_have_a_row_each_and_share_its_slots() -> None:
    now = timezone.now()
    for process in (1, 2):
        Worker.objects.create(host="a", process=process, slots=3, seen_at=now)
    Worker.objects.create(host="b", process=1, slots=2, seen_at=now)
    assert Worker.objects.slots() == 5


def test_who_starts_marks_the_rows_of_ended_processes_of_its_host(
    child: "subprocess.Popen[bytes]",
) -> None:
    now, here = timezone.now(), hosts.host()
    alive = Worker.objects.create(host=here, process=child.pid, slots=1, seen_at=now)
    ended = subprocess.Popen(["true"])
    ended.wait()
    Worker.objects.create(host=here, process=ended.pid, slots=1, seen_at=now)
    elsewhere = Worker.objects.create(host="elsewhere", process=ended.pid, slots=1, seen_at=now)
    own = sign_on(queues=[], slots=1, stamp={}, problem="")
    assert set(Worker.objects.awake()) == {alive, elsewhere, own}
    sign_off(worker=own)
    assert set(Worker.objects.awake()) == {alive, elsewhere}


def test_rows_go_when_the_process_has_ended_or_after_a_day_of_silence() -> None:
    now = timezone.now()
    for host, seen, ended in (
        ("awake", now, None),
        ("silent", now - timedelta(hours=23), None),
        ("lost", now - timedelta(hours=25), None),
        ("ended", now, now),
    ):
        Worker.objects.create(host=host, slots=1, seen_at=seen, ended_at=ended)
    assert Worker.objects.forget() == 2
    assert {worker.host for worker in Worker.objects.all()} == {"awake", "silent"}
    assert [worker.host for worker in Worker.objects.silent()] == ["silent"]


def test_a_process_of_the_pool_tells_that_it_cannot_jail_bots() -> None:
    mine = Worker.objects.create(
        host=hosts.host(), process=os.getppid(), slots=1, seen_at=timezone.now()
    )
    Worker.objects.create(host="b", process=1, slots=1, seen_at=timezone.now())
    report_problem(problem="a hole")
    assert [one.pk for one in Worker.objects.filter(problem="a hole")] == [mine.pk]


def test_a_stopped_process_of_the_pool_is_counted(child: "subprocess.Popen[bytes]") -> None:
    assert stopped_children() == 0
    child.send_signal(signal.SIGSTOP)
    assert within(PATIENCE, lambda: stopped_children() == 1)
    Heartbeat(RECORDS).beat()
    assert the_worker().stopped_processes == 1


@pytest.mark.jail
def test_a_match_comes_back_with_the_next_beat_where_its_process_has_ended() -> None:
    ladder = a_ladder(state="paused")
    bots = [a_house_bot(f"House {n}", ladder) for n in range(2)]
    ended = subprocess.Popen(["true"])
    ended.wait()
    match = running(ladder, *bots, worker=f"{hosts.host()}/{ended.pid}/abc")
    Heartbeat({"arena"}).beat()
    match.refresh_from_db()
    assert (match.status, match.tries) == (Match.Status.QUEUED, 1)
