"""A platform of real processes that can fail: servers, connections and workers.

All are our own: servers on free ports, a proxy in this process, workers with their own staging
folder, temporary folder and (if possible) control group, so that leftovers are seen.
"""

import fcntl
import os
import secrets
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

import redis

from sandbox import cgroups, orphans, staging_folder
from tests import services
from tests.arena.processes import ROOT, Platform
from tests.forks import Forked, can_fork
from tests.patience import PATIENCE
from tests.tooling.processes import command_line

ENTER = 'while [ "$1" != -- ]; do echo $$ > "$1/cgroup.procs"; shift; done; shift; exec "$@"'
LINES = 20  # of each log, where something went wrong
NEXT_WORKER = "from sandbox.jail import Jailer; Jailer.strongest()"  # as each one starts
POLL = 0.05  # seconds between two looks
NO_LINGER = struct.pack("ii", 1, 0)  # closing such a socket resets the connection
SYNC = b"S\x00\x00\x00\x04"  # ends a statement and its parameters


def until(
    holds: Callable[[], Any],
    what: str,
    patience: float = PATIENCE,
    pace: Callable[[], Any] = lambda: "unknown",
) -> None:
    """Wait for a condition; fail, naming it, after `patience` seconds without change.

    `pace` returns the progress: slow progress is no failure. Without it all time counts.
    """
    last, deadline = pace(), time.monotonic() + patience
    while not holds():
        if (now := pace()) != last:
            last, deadline = now, time.monotonic() + patience
        stuck = f"no change within {patience:g} seconds (pace: {last}), and not yet: {what}"
        assert time.monotonic() < deadline, stuck
        time.sleep(POLL)


# --- servers -------------------------------------------------------------------------------------
class Server:
    """A server that can be stopped and restarted with its data on disk."""

    def __init__(
        self, run: Callable[[], AbstractContextManager[str]], pid: Callable[[str], int]
    ) -> None:
        self._run, self._pid = run, pid
        self._life = ExitStack()
        self.url = self._life.enter_context(run())

    @property
    def port(self) -> int:
        return urlsplit(self.url).port or 0

    def end(self, number: signal.Signals) -> None:
        """Send it this signal, and wait until it is gone."""
        os.kill(self._pid(self.url), number)
        self._life.close()

    def forget(self) -> int:
        """Redis only: lose everything; return how many messages waited."""
        with redis.Redis.from_url(self.url) as client, client.pipeline() as transaction:
            count, _done = transaction.llen("kingsbench:arena").flushall().execute()
        return int(count)

    def begin(self) -> None:
        """Start it again, despite what the old one left."""

        def starts() -> bool:
            with suppress(services.Unavailable):
                self._life.enter_context(self._run())
                return True
            return False

        until(starts, "the server starts again")

    def close(self) -> None:
        """Stop it finally."""
        self._life.close()


@contextmanager
def own_postgres() -> Iterator[Server]:
    """PostgreSQL with durability on."""
    programs, port = services.postgres_programs(), services.free_port()
    password = secrets.token_hex(16)
    with services.temporary_folder("postgres", services.server_user()) as home:
        services.initialise(programs, home, password)
        server = Server(
            lambda: services.run_postgres(programs, home, port, password, "synchronous_commit=on"),
            lambda _url: int((home / "data/postmaster.pid").read_text().split()[0]),
        )
        with ExitStack() as stack:
            stack.callback(server.close)
            yield server


@contextmanager
def own_redis() -> Iterator[Server]:
    """Redis in memory: all messages are lost when it ends."""
    program, port = shutil.which("redis-server"), services.free_port()
    password = secrets.token_hex(16)
    if program is None:
        raise services.Unavailable("Redis is missing: apt-get install redis-server")
    with services.temporary_folder("redis", services.server_user()) as home:
        server = Server(lambda: services.run_redis(program, home, port, password), _redis_pid)
        with ExitStack() as stack:
            stack.callback(server.close)
            yield server


def _redis_pid(url: str) -> int:
    with redis.Redis.from_url(url) as client:
        return int(client.info("server")["process_id"])


