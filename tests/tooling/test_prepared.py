"""Databases and static files of tests are copies of what the run has made once."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.prepared import (
    DATABASE,
    FOLDER,
    make_database,
    prepare,
    shared_preparations,
    sqlite_template,
    static_files,
)
from tests.services import database_of_its_own

pytestmark = pytest.mark.processes
USERS = "SELECT count(*) FROM accounts_user"
ADD = "INSERT INTO django_session VALUES ('key', 'data', '2030-01-01 00:00:00+00')"
SESSIONS = "SELECT count(*) FROM django_session"


@pytest.fixture
def server(postgres_url: str) -> Iterator[str]:
    with database_of_its_own(postgres_url) as url:
        yield url


def test_a_platform_is_given_copies(tmp_path: Path) -> None:
    for name in ("one", "two"):
        prepare(tmp_path / name)
    with closing(sqlite3.connect(tmp_path / "one" / DATABASE)) as one:
        one.execute(ADD)
        one.commit()
    for file in (tmp_path / "two" / DATABASE, sqlite_template()):
        with closing(sqlite3.connect(file)) as other:
            assert other.execute(SESSIONS).fetchone() == (0,)
    manifest = Path("static", "staticfiles.json")
    assert (tmp_path / "one" / manifest).read_bytes() == (
        static_files() / manifest.name
    ).read_bytes()


@pytest.mark.services
def test_a_server_database_is_made_anew_though_it_is_in_use(server: str) -> None:
    make_database(server)
    with psycopg.connect(server, autocommit=True) as before:
        before.execute(ADD)
        make_database(server)
        with pytest.raises(psycopg.OperationalError):
            before.execute(SESSIONS)
    with psycopg.connect(server) as after:
        assert after.execute(SESSIONS).fetchone() == (0,)
        assert after.execute(USERS).fetchone() == (0,)


def test_what_is_shared_is_gone_after_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, "before")  # restored at the end
    with shared_preparations():
        folder = Path(os.environ[FOLDER])
        assert folder.is_dir()
    assert not folder.exists()
    assert FOLDER not in os.environ
