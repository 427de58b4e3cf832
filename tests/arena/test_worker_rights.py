"""A worker on a host of its own gets by with the rights that docs/security.md gives it."""

import re
import secrets
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
import redis

from tests.arena.processes import ROOT, Platform
from tests.patience import PATIENCE

pytestmark = [pytest.mark.jail, pytest.mark.services]

FILL = """
ladder = a_ladder(config={"kingdom": "First Game", "turn_limit": 4})
for number in range(3):
    a_house_bot(f"House {number}", ladder)
"""
UNTIL_PLAYED = """
deadline = time.monotonic() + PATIENCE
while Match.objects.rated().count() < 2:
    assert time.monotonic() < deadline, "nothing was played"
    time.sleep(0.1)
"""
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
QUIET = re.findall(r"--without-\w+", PAGE)
NAME = "kingsbench_worker"


def block(language: str, beginning: str) -> str:
    """The code on the page that begins so."""
    found = re.search(rf"```{language}\n({re.escape(beginning)}.*?)```", PAGE, re.DOTALL)
    assert found, beginning
    return found[1]


@dataclass(frozen=True)
class Rights:
    """Where a worker connects to, with its own name."""

    database: str
    broker: str


@pytest.fixture
def rights(platform: Platform, postgres_url: str, redis_url: str) -> Iterator[Rights]:
    """The role and the user as the page makes them, under a name of this test's own."""
    name, password = f"worker_{secrets.token_hex(4)}", secrets.token_hex(8)
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        for _ in range(2):  # and again after an upgrade
            owner.execute(block("sql", "DO $$").replace(NAME, name).encode())
        owner.execute(f"ALTER ROLE {name} PASSWORD '{password}'".encode())
        acl = block("", "ACL SETUSER").replace(NAME, name).replace("PASSWORD", password)
        with redis.Redis.from_url(redis_url) as admin:
            admin.execute_command(*acl.split())
            yield Rights(*(as_user(url, name, password) for url in (postgres_url, redis_url)))
            admin.execute_command("ACL", "DELUSER", name)
        owner.execute(f"DROP OWNED BY {name}; DROP ROLE {name}".encode())


def as_user(url: str, name: str, password: str) -> str:
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=f"{name}:{password}@{parts.hostname}:{parts.port}"))


@pytest.fixture
def platform(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[Platform]:
    made = Platform(tmp_path, DATABASE_URL=postgres_url, REDIS_URL=redis_url)
    yield made
    made.run("manage.py", "flush", "--skip-checks", "--no-input", "--verbosity", "0")


def test_a_worker_plays_and_records_with_its_own_rights_alone(
    platform: Platform, rights: Rights, tmp_path: Path
) -> None:
    platform.do(FILL)
    own = {"DATABASE_URL": rights.database, "REDIS_URL": rights.broker}
    with (tmp_path / "worker.log").open("wb") as log:
        worker = subprocess.Popen(
            platform.python("-m", "celery", "-A", "website", "worker", "-B", *QUIET),
            env=platform.environment | own, stdout=log, stderr=log, cwd=tmp_path,
        )  # fmt: skip
        try:
            platform.do(UNTIL_PLAYED)
        finally:
            worker.terminate()
            assert worker.wait(PATIENCE) == 0
    said = (tmp_path / "worker.log").read_text()
    assert "denied" not in said
    assert "NOPERM" not in said


@pytest.mark.parametrize(
    "table", ["accounts_user", "django_session", "account_emailaddress", "auth_permission"]
)
def test_a_worker_reads_no_account(rights: Rights, table: str) -> None:
    with (
        psycopg.connect(rights.database) as worker,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        worker.execute(f"SELECT * FROM {table}".encode())


def test_a_worker_does_not_reach_what_the_site_keeps_in_its_cache(rights: Rights) -> None:
    with redis.Redis.from_url(rights.broker) as worker:
        assert worker.ping()
        worker.lpush("kingsbench:arena-test", "x")
        worker.delete("kingsbench:arena-test")
        for words in (("SET", "kingsbench:1:x", "y"), ("GET", "kingsbench:1:x"), ("FLUSHALL",)):
            with pytest.raises(redis.exceptions.NoPermissionError):
                worker.execute_command(*words)