class Line:
    """A proxy to a PostgreSQL server's port that can stall, resume and reset connections.

    It carries a statement and its parameters to their end: for a client that falls silent in the
    middle of one, but is still there, PostgreSQL has no timeout.
    """

    def __init__(self, port: int) -> None:
        self._server = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._flows = threading.Event()
        self._flows.set()
        self._ends: set[socket.socket] = set()  # of the connections that are open
        self.delay = 0.0

    @property
    def port(self) -> int:
        port: int = self._listener.getsockname()[1]
        return port

    def leads(self, url: str) -> str:
        """The server's URL through this proxy."""
        return url.replace(f":{self._server}/", f":{self.port}/")

    def stall(self) -> None:
        """Let nothing through; keep connections open."""
        self._flows.clear()

    def flow(self) -> None:
        """Let everything through again."""
        self._flows.set()

    def cut(self) -> int:
        """Reset all open connections; return how many."""
        ends = list(self._ends)
        for end in ends:
            with suppress(OSError):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
                end.shutdown(socket.SHUT_RD)  # wakes the thread that reads it
            self._end(end)
        return (len(ends) + 1) // 2

    def _end(self, end: socket.socket) -> None:
        self._ends.discard(end)
        end.close()

    def __enter__(self) -> "Line":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.flow()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _address = self._listener.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self._server))
                except OSError:
                    near.close()  # the server is away
                    continue
                self._ends |= {near, far}
                for ends in ((near, far, True), (far, near, False)):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket, to_server: bool) -> None:
        is_begun = False
        with suppress(OSError):
            while data := source.recv(65536):
                time.sleep(self.delay)
                if not is_begun:
                    self._flows.wait()
                sink.sendall(data)
                if to_server:
                    is_begun = (is_begun or data[:1] in (b"P", b"B")) and not data.endswith(SYNC)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._end(source)


