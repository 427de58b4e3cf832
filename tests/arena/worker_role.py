"""The workers' database role of `docker/rights.sql`, under a test's own name."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.arena.processes import ROOT

RIGHTS = (ROOT / "docker" / "rights.sql").read_text("utf-8")
NAME = "kingsbench_worker"


@contextmanager
def worker_role(url: str) -> Iterator[str]:
    """Make the role in this database, which has its tables; yield the URL by which it connects."""
    name, password = f"worker_{secrets.token_hex(4)}", secrets.token_hex(8)
    with psycopg.connect(url, autocommit=True) as owner:
        for _ in range(2):  # and again after an upgrade
            owner.execute(RIGHTS.replace(NAME, name).encode())
        owner.execute(f"ALTER ROLE {name} PASSWORD '{password}'".encode())
    yield as_user(url, name, password)
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute(f"DROP OWNED BY {name}; DROP ROLE {name}".encode())


def as_user(url: str, name: str, password: str) -> str:
    """A server's URL with another name and password."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=f"{name}:{password}@{parts.hostname}:{parts.port}"))
