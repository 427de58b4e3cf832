"""Start our Python programs from preloaded interpreters, which takes a tenth of the CPU.

A server process has imported the libraries whose import does not depend on the environment. For
each kind of environment it forks a process that sets up Django and imports ours once it is asked
again, and this one forks the programs, which run the same entry points as from the command line.
Environments of one kind differ by what settings alone read: each program reads these anew.
"""

import atexit
import ctypes
import gc
import json
import mmap
import os
import runpy
import selectors
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import django
import django.conf
from asgiref.local import Local
from django.core.cache import caches
from django.db import connections
from django.utils.functional import empty

# None reads the environment or Django's settings when imported.
LIBRARIES = (
    "allauth.core.exceptions", "arena.matches.referee.referee", "arena.ladders.opponents",
    "arena.ratings.fit", "arena.tournaments.formats", "celery.apps.beat", "celery.apps.worker",
    "celery.bin.celery", "celery.concurrency.prefork", "celery.fixups.django",
    "celery.worker.components", "cryptography", "django.contrib.admin.options",
    "django.contrib.messages.storage.fallback", "django.core.management.commands.migrate",
    "django.core.servers.basehttp", "django.db.backends.postgresql.base",
    "django.db.backends.sqlite3.base", "django.db.migrations.executor", "django.forms",
    "django.template.loader", "django.views.generic", "engine.dominion", "engine.kingdomino",
    "environ", "icalendar", "kombu.transport.filesystem", "kombu.transport.redis",
    "mdit_py_plugins.anchors", "mpmath", "msgspec", "numpy", "psycopg", "pygments.formatters.html",
    "redis", "requests", "rich.traceback", "sqlparse", "structlog", "trueskill", "unittest.mock",
    "whitenoise",
)  # fmt: skip
OURS = ("website.celery", "arena.tasks", "tests.arena.results.rows", "tests.cast")
PAGES = ("website.urls",)  # commands that check the whole site import them
WORTH = {2: OURS, 4: PAGES}  # from how many programs of a kind on
READ_BY_SETTINGS = ("KINGSBENCH_VAR", "DATABASE_URL", "REDIS_URL")  # and by nothing at its import
MOST_KINDS = 6  # of environments, kept at once; chaos needs five
MOST_BYTES = 200_000  # of a request, which holds an environment
FILLER = "FORK_SERVER_ROOM"  # makes room for the environments of programs in /proc/PID/environ
Request = dict[str, Any]


class Connection:
    """Receives requests with their files: the asker's socket, the program's output and errors."""

    def __init__(self, end: socket.socket) -> None:
        self.end = end

    def receive(self) -> tuple[Request, list[int]]:
        """The next request; empty if there will be none."""
        message, files, _flags, _address = socket.recv_fds(self.end, MOST_BYTES, 3)
        return json.loads(message or b"{}"), list(files)

    def pass_on(self, request: Request, files: Sequence[int]) -> None:
        """Send a request, and close our copies of its files."""
        socket.send_fds(self.end, [json.dumps(request).encode()], files)
        for file in files:
            os.close(file)


