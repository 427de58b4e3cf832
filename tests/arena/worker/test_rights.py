"""Workers on other hosts need only the rights of `docker/rights.sql`."""

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
import redis
from celery import current_app
from django.apps import apps

from tests.arena.processes import ROOT, Platform
from tests.arena.scripts import every_task
from tests.arena.worker_role import NAME, RIGHTS, as_user, worker_role
from tests.forks import Forked
from tests.patience import PATIENCE

pytestmark = [pytest.mark.jail, pytest.mark.services]

PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
QUIET = re.findall(r"--without-\w+", PAGE)


@dataclass(frozen=True)
class Rights:
    """Connection URLs with the worker's own user."""

    database: str
    broker: str


@pytest.fixture
def rights(platform: Platform, postgres_url: str, redis_url: str) -> Iterator[Rights]:
    """Create the documented role and user under this test's own names."""
    name, password = f"worker_{secrets.token_hex(4)}", secrets.token_hex(8)
    found = re.search(r"```\n(ACL SETUSER.*?)```", PAGE, re.DOTALL)
    assert found
    acl = found[1].replace(NAME, name).replace("PASSWORD", password)
    with worker_role(postgres_url) as database, redis.Redis.from_url(redis_url) as admin:
        admin.execute_command(*acl.split())
        yield Rights(database, as_user(redis_url, name, password))
        admin.execute_command("ACL", "DELUSER", name)