# --- processes -----------------------------------------------------------------------------------
class Crew:
    """A platform's workers and beats, which may be killed, and what they leave behind."""

    def __init__(self, platform: Platform, home: Path) -> None:
        self.platform = platform
        self.stage = Path(tempfile.mkdtemp(prefix="chaos-", dir=staging_folder.base_folder()))
        self.temporary, self.logs = home / "tmp", home / "log"
        self.temporary.mkdir()
        self.logs.mkdir()
        platform.environment |= {
            "KINGSBENCH_STAGING_DIR": str(self.stage),
            "TMPDIR": str(self.temporary),
            "LOG_JSON": "true",
        }
        self._started: list[subprocess.Popen[bytes]] = []
        self._groups = [
            folder / f"kingsbench-chaos-{secrets.token_hex(4)}"
            for folder in cgroups.detect().folders()
        ]
        for group in self._groups:
            group.mkdir()

    def worker(
        self, name: str, *words: str, queues: str = "arena,arena-records", **environment: str
    ) -> "subprocess.Popen[bytes]":
        """A Celery worker without beat, in a process group of its own."""
        quiet = ("--without-gossip", "--without-mingle", "--without-heartbeat")
        place = ("worker", "--hostname", f"{name}@chaos", "--loglevel", "INFO", "--queues", queues)
        return self.program(
            name, "celery", "--quiet", "-A", "website", *place, *quiet, *words, **environment
        )

    def beat(self) -> "subprocess.Popen[bytes]":
        """Start Celery beat."""
        return self.program("beat", "celery", "-q", "-A", "website", "beat", "--pidfile", "")

    def program(self, name: str, *words: str, **environment: str) -> "subprocess.Popen[bytes]":
        """Run a module in its own process group; output goes to log `name`."""
        with (self.logs / name).open("ab") as log:
            process = self._start(("-m", *words), self.platform.environment | environment, log)
        self._started.append(process)
        return process

    def _start(
        self, words: Sequence[str], environment: Mapping[str, str], log: IO[bytes]
    ) -> "subprocess.Popen[bytes]":
        if can_fork(environment):
            return Forked(words, environment, log, session=True, groups=self._groups)
        return subprocess.Popen(
            self._inside(*words),
            env=environment,
            cwd=ROOT,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )

    def sweep(self) -> None:
        """Clean up as every starting worker does."""
        environment = self.platform.environment
        subprocess.run(self._inside("-c", NEXT_WORKER), env=environment, cwd=ROOT, check=True)

    def _inside(self, *words: str) -> list[str]:
        """The command line of such an interpreter in our control groups."""
        enter = ["sh", "-c", ENTER, "sh", *map(str, self._groups), "--"]
        return [*enter, *self.platform.python(*words)]

    def told(self, event: str) -> int:
        """Count log lines with this event."""
        return sum(path.read_text(errors="replace").count(event) for path in self.logs.iterdir())

    def stop(self, *processes: "subprocess.Popen[bytes]") -> None:
        """Stop processes as a supervisor does; all must exit cleanly."""
        for process in processes:
            process.terminate()
        for process in processes:
            assert process.wait(timeout=PATIENCE) == 0

    def alive(self) -> dict[int, str]:
        """The command lines of all processes that belong to this platform, jailed ones too."""
        mark = str(self.stage).encode()
        numbers = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
        return {number: command_line(number) for number in numbers if _speaks_of(number, mark)}

    def control_groups(self) -> list[Path]:
        """Its jails' control groups.

        Those whose slots others hold now are left out: only a slot's holder may remove them.
        """
        marked, own = orphans.find(), self.alive().keys()
        return [
            path
            for group in self._groups
            for path in group.iterdir()
            if path.is_dir() and (path.name not in marked or not own.isdisjoint(marked[path.name]))
        ]

    def staged(self) -> list[Path]:
        """Bots' folders in use; others are swept when the next is made."""
        return [folder for folder in (self.stage / "bots").iterdir() if _is_held(folder)]

    def account(self) -> str:
        """Current state and logs, for a test that hangs."""
        doing = [f"{number} {_waits_in(number)} {words}" for number, words in self.alive().items()]
        said = [
            f"{path.name}: {line}"
            for path in self.logs.iterdir()
            for line in path.read_text(errors="replace").splitlines()[-LINES:]
        ]
        return "\n".join([*doing, *said])

    def left(self) -> list[str]:
        """List leftovers of ended processes, one line each."""
        files = self.temporary.rglob("*")  # a killed process leaves its folder, which is empty
        return [
            *(f"process {number}: {words}" for number, words in self.alive().items()),
            *(f"control group {path}" for path in self.control_groups()),
            *(f"a bot's folder that is held: {path}" for path in self.staged()),
            *(f"file {path}" for path in files if not path.is_dir()),
        ]

    def half_made(self) -> list[str]:
        """Leftovers that the next worker removes: unfinished jails and their control groups."""
        marked = orphans.find()
        numbers = {number for processes in marked.values() for number in processes}
        return [
            *(f"process {number}: {words}" for number, words in self.alive().items()
              if number in numbers),
            *(f"control group {path}" for path in self.control_groups() if path.name in marked),
        ]  # fmt: skip

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._started:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        for group in self._groups:
            until(partial(_is_empty, group), "all have ended")
            for path in [*(path for path in group.iterdir() if path.is_dir()), group]:
                path.rmdir()
        shutil.rmtree(self.stage)


def _is_held(folder: Path) -> bool:
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def send(pid: int, number: signal.Signals) -> None:
    """Send a signal to a process that may have ended."""
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def children(pid: int) -> list[int]:
    """The processes that any thread of a process has forked and that are still there."""
    found: list[int] = []
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (thread / "children").read_text().split())
    return found


def offspring(pid: int) -> list[int]:
    """All descendants of a process."""
    return [found for child in children(pid) for found in (child, *offspring(child))]


def _is_empty(group: Path) -> bool:
    return not (group / "cgroup.procs").read_text()


def _waits_in(process: int) -> str:
    """The state of a process, and where in the kernel it waits."""
    with suppress(OSError):
        folder = Path(f"/proc/{process}")
        state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        return f"{state} {(folder / 'wchan').read_text()}"
    return "gone"


def _speaks_of(process: int, mark: bytes) -> bool:
    """Return whether its environment, command line or mounts contain the mark."""
    for name in ("environ", "cmdline", "mountinfo"):
        with suppress(OSError):
            if mark in Path(f"/proc/{process}/{name}").read_bytes():
                return True
    return False
