"""Migrated databases, static files and pip, made once for a whole run and used by each test."""

import atexit
import fcntl
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path

import psycopg
from psycopg import sql

from tests.patience import HANGS

ROOT = Path(__file__).parent.parent
MIGRATE = ("manage.py", "migrate", "--skip-checks", "--verbosity", "0")
COLLECT = ("manage.py", "collectstatic", "--no-input", "--verbosity", "0")
DATABASE = "kingsbench.sqlite3"
FOLDER = "KINGSBENCH_TEST_TEMPLATES"  # of the run's first process, for its workers
LARGE = "_large"  # of `tests/arena/large_database.py`
SERVER = "server"  # the file that names the PostgreSQL server with a template of this folder


def platform_environment(var: Path) -> dict[str, str]:
    """The variables of every process of a platform whose state is in this folder."""
    return os.environ | {
        "KINGSBENCH_VAR": str(var),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "platform")]),
        "DJANGO_SETTINGS_MODULE": "website.settings",
        "KINGSBENCH_CORES": "2",
    }


@contextmanager
def shared_preparations() -> Iterator[None]:
    """Let all processes that start meanwhile share what each of them prepares."""
    os.environ[FOLDER] = str(_new_folder())
    yield
    _remove(Path(os.environ.pop(FOLDER)))


def sqlite_template() -> Path:
    """Return an empty, migrated SQLite file; the first process that asks makes it."""
    file = _folder() / DATABASE
    with _alone("sqlite"):
        if not file.exists():
            with tempfile.TemporaryDirectory() as var:
                _manage(platform_environment(Path(var)), MIGRATE)
                shutil.copy(Path(var) / DATABASE, file)
    return file


def static_files() -> Path:
    """Return the folder of collected static files."""
    folder = _folder() / "static"
    with _alone("static"):
        if not folder.exists():
            with tempfile.TemporaryDirectory() as var:
                _manage(platform_environment(Path(var)), COLLECT)
                shutil.move(Path(var) / "static", folder)
    return folder


def unpacked_pip() -> Path:
    """Return a folder for PYTHONPATH that makes Python's bundled pip a folder, not a wheel.

    Then its bytecode is kept, which takes half of a run. Build variables say where it lies.
    """
    folder = _folder() / "pip"
    with _alone("pip"):
        if not folder.exists():
            import ensurepip  # noqa: PLC0415  # not everywhere: Debian has a package for it

            name = sysconfig._get_sysconfigdata_name()  # type: ignore[attr-defined]
            given = import_module(name).__file__
            places = [
                sysconfig.get_config_var("WHEEL_PKG_DIR"),
                f"{ensurepip.__path__[0]}/_bundled",
            ]
            (wheel, *_) = [path for one in places if one for path in Path(one).glob("pip-*.whl")]
            shutil.unpack_archive(wheel, folder / wheel.name, "zip")
            changed = f"build_time_vars['WHEEL_PKG_DIR'] = {str(folder)!r}"
            (folder / f"{name}.py").write_text(f"exec(open({given!r}).read())\n{changed}\n")
    return folder


def prepare(var: Path) -> None:
    """Give a platform whose state is in this folder its tables and static files."""
    var.mkdir(parents=True, exist_ok=True)
    shutil.copy(sqlite_template(), var / DATABASE)
    shutil.copytree(static_files(), var / "static", copy_function=os.link)


def make_database(url: str) -> None:
    """Replace this PostgreSQL database by an empty, migrated one; its connections are cut.

    A server's first database cannot be replaced and must be empty: it is migrated.
    """
    server, _, name = url.rpartition("/")
    if name == "postgres":
        _migrate_server(url)
        return
    template = _postgres_template(f"{server}/postgres")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        _drop(connection, name)
        _create(connection, name, template)


def make_empty_database(url: str) -> None:
    """Replace this PostgreSQL database by one without a table; its connections are cut."""
    server, _, name = url.rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        _drop(connection, name)
        _create(connection, name, "template0")


def large_database_name() -> str:
    """Return the name of the run's large database on a server; it ends with the run."""
    return f"{_name_of_template(_folder())}{LARGE}"


def _postgres_template(server: str) -> str:
    """Return the name of a migrated database on this server."""
    name = _name_of_template(_folder())
    with _alone("postgres"), psycopg.connect(server, autocommit=True) as connection:
        made = "SELECT 1 FROM pg_database WHERE datname = %s"
        if not connection.execute(made, [name]).fetchone():
            _drop(connection, f"{name}_new")
            _create(connection, f"{name}_new", "template0")
            _migrate_server(f"{server.rpartition('/')[0]}/{name}_new")
            rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
            connection.execute(rename.format(sql.Identifier(f"{name}_new"), sql.Identifier(name)))
            with (_folder() / SERVER).open("a") as servers:
                servers.write(f"{server}\n")
    return name


def _name_of_template(folder: Path) -> str:
    return f"template_{folder.name.rpartition('-')[2]}"


def _create(connection: psycopg.Connection, name: str, template: str) -> None:
    command = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    connection.execute(command.format(sql.Identifier(name), sql.Identifier(template)))


def _drop(connection: psycopg.Connection, name: str) -> None:
    command = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
    connection.execute(command.format(sql.Identifier(name)))


def _migrate_server(url: str) -> None:
    with tempfile.TemporaryDirectory() as var:
        _manage(platform_environment(Path(var)) | {"DATABASE_URL": url}, MIGRATE)


def _manage(environment: Mapping[str, str], words: Sequence[str]) -> None:
    done = subprocess.run(
        [sys.executable, *words], env=environment, cwd=ROOT, capture_output=True, text=True,
        check=False, timeout=HANGS,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@cache
def _folder() -> Path:
    """The run's folder, or one of our own."""
    if shared := os.environ.get(FOLDER):
        return Path(shared)
    folder = _new_folder()
    atexit.register(_remove, folder)
    return folder


def _new_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="kingsbench-templates-"))


def _remove(folder: Path) -> None:
    servers = folder / SERVER
    for server in servers.read_text().split() if servers.exists() else []:
        with (
            suppress(psycopg.OperationalError),  # it was ours, and has ended
            psycopg.connect(server, autocommit=True) as connection,
        ):
            for end in ("", LARGE):
                _drop(connection, f"{_name_of_template(folder)}{end}")
    shutil.rmtree(folder)


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Let one process at a time in; the others find its work done."""
    with (_folder() / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
