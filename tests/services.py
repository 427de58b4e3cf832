"""Real PostgreSQL and Redis for the tests, on free ports of 127.0.0.1, in a temporary folder.

`./kingsbench test` starts each once and tells pytest's workers by the environment variables
below. Under a bare `pytest` a worker that needs one starts its own for as long as it runs.

`tests/conftest.py` imports the two fixtures:

    from tests.services import postgres_url, redis_url

Both are URLs as `DATABASE_URL` and `REDIS_URL` take them. Each worker of a parallel run gets a
database of its own on the shared server, so tests need not know of each other.
"""

import os
import pwd
import re
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
import redis
from psycopg import sql

from tests.patience import PATIENCE, PROMPT

POSTGRES = "KINGSBENCH_TEST_POSTGRES_URL"
REDIS = "KINGSBENCH_TEST_REDIS_URL"
ATTEMPTS = 3  # another process may take the free port between our look and the server's start
REDIS_DATABASES = 64
MEMORY, ROOM = Path("/dev/shm"), 2 * 1024**3  # bytes
SUPERUSER = "tests"  # and not a role that the platform's own scripts make


class Unavailable(RuntimeError):
    """A server cannot run here; the message says what to install."""


@contextmanager
def postgres(*settings: str) -> Iterator[str]:
    """Run PostgreSQL and yield the URL of an empty database; durability is off, for speed.
    More settings are written like `work_mem=16MB`.

    Raises `Unavailable` where it is not installed or does not start.
    """
    folder = postgres_programs()
    with temporary_folder("postgres", server_user()) as home:
        password = secrets.token_hex(16)
        initialise(folder, home, password)
        with first_that_starts(
            lambda port: run_postgres(folder, home, port, password, *settings)
        ) as url:
            yield url


@contextmanager
def redis_server() -> Iterator[str]:
    """Run Redis without persistence and yield the URL of its first database.

    Raises `Unavailable` where it is not installed or does not start.
    """
    program = shutil.which("redis-server")
    if program is None:
        raise Unavailable("Redis is missing: apt-get install redis-server")
    with (
        temporary_folder("redis", server_user()) as home,
        first_that_starts(lambda port: run_redis(program, home, port)) as url,
    ):
        yield url


@contextmanager
def database_of_its_own(server: str) -> Iterator[str]:
    """Create an empty database on the server at this URL, yield its URL, drop it at the end."""
    name = f"tests_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    yield server.rsplit("/", 1)[0] + f"/{name}"
    with psycopg.connect(server, autocommit=True) as connection:
        command = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
        connection.execute(command.format(sql.Identifier(name)))


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of an empty PostgreSQL database that is this worker's alone."""
    with shared_or_own(POSTGRES, postgres) as server, database_of_its_own(server) as url:
        yield url


@pytest.fixture(scope="session")
def redis_url(worker_id: str) -> Iterator[str]:
    """The URL of a Redis database that is this worker's alone, empty at the start."""
    number = int(re.sub(r"\D", "", worker_id) or 0) % REDIS_DATABASES
    with shared_or_own(REDIS, redis_server) as server:
        url = server.rsplit("/", 1)[0] + f"/{number}"
        with redis.Redis.from_url(url) as client:
            client.flushdb()
        yield url


@contextmanager
def shared_or_own(variable: str, start: Callable[[], AbstractContextManager[str]]) -> Iterator[str]:
    """The server that the test command started, else one of our own; skips, and says why."""
    if shared := os.environ.get(variable):
        yield shared
        return
    with ExitStack() as stack:
        try:
            url = stack.enter_context(start())
        except Unavailable as reason:
            pytest.skip(str(reason))
        yield url


def postgres_programs() -> Path:
    """The folder of `initdb` and `postgres`; Debian keeps it out of PATH, one a version."""
    debian = Path("/usr/lib/postgresql")
    versions = sorted(debian.glob("*/bin"), key=lambda folder: float(folder.parent.name))
    found = shutil.which("initdb")
    candidates = [*reversed(versions), *([Path(found).resolve().parent] if found else [])]
    for folder in candidates:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise Unavailable("PostgreSQL is missing: apt-get install postgresql")


