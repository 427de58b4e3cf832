"""A wait is excused by the smaller of two times: CPU the bot lacked, and CPU others took."""

import os
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from sandbox import cgroups, host_pressure
from sandbox.host_pressure import (
    Counters,
    HostWatch,
    excused_seconds,
    is_hosts_fault,
    taken_by_others,
    without_cpu,
)
from sandbox.limits import Limits
from tests.sandbox.busy_cpu import busy_host, spinning, starve

BACKEND = cgroups.detect()


@dataclass
class Process:
    """A process watched like a bot."""

    process: int
    cgroup: cgroups.Cgroup | None = None

    def cpu(self) -> float:
        return time.clock_gettime((~self.process << 3) | 2)


@contextmanager
def sleeping() -> Iterator[int]:
    with subprocess.Popen(["sleep", "600"]) as process:
        yield process.pid
        process.kill()


@contextmanager
def grouped(process: int, *, is_grouped: bool) -> Iterator[Process]:
    """The process, in a group of its own if it is to be `is_grouped`."""
    if not is_grouped:
        yield Process(process)
        return
    if not BACKEND.controllers:
        pytest.skip("NO WRITABLE CGROUPS, SO NONE WERE TESTED")
    with BACKEND.create(f"kingsbench-test-{os.getpid()}", Limits()) as group:
        group.add(process)
        yield Process(process, group)


def watch_of_itself() -> HostWatch:
    return HostWatch(Process(os.getpid()))


# --- the rule ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("starved", "outside", "late", "expected"),
    [
        pytest.param(0.0, 20.0, 0.0, 0.0, id="a sleeper on a busy host"),
        pytest.param(20.0, 0.0, 0.0, 0.0, id="many threads on a quiet host"),
        pytest.param(19.0, 20.0, 0.0, 19.0, id="a starved bot"),
        pytest.param(0.0, 0.0, 15.0, 15.0, id="a machine that stood still"),
        pytest.param(99.0, 88.0, 77.0, 20.0, id="never more than has passed"),
        pytest.param(-1.0, 20.0, -5.0, 0.0, id="never less than nothing"),
    ],
)
def test_a_wait_is_excused_by_the_smaller_of_two_times(
    starved: float, outside: float, late: float, expected: float
) -> None:
    assert excused_seconds(20.0, starved=starved, outside=outside, late=late) == expected


def test_the_host_is_at_fault_for_three_quarters_of_a_wait_or_more() -> None:
    assert is_hosts_fault(20.0, 15.0)
    assert not is_hosts_fault(20.0, 14.9)


START = Counters(at=100.0, stall=5.0, pressure=50.0, throttled=7.0, idle=900.0, cpu=1.0)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        pytest.param({"at": 110.0, "idle": 920.0}, 0.0, id="a quiet host"),
        pytest.param({"at": 110.0, "idle": 905.0}, 5.0, id="no core idle half of the time"),
        pytest.param(
            {"at": 110.0, "idle": 910.0, "pressure": 58.0, "cpu": 3.0}, 6.0, id="pressure, less CPU"
        ),
        pytest.param(
            {"at": 110.0, "idle": 900.0, "pressure": 60.0, "cpu": 11.0}, 0.0, id="its own threads"
        ),
        pytest.param(
            {"at": 110.0, "idle": 920.0, "throttled": 16.0}, 9.0, id="a container's quota"
        ),
        pytest.param({"at": 110.0, "idle": 920.0, "pressure": None}, 0.0, id="nothing told"),
    ],
)
def test_outside_is_what_others_took_without_the_bots_help(
    now: dict[str, float], expected: float
) -> None:
    assert taken_by_others(START, START._replace(**now)) == expected


def test_the_stall_of_the_group_counts_and_the_longest_wait_within_it() -> None:
    now = START._replace(stall=8.0)
    assert without_cpu(START, now, longest=2.0, summed=30.0) == 3.0
    assert without_cpu(START, now, longest=9.0, summed=30.0) == 9.0


def test_without_a_group_the_waits_of_all_threads_count() -> None:
    before, now = START._replace(stall=None), START._replace(stall=None)
    assert without_cpu(before, now, longest=2.0, summed=30.0) == 30.0


# --- what is read --------------------------------------------------------------------------------
def test_late_wake_ups_are_the_hosts() -> None:
    watch = watch_of_itself()
    time.sleep(0.01)
    watch.note_late_wakeup(60.0)
    assert watch.host_was_busy()
    assert watch.host_share() <= watch.wall


def test_early_wake_ups_prove_nothing() -> None:
    watch = watch_of_itself()
    watch.note_late_wakeup(-60.0)
    watch.note_late_wakeup(0.0001)
    time.sleep(0.01)
    assert watch.host_share() < 0.01
    assert not watch.host_was_busy()


def test_what_is_left_out_is_no_waiting() -> None:
    began = time.monotonic()
    watch = watch_of_itself()
    watch.exclude(5.0)
    assert watch.wall <= time.monotonic() - began - 5.0


@pytest.mark.parametrize("is_grouped", [True, False], ids=["a group", "no group"])
def test_a_sleeper_on_a_busy_host_lacked_nothing(is_grouped: bool) -> None:
    with sleeping() as process, grouped(process, is_grouped=is_grouped) as bot, busy_host(process):
        watch = HostWatch(bot)
        watch.sample()
        time.sleep(1.0)
        assert watch.host_share() < 0.1 * watch.wall
        assert not watch.host_was_busy()


@pytest.mark.parametrize("is_grouped", [True, False], ids=["a group", "no group"])
def test_a_starved_process_on_a_busy_host_is_excused(is_grouped: bool) -> None:
    with (
        spinning() as (process,),
        grouped(process, is_grouped=is_grouped) as bot,
        busy_host(process),
    ):
        starve(process, bot.cgroup)
        found = []
        for _ in range(5):  # other processes may end meanwhile and free a core for a while
            time.sleep(0.5)  # what it had saved up is spent
            watch = HostWatch(bot)
            watch.sample()
            time.sleep(1.5)
            if watch.host_was_busy():
                return
            found.append((watch.host_share(), watch.wall))
    raise AssertionError(f"starved, and not excused: {found}")


def test_the_waits_of_threads_are_told_one_by_one() -> None:
    over = threading.Event()
    thread = threading.Thread(target=over.wait)
    thread.start()
    try:
        found = dict(host_pressure.read_tasks(Path("/proc/self/task"), 5.0))
        assert {str(os.getpid()), str(thread.native_id)} <= set(found)
        assert found[str(threading.get_native_id())].ran > 0
    finally:
        over.set()
        thread.join()


def test_a_process_that_has_ended_waits_for_nothing() -> None:
    with subprocess.Popen(["true"]) as process:
        process.wait()
    assert list(host_pressure.read_tasks(Path(f"/proc/{process.pid}/task"), 5.0)) == []


def test_idle_time_grows_no_faster_than_the_cores_of_this_process() -> None:
    began, before = time.monotonic(), host_pressure.idle_seconds()
    time.sleep(0.2)
    cores = len(os.sched_getaffinity(0))
    assert 0 <= host_pressure.idle_seconds() - before <= cores * (time.monotonic() - began + 1.0)
