"""The programs that `up` runs: web server and worker."""

import socket
import sys
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings

from website.management.supervisor import Program
from website.places import LAUNCHER

WEB_PROCESSES = 2  # of a public site; at home one, to need less memory
WEB_THREADS = 4  # per process: more would share one interpreter and all be slow
APP = "website.celery:app"
LOGGER = ("--logger-class", "website.deploy.gunicorn_logger.GunicornLogger")
WORKER_CLASS = "gthread"
# By default gunicorn lets clients on this machine, a proxy among them, set the scheme and, by the
# header SCRIPT_NAME, the path. Django reads what a proxy adds (KINGSBENCH_BEHIND_PROXY).
TRUST_NOBODY = "--forwarded-allow-ips="


class PortTaken(RuntimeError):
    """The port cannot be bound."""


def bound_socket(host: str, port: int) -> socket.socket:
    """Return a bound socket for the web server. Raise PortTaken.

    Hold it from the start, so that nobody takes the port meanwhile.
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
            f"choose another: {LAUNCHER} up --port {port + 1 if port < 65535 else 8000}"
        ) from error
    return ours


def all_programs(listener: socket.socket, logs: Path) -> list[Program]:
    """Return the programs in starting order."""

    def program(name: str, *arguments: str, inherits: Sequence[int] = ()) -> Program:
        command = (sys.executable, "-P", "-m", "website.management.program", name, *arguments)
        return Program(name, command, logs / f"{name}.log", settings.ROOT, inherits)

    descriptor = listener.fileno()
    processes = 1 if settings.ON_LOOPBACK else WEB_PROCESSES
    # Quiet: on a full disk printing the banner would end the program.
    celery = ("celery", "--quiet", "-A", APP)
    worker = (*celery, "worker", "--loglevel", "INFO", "--hostname", "up@%h")
    # One worker takes all queues: three processes more than for matches, so that neither ratings
    # nor the tick wait for a match or a computation.
    concurrency = str(settings.CELERY_WORKER_CONCURRENCY + 3)
    queues = ("--queues", "arena,arena-delivery,arena-records", "--concurrency", concurrency)
    quiet = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    return [
        program("web", *gunicorn(descriptor, processes), inherits=[descriptor]),
        program("worker", *worker, *queues, *quiet),
    ]


def gunicorn(descriptor: int, processes: int = WEB_PROCESSES) -> list[str]:
    size = ["--preload", "--workers", str(processes), "--threads", str(WEB_THREADS)]
    patience = ["--timeout", "60", "--graceful-timeout", "4"]
    where = ["--bind", f"fd://{descriptor}", "--no-control-socket", "--worker-tmp-dir", "/dev/shm"]  # noqa: S108
    kind = ["--worker-class", WORKER_CLASS, TRUST_NOBODY, *LOGGER]
    return ["gunicorn", "website.wsgi", *kind, *size, *patience, *where]