@pytest.fixture
def platform(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[Platform]:
    made = Platform(tmp_path, DATABASE_URL=postgres_url, REDIS_URL=redis_url)
    yield made
    made.empty()


@pytest.mark.long
def test_every_task_has_its_effect_while_players_have_their_own_rights_alone(
    platform: Platform, rights: Rights, tmp_path: Path
) -> None:
    platform.call(every_task.fill)
    own = {"DATABASE_URL": rights.database, "REDIS_URL": rights.broker}
    records = "arena-records,arena-delivery"
    words = {
        "player": ["worker", "--queues", "arena", *QUIET],
        "records": ["worker", "--queues", records, "--concurrency", "2", *QUIET],
        "beat": ["beat", "--pidfile", "", "--schedule", str(tmp_path / "schedule")],
    }
    programs = {}
    try:
        for name, command in words.items():
            with (tmp_path / f"{name}.log").open("wb") as log:
                programs[name] = Forked(
                    ("-m", "celery", "-A", "website", *command),
                    platform.environment | ({} if name == "records" else own),
                    log,
                    folder=tmp_path,
                )
        found = platform.call(every_task.visit)
    finally:
        for program in programs.values():
            program.terminate()
        ends = {name: program.wait(PATIENCE) for name, program in programs.items()}
    logs = "".join((tmp_path / f"{name}.log").read_text() for name in words)
    refused = ("denied", "NOPERM", "NoPermission")
    assert [line for line in logs.splitlines() if any(word in line for word in refused)] == []
    assert found["missing"] == []
    assert {step for step, failures in found["failures"].items() if failures} == set()
    assert set(found["tasks"]) == our_tasks(), "a new task needs its effect here"
    assert ends == dict.fromkeys(words, 0)


def our_tasks() -> set[str]:
    """The names of all Celery tasks of the platform."""
    current_app.loader.import_default_modules()
    return {name for name in current_app.tasks if not name.startswith("celery.")}


def test_every_table_of_the_arena_has_its_rights() -> None:
    models = apps.get_app_config("arena").get_models(include_auto_created=True)
    named = re.findall(r"\['(\w+)', '([^']*)'\]", RIGHTS)
    assert sorted(name for name, _ in named) == sorted(model._meta.db_table for model in models)
    assert [name for name, rights in named if "DELETE" in rights] == ["arena_livegame"]


@pytest.mark.parametrize(
    "table", ["accounts_user", "django_session", "account_emailaddress", "auth_permission"]
)
def test_a_worker_reads_no_account(rights: Rights, table: str) -> None:
    with (
        psycopg.connect(rights.database) as worker,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        worker.execute(f"SELECT * FROM {table}".encode())


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE arena_entry SET mu = 50",
        "UPDATE arena_entry SET matches = 9",
        "UPDATE arena_versionrating SET mu = 50",
        "DELETE FROM arena_ratingchange",
        "INSERT INTO arena_entry (ladder_id) VALUES (1)",
        "UPDATE arena_ladder SET recorded = 0",
        "UPDATE arena_match SET serial = 1",
        "UPDATE arena_match SET seed = 1",
        "INSERT INTO arena_match (purpose) VALUES ('ladder')",
        "UPDATE arena_bot SET owner_id = 1",
        "UPDATE arena_bot SET current_id = 1",
        "UPDATE arena_bot SET source_is_public = true",
        "UPDATE arena_version SET source = 'bots/1/2-abc.py'",
        "UPDATE arena_version SET sha256 = ''",
        "UPDATE arena_version SET state = 'accepted'",
        "UPDATE arena_version SET bot_id = 1",
        "UPDATE arena_laddercheck SET state = 'passed'",
        "UPDATE arena_seat SET version_id = 1",
        "UPDATE arena_seat SET match_id = 1",
        "UPDATE arena_seat SET has_forfeited = true",
        "INSERT INTO arena_seat (match_id) VALUES (1)",
        "UPDATE arena_match SET ladder_id = 1",
        "UPDATE arena_match SET ordered_by_id = 1",
        "UPDATE arena_match SET config = '{}'",
        "UPDATE arena_match SET limits = '{}'",
        "UPDATE arena_humangame SET user_id = 1",
        "UPDATE arena_humangame SET seed = 1",
        "UPDATE arena_botseat SET version_id = 1",
        "UPDATE arena_game SET scores = '[]'",
        "UPDATE arena_botlog SET text = ''",
        "UPDATE arena_fault SET message = '\"\"'",
        "UPDATE arena_failure SET bot_id = 1",
        "UPDATE arena_notification SET user_id = 1",
        "UPDATE arena_pairing SET round_id = 1",
        "SELECT * FROM arena_action",
        "UPDATE arena_installation SET versions = '[]'",
        "UPDATE arena_installation SET marker = ''",
        "SELECT * FROM notices_webhook",
        "DELETE FROM arena_bot",
        "CREATE TABLE mine (x int)",
    ],
)
def test_what_a_worker_that_was_taken_over_may_not_change(rights: Rights, change: str) -> None:
    with (
        psycopg.connect(rights.database) as worker,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        worker.execute(change.encode())


@pytest.mark.parametrize(
    ("said", "statement"),
    [
        ("read every upload, log, match, seed", "SELECT seed FROM arena_match"),
        ("read every upload, log, match, seed", "SELECT text FROM arena_botlog"),
        ("change the points, faults and states of matches", "UPDATE arena_seat SET points = 2"),
        (
            "change the points, faults and states of matches",
            "UPDATE arena_match SET status = 'void'",
        ),
        ("end human games", "UPDATE arena_humangame SET status = 'finished'"),
        ("bench bots, or end their bench", "UPDATE arena_bot SET state = 'active'"),
        (
            "report what it likes about workers",
            "UPDATE arena_worker SET uploads_problem = '\"\"'",
        ),
    ],
)
def test_what_it_still_can_do_is_said(rights: Rights, said: str, statement: str) -> None:
    assert said in PAGE[PAGE.index("### A worker that was taken over") :]
    with psycopg.connect(rights.database) as worker:
        worker.execute(statement.encode())
        worker.rollback()


def test_rights_that_were_given_before_are_taken_back(postgres_url: str, rights: Rights) -> None:
    name = urlsplit(rights.database).username or ""
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute(f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {name}".encode())
        owner.execute(RIGHTS.replace(NAME, name).encode())
    with (
        psycopg.connect(rights.database) as worker,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        worker.execute("DELETE FROM arena_match")


FORBIDDEN_COMMANDS = [
    ("SET", "kingsbench:1:x", "y"),
    ("GET", "kingsbench:1:x"),
    ("DEL", "kingsbench:1:x"),
    ("EVAL", "return redis.call('GET', 'kingsbench:1:x')", "0"),
    ("EVAL", "return redis.call('GET', KEYS[1])", "1", "kingsbench:unacked_mutex"),
    ("LRANGE", "kingsbench:arena-delivery", "0", "-1"),
    ("BRPOP", "kingsbench:arena-delivery", "1"),
    ("DEL", "kingsbench:arena-records"),
    ("SET", "kingsbench:unacked", "x"),
    ("KEYS", "*"),
    ("SCAN", "0"),
    ("FLUSHALL",),
    ("CONFIG", "GET", "*"),
    ("ACL", "LIST"),
    ("CLIENT", "KILL", "TYPE", "normal"),
    ("SUBSCRIBE", "x"),
    ("PUBLISH", "x", "y"),
    ("MONITOR",),
    ("SHUTDOWN",),
]


def test_a_worker_reaches_neither_the_sites_cache_nor_other_commands(
    rights: Rights, redis_url: str
) -> None:
    with redis.Redis.from_url(rights.broker) as worker:
        assert worker.ping()
        worker.lpush("kingsbench:arena-records", "x")
        for words in FORBIDDEN_COMMANDS:
            with pytest.raises(redis.exceptions.NoPermissionError):
                worker.execute_command(*words)
    with redis.Redis.from_url(redis_url) as site:
        assert site.delete("kingsbench:arena-records") == 1
