"""The supervisor, running small real programs instead of the platform's."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from signal import Signals

import pytest

from tests.patience import PROMPT
from tests.tooling.processes import environment, family, is_alive, within
from website.management import supervisor
from website.management.supervisor import Program, ProgramRunner, Supervisor

pytestmark = pytest.mark.processes
SLEEP = ("sleep", "60")
SCRIPTS = Path(__file__).with_name("scripts")
DEAF = (sys.executable, str(SCRIPTS / "hear_signals.py"))


def program(folder: Path, *command: str, name: str = "web") -> Program:
    return Program(name, command, folder / f"{name}.log", folder)


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def old_handlers() -> Iterator[None]:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    handlers = [signal.getsignal(number) for number in numbers]
    yield
    for number, handler in zip(numbers, handlers, strict=True):
        signal.signal(number, handler)


def test_a_program_that_dies_starts_again_later_each_time(
    tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = ProgramRunner(program(tmp_path, "sh", "-c", "echo started; exit 3"), said.append)
    clock = iter(range(0, 1000, 1))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(clock)))
    while len(said) < 7:
        keeper.tend()
    waits = [float(line.split(" in ")[1].split()[0]) for line in said]
    assert waits == [1, 2, 4, 8, 16, 30, 30]
    assert said[0].startswith("web ended with code 3; restarting in 1 s")
    assert (tmp_path / "web.log").read_text() == "started\n" * 7


def test_what_a_dead_program_leaves_behind_is_ended(tmp_path: Path, said: list[str]) -> None:
    note = tmp_path / "child"
    keeper = ProgramRunner(
        program(tmp_path, "sh", "-c", f"sleep 60 & echo $! >{note}; exec sleep 0.3"), said.append
    )
    keeper.tend()
    assert within(PROMPT, lambda: note.exists() and bool(note.read_text().strip()))
    child = int(note.read_text())
    assert is_alive(child)
    assert within(PROMPT, lambda: not keeper.is_running)
    keeper.tend()
    assert within(PROMPT, lambda: not is_alive(child))


def test_stopping_asks_then_insists_then_kills(
    tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    short = tuple((number, 2.0) for number, _ in supervisor.STOPPING)
    monkeypatch.setattr(supervisor, "STOPPING", short)
    stubborn = program(tmp_path, *DEAF, name="stubborn")
    both = Supervisor([program(tmp_path, *SLEEP), stubborn], said.append)
    for keeper in both.keepers:
        keeper.tend()
    assert within(PROMPT, lambda: stubborn.log.read_text() == "ready\n")
    both.stop()
    assert stubborn.log.read_text().split() == ["ready", "SIGTERM", "SIGQUIT"]
    assert not any(keeper.is_running for keeper in both.keepers)


@pytest.mark.usefixtures("old_handlers")
def test_a_program_that_never_starts_ends_the_attempt_with_its_log(
    tmp_path: Path, said: list[str]
) -> None:
    broken = program(tmp_path, "sh", "-c", "echo no such module; exit 1", name="worker")
    one = Supervisor([program(tmp_path, *SLEEP), broken], said.append)
    assert one.run(lambda: False) is False
    assert said[-1].startswith("worker does not start")
    assert "no such module" in said[-1]


@pytest.mark.usefixtures("old_handlers")
def test_a_program_that_served_once_is_never_given_up(tmp_path: Path, said: list[str]) -> None:
    one = Supervisor([program(tmp_path, "sh", "-c", "exit 1")], said.append)
    one.keepers[0].failures = supervisor.HOPELESS

    def greet() -> bool:
        os.kill(os.getpid(), Signals.SIGTERM)
        return True

    assert one.run(greet) is True


def waiting(folder: Path) -> Program:
    return program(folder, "sh", "-c", "echo loaded; cat; echo served; exec sleep 60")


def test_programs_that_are_held_load_and_wait(tmp_path: Path, said: list[str]) -> None:
    one = waiting(tmp_path)
    supervisor = Supervisor([one], said.append)
    with supervisor.held():
        assert within(PROMPT, lambda: one.log.exists() and one.log.read_text() == "loaded\n")
        assert supervisor.keepers[0].is_running
    assert within(PROMPT, lambda: one.log.read_text() == "loaded\nserved\n")
    supervisor.stop()


def test_held_programs_end_if_what_they_wait_for_fails(tmp_path: Path, said: list[str]) -> None:
    supervisor = Supervisor([waiting(tmp_path)], said.append)
    with pytest.raises(ZeroDivisionError), supervisor.held():
        1 / 0  # noqa: B018
    assert not supervisor.keepers[0].is_running


def test_programs_end_when_the_supervisor_is_killed(tmp_path: Path) -> None:
    paths = os.pathsep.join(sys.path)
    started = subprocess.Popen(
        [sys.executable, str(SCRIPTS / "supervise_two.py"), str(tmp_path)],
        env=environment(PYTHONPATH=paths),
    )
    assert within(PROMPT, lambda: len(family(started.pid)) == 3)
    members = family(started.pid)
    started.kill()
    started.wait()
    assert within(PROMPT, lambda: not any(is_alive(member) for member in members))


def test_a_log_that_has_grown_long_is_put_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "LOG_BYTES", 5)
    log = tmp_path / "web.log"
    with log.open("a") as writer:
        writer.write("123456\n")
        writer.flush()
        supervisor.shorten(log)
        writer.write("7\n")
    assert log.read_text() == "7\n"
    assert (tmp_path / "web.log.1").read_text() == "123456\n"
    supervisor.shorten(log)
    assert log.read_text() == "7\n"