def server_user() -> pwd.struct_passwd | None:
    """Return the servers' user if we are root, which PostgreSQL refuses; else None."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


def in_memory() -> Path | None:
    """Return where files cost least CPU if there is room for databases; None: the usual place."""
    with suppress(OSError):
        room = os.statvfs(MEMORY)
        if os.access(MEMORY, os.W_OK) and room.f_bavail * room.f_frsize > ROOM:
            return MEMORY
    return None


@contextmanager
def temporary_folder(name: str, owner: pwd.struct_passwd | None) -> Iterator[Path]:
    """A 0700 folder that belongs to the server's user and is gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix=f"kingsbench-{name}-", dir=in_memory()))
    try:
        if owner is not None:
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def as_server_user(*command: str) -> list[str]:
    """The command as the server's user, told to stop should this very process be killed."""
    user = server_user()
    change = [] if user is None else [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}"]
    groups = [] if user is None else ["--clear-groups"]
    return ["setpriv", *change, *groups, "--pdeathsig=INT", "--", *command]


def initialise(folder: Path, home: Path, password: str) -> None:
    """Make the database cluster, whose one user has this password."""
    secret = home / "password"
    secret.write_text(password)
    if user := server_user():
        os.chown(secret, user.pw_uid, user.pw_gid)
    options = [f"--username={SUPERUSER}", "--auth=scram-sha-256", f"--pwfile={secret}"]
    places = ["--no-sync", "--encoding=UTF8", "--locale=C", f"--pgdata={home / 'data'}"]
    done = subprocess.run(
        as_server_user(str(folder / "initdb"), *options, *places),
        capture_output=True,
        text=True,
        cwd="/",
        check=False,
    )
    if done.returncode != 0:
        raise Unavailable(f"initdb failed: {done.stderr.strip()}")


@contextmanager
def run_postgres(
    folder: Path, home: Path, port: int, password: str, *settings: str
) -> Iterator[str]:
    """Keep the server up on this port; yields its URL."""
    fast = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"]
    options = [word for setting in (*fast, *settings) for word in ("-c", setting)]
    where = ["-h", "127.0.0.1", "-p", str(port), "-k", str(home), "-D", str(home / "data")]
    url = f"postgresql://{SUPERUSER}:{password}@127.0.0.1:{port}/postgres"

    def ask() -> None:
        psycopg.connect(url, connect_timeout=2).close()

    command = as_server_user(str(folder / "postgres"), *where, *options)
    with running(command, home / "postgres.log", ask):
        yield url


@contextmanager
def run_redis(program: str, home: Path, port: int, password: str = "") -> Iterator[str]:
    """Keep the server up on this port; yields its URL. A password is drawn where none is given."""
    password = password or secrets.token_hex(16)
    url = f"redis://:{password}@127.0.0.1:{port}/0"
    where = ["--bind", "127.0.0.1", "--port", str(port), "--dir", str(home)]
    memory_only = ["--save", "", "--appendonly", "no", "--databases", str(REDIS_DATABASES)]

    def ask() -> None:
        with redis.Redis.from_url(url) as client:
            client.ping()

    command = as_server_user(program, *where, *memory_only, "--requirepass", password)
    with running(command, home / "redis.log", ask):
        yield url


@contextmanager
def running(command: list[str], log: Path, ask: Callable[[], None]) -> Iterator[None]:
    """Start a server, wait until it answers, stop it at the end."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd="/",
            start_new_session=True,
        )
    try:
        wait_until_it_answers(process, log, ask)
        yield
    finally:
        stop(process)


def wait_until_it_answers(
    process: subprocess.Popen[bytes], log: Path, ask: Callable[[], None]
) -> None:
    """Wait until `ask` raises nothing. Raises `Unavailable` with the log's end."""
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < deadline:
        try:
            return ask()
        except (psycopg.OperationalError, redis.ConnectionError):
            time.sleep(0.05)
    tail = "\n".join(log.read_text(errors="replace").splitlines()[-5:])
    raise Unavailable(f"{log.stem} did not start:\n{tail}")


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ask the server to stop at once, and kill it after a while."""
    process.send_signal(signal.SIGINT)
    try:
        process.wait(PROMPT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def first_that_starts(start: Callable[[int], AbstractContextManager[str]]) -> Iterator[str]:
    """Try the server on a few free ports; the last refusal is the one that counts."""
    with ExitStack() as stack:
        yield started(stack, start)


def started(stack: ExitStack, start: Callable[[int], AbstractContextManager[str]]) -> str:
    """Start the server on the first port that it accepts; return its URL."""
    for _ in range(ATTEMPTS - 1):
        with suppress(Unavailable):
            return stack.enter_context(start(free_port()))
    return stack.enter_context(start(free_port()))


def free_port() -> int:
    """A TCP port of 127.0.0.1 on which nothing listens at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
