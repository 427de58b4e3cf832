"""`up` and `reset` as people run them: real processes on a state folder of their own."""

import os
import re
import signal
import socket
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests import forks
from tests.patience import PATIENCE, PROMPT
from tests.prepared import prepare
from tests.services import free_port
from tests.tooling.processes import (
    command_line,
    environment,
    family,
    is_alive,
    with_variable,
    within,
)

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = pytest.mark.jail


def manage(state: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    given = environment(KINGSBENCH_VAR=str(state), PYTHONPATH=forks.ROOTS, **variables)
    return forks.run(("manage.py", *words), given)


class Platform:
    """A running `up`."""

    def __init__(self, state: Path, port: int, output: Path) -> None:
        self.state = state
        self.port = port
        self._output = output
        with output.open("w") as file:
            self.process = subprocess.Popen(
                [sys.executable, "-P", str(ROOT / "manage.py"), "up", "--port", str(port)],
                cwd=state.parent,
                env=environment(KINGSBENCH_VAR=state.name, KINGSBENCH_CORES="1"),
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                start_new_session=True,
            )

    def said(self, text: str) -> bool:
        return text in self._output.read_text()

    def waits_until_it_said(self, text: str) -> None:
        assert within(PATIENCE, lambda: self.said(text)), self._output.read_text()

    def has_said_each_step(self) -> None:
        """Check that `up` prints each step before serving, with its duration."""
        lines = [line.strip() for line in self._output.read_text().splitlines()]
        for words in (
            "bringing the database up to date",
            "collecting static files",
            "creating the",
        ):
            told = [line for line in lines if line.startswith(words)]
            assert len(told) == 1, lines
            assert re.search(r"\.\.\. \d+\.\d s$", told[0]), told
        assert "starting web server and worker" in lines
        for words in ("the web server answers after", "the worker has tried its jail after"):
            assert [line for line in lines if line.startswith(words)] != [], lines

    def get(self, path: str) -> tuple[int, str]:
        address = f"http://127.0.0.1:{self.port}{path}"
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()

    def worker(self) -> int:
        """Return the worker's main process, a child of the supervisor."""
        for pid in family(self.process.pid):
            with suppress(ProcessLookupError):  # jails come and go
                if os.getsid(pid) == pid and " worker --" in command_line(pid):
                    return pid
        raise AssertionError("no worker runs")

    def is_playing(self) -> bool:
        """Return whether a jail runs."""
        return any(command_line(one).startswith("bwrap ") for one in family(self.process.pid))

    def kill_all(self) -> None:
        """Clean up after the test, whatever its result."""
        for one in family(self.process.pid) if self.process.poll() is None else ():
            if is_alive(one):
                os.kill(one, signal.SIGKILL)
        self.process.wait()


@contextmanager
def running(folder: Path) -> Iterator[Platform]:
    platform = Platform(folder / "state", free_port(), folder / "output")
    try:
        platform.waits_until_it_said("bots are jailed")
        yield platform
    finally:
        platform.kill_all()


def test_up_serves_keeps_its_worker_and_leaves_nothing_when_stopped(tmp_path: Path) -> None:
    with running(tmp_path) as platform:
        status, page = platform.get("/")
        assert (status, "<title>" in page) == (200, True)
        platform.has_said_each_step()
        kept = platform.state / "admin_password"
        assert platform.said(f"admin, with the password in {kept}")
        assert not platform.said(kept.read_text().strip()), "output of a service stays in a log"
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert stat.S_IMODE(platform.state.stat().st_mode) == 0o700

        refused = manage(platform.state, "up", "--port", str(free_port()))
        assert refused.returncode == 1
        assert f"(process {platform.process.pid})" in refused.stderr
        assert "stop it first" in manage(platform.state, "reset", "--yes").stderr

        first = platform.worker()
        os.kill(first, signal.SIGKILL)
        platform.waits_until_it_said("worker was killed by SIGKILL; restarting in 1 s")
        assert within(PROMPT, lambda: first not in family(platform.process.pid))
        assert within(PATIENCE, platform.is_playing), "no match is played"

        members = family(platform.process.pid)
        platform.process.send_signal(signal.SIGINT)
        assert platform.process.wait(PROMPT) == 0
        assert platform.said("stopped")
        assert not any(is_alive(member) for member in members)
        assert with_variable("KINGSBENCH_VAR", str(platform.state)) == set()

    assert manage(platform.state, "reset", "--yes").stdout == f"removed {platform.state}\n"
    assert not platform.state.exists()


def test_nothing_is_left_when_the_supervisor_is_killed(tmp_path: Path) -> None:
    prepare(tmp_path / "state")
    with running(tmp_path) as platform:
        assert within(PATIENCE, platform.is_playing)
        members = family(platform.process.pid)
        platform.process.kill()
        platform.process.wait()
        assert within(PROMPT, lambda: not any(is_alive(member) for member in members))
        assert with_variable("KINGSBENCH_VAR", str(platform.state)) == set()


def test_a_taken_port_is_named_with_a_way_out(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refused = manage(tmp_path / "state", "up", "--port", str(port))
    assert refused.returncode == 1
    assert f"port {port}" in refused.stderr
    assert "--port " in refused.stderr
    assert "Traceback" not in refused.stderr
    assert not (tmp_path / "state" / "kingsbench.sqlite3").exists()


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (("--host", "0.0.0.0"), "--allow-remote"),
        (("--port", "70000"), "not a port"),
        (("--port", "-1"), "not a port"),
        (("--host", "no.such.host.invalid"), "--allow-remote"),
    ],
)
def test_an_address_that_will_not_do_is_refused(
    tmp_path: Path, words: tuple[str, ...], advice: str
) -> None:
    refused = manage(tmp_path / "state", "up", *words)
    assert refused.returncode == 1
    assert advice in refused.stderr


