"""Search on PostgreSQL, where the role may create pg_trgm and where it may not."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from arena.core.search_index import WORD_COLUMNS
from kit import diagnosis
from tests.arena.processes import MIGRATE, Platform
from tests.arena.worker_role import as_user
from tests.prepared import platform_environment
from tests.services import database_of_its_own
from tests.website.scripts import searches

pytestmark = pytest.mark.services

WORDS = sorted(f"{table}_words" for table in WORD_COLUMNS)
ALL = sorted([*WORDS, *(f"{table}_trigrams" for table in WORD_COLUMNS)])


class PoorPlatform(Platform):
    """A platform that has to migrate with its own rights."""

    def __init__(self, var: Path, url: str) -> None:
        self.environment = platform_environment(var) | {"DATABASE_URL": url}


@pytest.fixture
def url(postgres_url: str) -> Iterator[str]:
    with database_of_its_own(postgres_url) as found:
        yield found


@pytest.fixture
def poor_url(url: str) -> Iterator[str]:
    """The same database for a role that may create tables and no extensions."""
    name, password = f"poor_{secrets.token_hex(4)}", secrets.token_hex(8)
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute(f"CREATE ROLE {name} LOGIN PASSWORD '{password}'".encode())
        owner.execute(f"GRANT ALL ON SCHEMA public TO {name}".encode())
    yield as_user(url, name, password)
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute(f"DROP OWNED BY {name} CASCADE; DROP ROLE {name}".encode())


def test_words_their_beginnings_and_misspellings_are_found(url: str, tmp_path: Path) -> None:
    platform = Platform(tmp_path, DATABASE_URL=url)
    platform.call(searches.fill)

    def find(*asked: str) -> list[str]:
        return platform.call(searches.find, *asked)

    assert find("one labor") == find("LABORATORY") == ["Laboratory One"]
    assert find("treasure") == ["Quarry"]
    assert find("v2 py") == ["bot.py-v2"]
    assert find("ÖFFNER") == ["Öffner"]
    assert find("labratory") == ["Laboratory One"]
    assert find("labyrinth") == []
    assert find("labyrinth", "bob") == ["Labyrinth"]
    assert find("labortory", "", "competitions") == ["Winter Laboratory Cup"]
    assert find("allice", "", "people") == ["alice"]
    assert platform.call(searches.find_odd) == len(searches.ODD)
    assert platform.call(searches.back_and_forth) == [[], ALL]


def test_without_the_right_words_are_found_and_the_doctor_says_what_to_run(
    url: str, poor_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    platform = PoorPlatform(tmp_path, poor_url)
    platform.run(*MIGRATE)
    platform.call(searches.fill)
    assert platform.call(searches.indexes) == WORDS
    assert platform.call(searches.find, "laboratory") == ["Laboratory One"]
    assert platform.call(searches.find, "labratory") == []
    monkeypatch.setenv("DATABASE_URL", poor_url)
    command, _, rest = diagnosis.search_remedy().partition(" -c '")
    assert command == f"sudo -u postgres psql -d {url.rpartition('/')[2]}"
    with psycopg.connect(url, autocommit=True) as superuser:
        superuser.execute(rest.removesuffix("'").encode())
    assert platform.call(searches.indexes) == ALL
    assert platform.call(searches.find, "labratory") == ["Laboratory One"]
    assert diagnosis.search_remedy() == ""


def test_the_doctor_is_silent_about_other_databases(monkeypatch: pytest.MonkeyPatch) -> None:
    for other in ("", "sqlite:///x.sqlite3", "postgresql://nobody@127.0.0.1:1/none"):
        monkeypatch.setenv("DATABASE_URL", other)
        assert diagnosis.search_remedy() == ""
