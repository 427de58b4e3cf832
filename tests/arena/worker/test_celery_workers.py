"""Real Celery workers: files and SQLite as on a laptop, Redis and PostgreSQL as on servers."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.arena.processes import Platform
from tests.arena.scripts import celery_workers, counts
from tests.forks import Forked
from tests.patience import PATIENCE, PROMPT

pytestmark = pytest.mark.jail


@pytest.fixture(params=["files", pytest.param("servers", marks=pytest.mark.services)])
def platform(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Platform]:
    if request.param == "files":
        yield Platform(tmp_path, KINGSBENCH_IDLE_PACE="0")
        return
    urls = {
        "DATABASE_URL": request.getfixturevalue("postgres_url"),
        "REDIS_URL": request.getfixturevalue("redis_url"),
    }
    platform = Platform(tmp_path, **urls)
    yield platform
    platform.empty()


@pytest.fixture
def worker(platform: Platform, tmp_path: Path) -> Iterator[Callable[[], "subprocess.Popen[bytes]"]]:
    """Start workers with a beat, in their own process group; stop them all afterwards."""
    started = []
    words = ("-m", "celery", "-A", "website", "worker", "-B", "--queues", "arena,arena-records")

    def start() -> "subprocess.Popen[bytes]":
        with (tmp_path / "worker.log").open("ab") as log:
            process = Forked(words, platform.environment, log, session=True)
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def until(platform: Platform, status: str, least: int) -> None:
    platform.call(celery_workers.wait_for, status, least)


def test_play_goes_on_by_itself_survives_a_kill_and_an_upload_is_served_at_once(
    platform: Platform, worker: Callable[[], "subprocess.Popen[bytes]"]
) -> None:
    platform.call(celery_workers.fill)
    first = worker()
    until(platform, "finished", 6)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    before = platform.call(celery_workers.finished)
    second = worker()
    until(platform, "finished", before + 6)
    assert platform.call(celery_workers.upload) >= 1, "checked, accepted, rated"
    platform.call(celery_workers.wait_until_reaped)
    second.terminate()
    assert second.wait(PATIENCE) == 0
    numbers = platform.call(counts.look)
    assert numbers["statuses"]["running"] == 0, "what the kill left was reaped"
    assert numbers["serials"] == list(range(1, numbers["recorded"] + 1))
    assert numbers["same"], "ratings equal a recomputation"


def test_a_worker_told_to_stop_gives_its_matches_back(
    platform: Platform, worker: Callable[[], "subprocess.Popen[bytes]"]
) -> None:
    platform.call(celery_workers.fill)
    platform.call(celery_workers.make_matches_long)
    process = worker()
    until(platform, "running", 2)
    if "REDIS_URL" in platform.environment:
        process.terminate()  # as a container's runtime does
    else:
        os.killpg(process.pid, signal.SIGTERM)  # as a terminal or a supervisor does
    assert process.wait(PROMPT) == 0, "2,000 games would take longer"
    numbers = platform.call(counts.look)
    assert (numbers["statuses"]["running"], numbers["tries"]) == (0, 0)


def test_a_child_whose_parent_has_forgotten_its_task_ends_all_the_same(tmp_path: Path) -> None:
    """Such a child received its task at the moment its worker was told to stop."""
    waited = Platform(tmp_path).call(celery_workers.wait_as_an_orphaned_child)
    assert 0.9 < waited < 15


def test_an_upload_is_taken_while_the_broker_is_away(tmp_path: Path) -> None:
    platform = Platform(tmp_path, REDIS_URL="redis://127.0.0.1:1/0")
    platform.call(celery_workers.upload_without_a_broker)
