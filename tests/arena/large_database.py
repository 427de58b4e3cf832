"""One large database for all tests of query plans: filled once a run, copied for each file."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from tests.arena.processes import Platform
from tests.arena.scripts import plans
from tests.prepared import large_database_name, make_database, platform_environment

LOCK = 1_801  # of PostgreSQL: one worker of pytest fills, the others wait


class LargePlatform(Platform):
    """A platform on a database that has its tables."""

    def __init__(self, var: Path, url: str) -> None:
        ours = {"DATABASE_URL": url, "DEBUG": "true", "KINGSBENCH_IDLE_PACE": "0"}
        self.environment = platform_environment(var) | ours  # debug: static files are not collected


@pytest.fixture(scope="module")
def large(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    """A platform with a long history, which this file may change."""
    server, name = postgres_url.rsplit("/", 1)[0], large_database_name()
    var, copy = tmp_path_factory.mktemp("large"), f"large_{secrets.token_hex(6)}"
    with locked(server) as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        if known.fetchone() is None:
            fill(connection, server, name, var)
        create = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        connection.execute(create.format(sql.Identifier(copy), sql.Identifier(name)))
    yield LargePlatform(var, f"{server}/{copy}")
    with locked(server) as connection:
        drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(copy))
        connection.execute(drop)


def fill(connection: psycopg.Connection, server: str, name: str, var: Path) -> None:
    """Make the large database, whole or not at all."""
    make_database(f"{server}/{name}_new")
    LargePlatform(var, f"{server}/{name}_new").call(plans.fill)
    rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
    connection.execute(rename.format(sql.Identifier(f"{name}_new"), sql.Identifier(name)))


@contextmanager
def locked(server: str) -> Iterator[psycopg.Connection]:
    """Connect to the server while no other worker fills or copies."""
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        yield connection