def serve_libraries(requests: Connection) -> Connection:
    """Pass requests to one fork for each kind of environment; return in each, with its requests."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    forks: dict[str, Connection] = {}
    while True:
        request, files = requests.receive()
        if not request:
            sys.exit()
        key = kind_of(request["environment"])
        if key not in forks:
            ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            if not os.fork():
                for other in [requests, *forks.values()]:
                    other.end.close()
                ours.close()
                for file in files:
                    os.close(file)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                return Connection(its)
            its.close()
            while len(forks) >= MOST_KINDS:
                forks.pop(next(iter(forks))).end.close()
            forks[key] = Connection(ours)
        forks[key] = forks.pop(key)  # the last one used is the last to go
        forks[key].pass_on(request, files)


def kind_of(environment: Mapping[str, str]) -> str:
    """Return what environments have in common whose programs import the same."""
    known = {name: text for name, text in environment.items() if name != "PYTEST_CURRENT_TEST"}
    given = {name: bool(known[name]) for name in READ_BY_SETTINGS if name in known}
    return json.dumps(known | given, sort_keys=True)


def enter(environment: Mapping[str, str]) -> None:
    """Make this the environment, which nobody has read yet."""
    os.environ.clear()
    os.environ.update(environment)
    tempfile.tempdir = None
    time.tzset()
    forget_settings()


def forget_settings() -> None:
    """Let settings be read again, with the connections that are made from them."""
    if "website.settings" in sys.modules:
        del sys.modules["website.settings"]
        vars(sys.modules["website"]).pop("settings", None)
    django.conf.settings._wrapped = empty
    handlers: tuple[Any, ...] = (connections, caches)
    for handler in handlers:
        vars(handler).pop("settings", None)
        handler._settings, handler._connections = None, Local(handler.thread_critical)


def prepare(modules: Sequence[str]) -> None:
    """Set up Django and import these. A program that cannot do so is to say it by itself."""
    with suppress(BaseException):
        django.setup()
        for name in modules:
            import_module(name)
    gc.freeze()


class Programs:
    """Forks programs of one kind and reports their ends until nobody asks any more."""

    def __init__(self, requests: Connection) -> None:
        self._requests = requests
        self._count = 0
        self._askers: dict[int, socket.socket] = {}  # by process
        self._bell, ringer = socket.socketpair()
        for end in (self._bell, ringer):
            end.setblocking(False)
        self._ringer = ringer
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(ringer.fileno(), warn_on_full_buffer=False)
        self._events = selectors.DefaultSelector()
        self._events.register(requests.end, selectors.EVENT_READ, self._begin)
        self._events.register(self._bell, selectors.EVENT_READ, self._end)
        self._is_open = True
        self.program: Request = {}  # in a forked program: what it is to do

    def serve(self) -> Request:
        """Return in each program, with what it is to do."""
        while (self._is_open or self._askers) and not self.program:
            for key, _ in self._events.select():
                key.data()
                if self.program:
                    break
        return self.program or sys.exit()

    def _begin(self) -> None:
        request, files = self._requests.receive()
        if not request:
            self._is_open = False
            self._events.unregister(self._requests.end)
            return
        self._count += 1
        if modules := WORTH.get(self._count):
            enter(request["environment"])
            prepare(modules)
        if process := os.fork():
            self._askers[process] = socket.socket(fileno=files.pop(0))
            for file in files:
                os.close(file)
            return
        self._leave()
        for number, file in enumerate(files[1:], start=1):
            os.dup2(file, number)
            os.close(file)
        self.program = request | {"asker": files[0]}

    def _leave(self) -> None:
        """In a program: keep nothing of the server's."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self._events.close()
        for end in (self._requests.end, self._bell, self._ringer, *self._askers.values()):
            end.close()

    def _end(self) -> None:
        with suppress(BlockingIOError):
            self._bell.recv(4096)
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                with self._askers.pop(found[0]) as asker, suppress(OSError):  # it may be gone
                    asker.send(str(os.waitstatus_to_exitcode(found[1])).encode())


def become(program: Request) -> None:
    """Be the process that the command line would have started, and run it."""
    if program["session"]:
        os.setsid()
    for group in program["groups"]:
        Path(group, "cgroup.procs").write_text(str(os.getpid()))
    os.chdir(program["folder"])
    if os.environ != program["environment"]:
        enter(program["environment"])
    if worker := sys.modules.get("arena.worker.stopping"):  # memory that it shares with its forks
        vars(worker)["_stop_time"] = mmap.mmap(-1, worker._clock.size)
    show_environment()
    with socket.socket(fileno=program["asker"]) as asker:
        asker.send(str(os.getpid()).encode())
    leave(result_of(program["words"]))


def result_of(words: Sequence[str]) -> object:
    """Run a program as the interpreter does; return what `sys.exit` takes."""
    try:
        run(words)
    except SystemExit as end:
        return end.code
    except BaseException:  # noqa: BLE001  as the interpreter
        sys.excepthook(*sys.exc_info())
        return 1
    return 0


def leave(result: object) -> None:
    """End this process as the interpreter does, but do not free memory, which takes longest."""
    if not isinstance(result, int | None):
        sys.stderr.write(f"{result}\n")
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(result if isinstance(result, int) else int(result is not None))


def show_environment() -> None:
    """Write our environment where /proc/PID/environ is read: over the one of the server's start."""
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    start, end = int(fields[47]), int(fields[48])  # fields 50 and 51 of proc(5)
    text = b"".join(f"{name}={value}".encode() + b"\0" for name, value in os.environ.items())
    assert len(text) <= end - start
    ctypes.memset(start, 0, end - start)
    ctypes.memmove(start, text, len(text))


def run(words: Sequence[str]) -> None:
    """Run what these words after `python` say."""
    match words:
        case ["-c", code, *_]:
            sys.argv = ["-c", *words[2:]]
            sys.modules["__main__"] = main = ModuleType("__main__")
            exec(compile(code, "<string>", "exec"), main.__dict__)
        case ["-m", name, *_]:
            sys.argv = list(words[1:])
            runpy.run_module(name, run_name="__main__", alter_sys=True)
        case _:
            sys.argv = list(words)
            runpy.run_path(words[0], run_name="__main__")


def main() -> None:
    """Serve the requests that come by the socket whose number is given."""
    for name in LIBRARIES:
        import_module(name)
    gc.freeze()
    requests = Connection(socket.socket(fileno=int(sys.argv[1])))
    become(Programs(serve_libraries(requests)).serve())


if __name__ == "__main__":
    main()
