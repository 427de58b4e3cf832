"""The three programs of the embedded platform: web server, worker, and the beat that rings."""

import socket
import sys
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings

from website.management.supervisor import Program

WEB_PROCESSES = 2
WEB_THREADS = 4  # for each: more take turns at one interpreter, so that all of them end late
APP = "website.celery:app"
LOGGER = ("--logger-class", "website.gunicorn_logger.GunicornLogger")
WORKER_CLASS = "website.server.worker.Worker"


class PortTaken(RuntimeError):
    """Nothing can listen there; the message says why and what to do."""


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket at this address, not yet listening, for the web server to inherit.

    Holding it from the start means that nobody can take the port while we prepare, or while the
    web server is being started again. Raises `PortTaken`.
    """
    try:
        family, kind, number, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[
            0
        ]
        ours = socket.socket(family, kind, number)
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        ours.bind(address)
    except OSError as error:
        raise PortTaken(
            f"cannot listen on {host}, port {port} ({error.strerror}): stop what uses it, or "
            f"choose another: ./kingsbench up --port {port + 1 if port < 65535 else 8000}"
        ) from error
    return ours


def all_programs(listener: socket.socket, logs: Path) -> list[Program]:
    """What `up` keeps running, in the order of starting."""

    def program(name: str, *arguments: str, inherits: Sequence[int] = ()) -> Program:
        command = (sys.executable, "-P", "-m", *arguments)
        return Program(name, command, logs / f"{name}.log", settings.ROOT, inherits)

    descriptor = listener.fileno()
    # Quiet: no banner, which a full disk would make an error that ends the program.
    beat = ("celery", "--quiet", "-A", APP, "beat", "--loglevel", "WARNING", "--pidfile", "")
    worker = ("celery", "--quiet", "-A", APP, "worker", "--loglevel", "INFO", "--hostname", "up@%h")
    # On one machine one worker takes all queues: two processes more than for play, so that the tick
    # never waits for a match or a long computation.
    concurrency = str(settings.CELERY_WORKER_CONCURRENCY + 2)
    queues = ("--queues", "arena,arena-post,arena-records", "--concurrency", concurrency)
    quiet = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    return [
        program("web", *gunicorn(descriptor), inherits=[descriptor]),
        program("worker", *worker, *queues, *quiet),
        program("beat", *beat),
    ]


def gunicorn(descriptor: int) -> list[str]:
    """The web server's command line, listening on an inherited socket."""
    size = ["--preload", "--workers", str(WEB_PROCESSES), "--threads", str(WEB_THREADS)]
    patience = ["--timeout", "60", "--graceful-timeout", "4"]
    where = ["--bind", f"fd://{descriptor}", "--no-control-socket", "--worker-tmp-dir", "/dev/shm"]  # noqa: S108
    kind = ["--worker-class", WORKER_CLASS, *LOGGER]
    return ["gunicorn", "website.wsgi", *kind, *size, *patience, *where]