def test_an_address_for_other_machines_is_warned_of_and_taken(tmp_path: Path) -> None:
    with socket.socket() as other:  # it stops before it has prepared anything
        other.bind(("0.0.0.0", 0))
        other.listen()
        port = str(other.getsockname()[1])
        words = ("up", "--host", "0.0.0.0", "--allow-remote", "--port", port)
        warned = manage(tmp_path / "state", *words)
    assert "WARNING: other machines can connect to 0.0.0.0" in warned.stdout
    assert "A proxy in front" in warned.stdout
    assert f"port {port}" in warned.stderr, "it went on, as far as to the port"


@pytest.mark.parametrize(
    ("variable", "value"),
    [("KINGSBENCH_CORES", "many"), ("DATABASE_URL", "postgresql://a:b@127.0.0.1:1/c")],
)
def test_a_setting_that_will_not_do_is_refused_without_a_traceback(
    tmp_path: Path, variable: str, value: str
) -> None:
    refused = manage(tmp_path / "state", "up", "--port", str(free_port()), **{variable: value})
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    assert ("KINGSBENCH_CORES" in refused.stderr) or ("database cannot be used" in refused.stderr)


@pytest.mark.parametrize(
    "words", [("seed",), ("prune", "--dry-run"), ("recompute_ratings", "x"), ("changepassword",)]
)
def test_a_command_on_a_database_without_tables_says_what_to_do(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    refused = manage(tmp_path / "mistyped", *words)
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    assert "the database cannot be used: no such table" in refused.stderr
    assert "Do KINGSBENCH_VAR and DATABASE_URL name the right one?" in refused.stderr
    assert "Traceback" in manage(tmp_path / "mistyped", *words, "--traceback").stderr


def test_a_broker_that_cannot_be_reached_is_said_at_the_start(tmp_path: Path) -> None:
    state, output = tmp_path / "state", tmp_path / "output"
    prepare(state)
    lost = f"redis://127.0.0.1:{free_port()}/0"
    words = [sys.executable, "-P", str(ROOT / "manage.py"), "up", "--port", str(free_port())]
    given = environment(KINGSBENCH_VAR=str(state), KINGSBENCH_CORES="1", REDIS_URL=lost)
    with output.open("w") as file:
        process = subprocess.Popen(words, cwd=tmp_path, env=given, stdout=file, stderr=file)
    try:
        said = "The broker cannot be reached. Check REDIS_URL"
        assert within(PATIENCE, lambda: said in output.read_text()), output.read_text()
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PROMPT)


def test_reset_asks_and_touches_only_what_up_has_made(tmp_path: Path) -> None:
    state = tmp_path / "state"
    assert "nothing to remove" in manage(state, "reset", "--yes").stderr
    assert state.exists()
    (state / "up.lock").touch()
    assert "use --yes" in manage(state, "reset").stderr
    assert state.exists()
    assert manage(state, "reset", "--yes").returncode == 0
    assert not state.exists()
    assert "contains other files" in manage(ROOT.parent, "reset", "--yes").stderr
