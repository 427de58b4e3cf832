"""Full disks: unwritable logs, and no space for bots. Matches wait and are not lost."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.arena.queue.rows import Bells, Queue
from tests.arena.resilience.chaos import fill
from tests.arena.resilience.crew import Crew, until

pytestmark = [pytest.mark.jail, pytest.mark.services]

CHUNK = bytes(1024 * 1024)


@pytest.fixture
def small_disk(crew: Crew) -> Iterator[Path]:
    """The staging folder on a file system of its own, where we may mount one."""
    if os.geteuid() != 0:
        pytest.skip("a small file system is mounted by root alone; test_workshop has the rest")
    size = ["mount", "-t", "tmpfs", "-o", "size=128m,mode=755", "none", str(crew.stage)]
    subprocess.run(size, check=True)
    yield crew.stage
    subprocess.run(["umount", "--lazy", str(crew.stage)], check=True)


def test_a_full_disk_for_logs_stops_no_match(
    crew: Crew, queue: Queue, urls: dict[str, str]
) -> None:
    fill(crew.platform, 10)
    (crew.logs / "near").symlink_to("/dev/full")  # every write to it fails with ENOSPC
    bells = Bells(urls["REDIS_URL"])
    worker = crew.worker("near", "--concurrency", "2")
    queue.release(10)
    bells.start()
    until(lambda: queue.finished() == 10, "all are played", pace=queue.pace)
    bells.stop()
    crew.stop(worker)
    (crew.logs / "near").unlink()
    assert queue.ask("SELECT DISTINCT status, tries FROM arena_match") == [("finished", 0)]


def test_matches_wait_while_there_is_no_room_for_bots(
    crew: Crew, queue: Queue, urls: dict[str, str], small_disk: Path
) -> None:
    fill(crew.platform, 20)
    bells = Bells(urls["REDIS_URL"])
    worker = crew.worker("near", "--concurrency", "2")
    bells.start()
    queue.release(5)
    until(lambda: queue.finished() == 5, "there is room", pace=queue.pace)
    ballast = small_disk / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(CHUNK)
    problem = "SELECT disk_problem FROM arena_worker"
    until(lambda: "matches wait until" in str(queue.ask(problem)[0][0]), "the worker says so")
    queue.release(15)
    for _ in range(20):
        bells.send("arena.play", 0)
    until(lambda: bells.waiting() == 0, "all bells are heard")
    assert queue.ask("SELECT DISTINCT tries FROM arena_match") == [(0,)]
    assert queue.finished() == 5
    ballast.unlink()
    until(lambda: queue.finished() == 20, "they go on by themselves", pace=queue.pace)
    bells.stop()
    crew.stop(worker)
    assert queue.ask("SELECT DISTINCT status, tries FROM arena_match") == [("finished", 0)]
