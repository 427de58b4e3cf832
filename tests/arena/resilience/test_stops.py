"""A worker told to stop ends soon, whatever it waits for, and loses nothing."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.arena.processes import Platform
from tests.arena.queue.rows import Bells, Queue
from tests.arena.resilience.chaos import fill
from tests.arena.resilience.crew import Crew, Line, children, until
from tests.arena.scripts import disturbed
from tests.patience import PATIENCE, PROMPT

pytestmark = [pytest.mark.jail, pytest.mark.services]


def stopped(worker: "subprocess.Popen[bytes]", settled: Callable[[], bool]) -> None:
    """Stop a worker: it releases its matches at once, then exits cleanly."""
    worker.terminate()
    until(settled, "its matches are let go", patience=PROMPT)
    assert worker.wait(PATIENCE) == 0


def test_bots_that_sleep_or_burn_their_time_do_not_hold_up_a_stop(
    crew: Crew, queue: Queue, urls: dict[str, str]
) -> None:
    crew.platform.call(disturbed.fill_with_stubborn_bots)
    bells = Bells(urls["REDIS_URL"])
    worker = crew.worker("near", "--concurrency", "2")
    bells.start()
    until(lambda: len(queue.running(children(worker.pid))) == 2, "both are played")
    time.sleep(1)  # deep in their limits, which are thirty seconds of CPU and five minutes of sleep
    bells.stop()
    given_back = [("queued", 0)] * 2
    stopped(worker, lambda: queue.ask("SELECT status, tries FROM arena_match") == given_back)
    assert not crew.alive()
    assert not crew.control_groups()


def test_a_database_that_does_not_answer_does_not_hold_up_a_stop(
    crew: Crew, queue: Queue, urls: dict[str, str]
) -> None:
    fill(crew.platform, 30)
    bells = Bells(urls["REDIS_URL"])
    with Line(urlsplit(urls["DATABASE_URL"]).port or 0) as line:
        far = line.leads(urls["DATABASE_URL"])
        worker = crew.worker("far", "--concurrency", "2", DATABASE_URL=far)
        queue.release(30)
        bells.start()
        until(lambda: queue.running(children(worker.pid)), "it plays")
        line.stall()
        held = queue.finished()
        time.sleep(1)  # its matches have ended and wait to be recorded
        bells.stop()
        stopped(worker, lambda: crew.told("work_dropped") > 0)
        assert queue.finished() == held
    left = int(queue.ask("SELECT count(*) FROM arena_match WHERE status = 'running'")[0][0])
    assert crew.platform.call(disturbed.reap) == left
    assert {status for (status,) in queue.ask("SELECT status FROM arena_match")} <= {
        "queued",
        "finished",
    }
    assert not crew.alive()


def test_a_task_whose_first_statement_gets_no_answer_does_not_hold_up_a_stop(
    crew: Crew, queue: Queue, urls: dict[str, str]
) -> None:
    fill(crew.platform, 1)
    worker = crew.worker("far", "--concurrency", "2")
    until(lambda: crew.told("far@chaos ready"), "it is awake")
    with psycopg.connect(urls["DATABASE_URL"]) as owner:
        owner.execute("LOCK TABLE arena_installation, arena_tickstep")
        bells = Bells(urls["REDIS_URL"])
        for task in ("arena.tick", "arena.rate"):
            bells.send(task)
        # The heartbeat, which asks for the marker of uploads, waits as well.
        waiting = (
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND wait_event_type = 'Lock' AND query NOT LIKE '%%marker%%'"
        )
        until(lambda: queue.ask(waiting) == [(2,)], "both wait for an answer")
        worker.terminate()
        assert worker.wait(PROMPT) == 0
    assert not crew.alive()


def test_a_slow_database_costs_time_alone(crew: Crew, queue: Queue, urls: dict[str, str]) -> None:
    fill(crew.platform, 6)
    bells = Bells(urls["REDIS_URL"])
    with Line(urlsplit(urls["DATABASE_URL"]).port or 0) as line:
        line.delay = 0.02  # each way, each time: some seconds a match
        far = line.leads(urls["DATABASE_URL"])
        worker = crew.worker("far", "--concurrency", "2", DATABASE_URL=far)
        queue.release(6)
        bells.start()
        until(lambda: queue.finished() == 6, "all are played", pace=queue.pace)
        bells.stop()
        crew.stop(worker)
    assert queue.ask("SELECT DISTINCT status, tries FROM arena_match") == [("finished", 0)]


def test_a_process_that_stands_still_in_a_transaction_loses_its_locks(
    urls: dict[str, str], tmp_path: Path
) -> None:
    platform = Platform(tmp_path / "var", **urls, KINGSBENCH_LEASE_SECONDS="2")
    try:
        fill(platform, 1)
        ended = platform.call(disturbed.stand_still_with_the_ladder_locked)
    finally:
        platform.empty()
    assert "idle-in-transaction timeout" in ended
