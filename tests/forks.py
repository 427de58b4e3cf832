"""Processes forked from `tests.fork_server`, used like those of `subprocess`."""

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess
from typing import IO, Any

from tests.fork_server import FILLER
from tests.patience import HANGS
from tests.prepared import ROOT

READ_BY_INTERPRETERS = ("PYTHON", "LD_")  # variables that matter at the start alone
NO_MATTER = {"PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}
ROOM = 100_000  # characters
ROOTS = os.pathsep.join([str(ROOT), str(ROOT / "platform")])


def can_fork(environment: Mapping[str, str]) -> bool:
    """Return whether a fork is like a new interpreter in this environment."""
    ours = _for_interpreters(os.environ | {"PYTHONPATH": ROOTS})
    return _for_interpreters(environment) == ours


def run(words: Sequence[str], environment: Mapping[str, str]) -> "CompletedProcess[str]":
    """Run a program and keep its output and errors; `words` follow `python`."""
    if not can_fork(environment):
        line = [sys.executable, *words]
        return subprocess.run(
            line, env=environment, cwd=ROOT, capture_output=True, text=True, check=False,
            timeout=HANGS,
        )  # fmt: skip
    program = Forked(words, environment)
    output, errors = program.communicate(timeout=HANGS)
    return CompletedProcess(words, program.returncode, output, errors)


def _for_interpreters(environment: Mapping[str, str]) -> dict[str, str]:
    return {
        name: environment[name]
        for name in environment
        if name.startswith(READ_BY_INTERPRETERS) and name not in NO_MATTER
    }


class Forked(subprocess.Popen[Any]):
    """A forked program: `words` follow `python`. Its end is told by the server, whose child it is.

    Its output and errors go to `output`, or else to `communicate`. `session`: it leads a process
    group; `groups`: the control groups that it enters.
    """

    def __init__(
        self,
        words: Sequence[str],
        environment: Mapping[str, str],
        output: IO[Any] | None = None,
        *,
        session: bool = False,
        groups: Iterable[Path] = (),
        folder: Path = ROOT,
    ) -> None:
        self.args = words
        self.returncode: Any = None
        self.stdin = self.stdout = self.stderr = None
        self._kept = [] if output else [tempfile.TemporaryFile() for _ in range(2)]  # noqa: SIM115
        request = {
            "words": words, "environment": dict(environment), "folder": str(folder),
            "session": session, "groups": [str(group) for group in groups],
        }  # fmt: skip
        files = [file.fileno() for file in self._kept or (output, output) if file]
        self._ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with its:
            socket.send_fds(_server(), [json.dumps(request).encode()], [its.fileno(), *files])
        self.pid = int(self._ours.recv(64))

    def poll(self) -> int | None:
        """Return its exit code if it has ended."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        """Return its exit code once it has ended."""
        if self.returncode is None:
            self._ours.settimeout(timeout)
            try:
                self.returncode = int(self._ours.recv(64))
            except (BlockingIOError, TimeoutError):
                raise subprocess.TimeoutExpired(self.args, timeout or 0) from None
            self._ours.close()
        return int(self.returncode)

    def communicate(
        self,
        input: Any = None,  # noqa: A002
        timeout: float | None = None,
    ) -> tuple[str, str]:
        """Return its output and errors once it has ended."""
        self.wait(timeout)
        return "".join(map(_text, self._kept[:1])), "".join(map(_text, self._kept[1:]))

    def send_signal(self, sig: int) -> None:
        """Send it a signal unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, sig)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


def _text(file: IO[bytes]) -> str:
    with file:
        file.seek(0)
        return file.read().decode()


@cache
def _server() -> socket.socket:
    """Start the server of this process; it ends with it."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM * 4)
    environment = {name: text for name, text in os.environ.items() if name[:7] != "DJANGO_"}
    with its:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.fork_server", str(its.fileno())],
            env=environment | {"PYTHONPATH": ROOTS, FILLER: " " * ROOM},
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            pass_fds=[its.fileno()],
            start_new_session=True,
        )
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours
