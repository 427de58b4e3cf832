"""The servers for tests of storage and queue are real, and are stopped afterwards."""

import os
import subprocess
import sys

import psycopg
import pytest
import redis

from tests import services
from tests.patience import PROMPT
from tests.tooling.processes import within

pytestmark = pytest.mark.services


def test_a_database_of_its_own_is_empty_and_of_a_version_that_is_supported(
    postgres_url: str,
) -> None:
    assert postgres_url.rsplit("/", 1)[1].startswith("tests_")
    with (
        services.database_of_its_own(postgres_url) as url,
        psycopg.connect(url) as connection,
    ):
        tables = connection.execute(
            "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"
        ).fetchone()
        version = connection.info.server_version
    assert tables == (0,)
    assert version >= 150000


def test_a_database_is_dropped_at_the_end_even_while_in_use(postgres_url: str) -> None:
    with services.database_of_its_own(postgres_url) as url:
        left_open = psycopg.connect(url)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)
    left_open.close()


def test_redis_answers_and_asks_for_its_password(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        assert client.set("moat", "2") is True
        assert client.get("moat") == b"2"
    stranger = "redis://" + redis_url.rsplit("@", maxsplit=1)[1]
    with redis.Redis.from_url(stranger) as client, pytest.raises(redis.AuthenticationError):
        client.ping()


def test_a_server_dies_with_the_process_that_started_it() -> None:
    with services.temporary_folder("owner", services.server_user()) as home:
        owner = subprocess.Popen(
            [sys.executable, "-m", "tests.tooling.scripts.own_redis"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "TMPDIR": str(home), "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert owner.stdout is not None
        url = owner.stdout.readline().strip()
        with redis.Redis.from_url(url) as client:
            assert not is_gone(client)
            owner.kill()
            owner.communicate()
            assert within(PROMPT, lambda: is_gone(client))


def is_gone(client: redis.Redis) -> bool:
    try:
        client.ping()
    except redis.ConnectionError:
        return True
    return False
