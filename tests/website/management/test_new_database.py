"""`migrate` on an empty database: tables at once, equal to those of all migrations in turn."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.forks import Forked
from tests.patience import HANGS
from tests.services import database_of_its_own
from tests.website.migrating import LADDER
from tests.website.schema import Database

pytestmark = pytest.mark.processes

ROOT = Path(__file__).resolve().parents[3]
MIGRATE = ("manage.py", "migrate", "--skip-checks", "--verbosity", "0")


class Empty:
    """A database, empty at first."""

    def __init__(self, var: Path, url: str = "") -> None:
        self._environment = os.environ | {
            "KINGSBENCH_VAR": str(var),
            "DJANGO_SETTINGS_MODULE": "website.settings",
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "platform")]),
        }
        if url:
            self._environment["DATABASE_URL"] = url
        self._address = url or str(var / "kingsbench.sqlite3")

    def open(self) -> Database:
        return Database(self._address)

    def start(self, *command: str) -> "subprocess.Popen[str]":
        return Forked(command, self._environment)

    def migrate(self, how: str = "") -> str:
        """Migrate; return the errors."""
        command = ("-m", "tests.website.migrating", how) if how else MIGRATE
        return self.start(*command).communicate(timeout=HANGS)[1]


@pytest.fixture(params=["sqlite", "postgresql"])
def two(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Empty, Empty]]:
    folders = [tmp_path / "one", tmp_path / "two"]
    with ExitStack() as stack:
        urls = ["", ""]
        if request.param == "postgresql":
            server = request.getfixturevalue("postgres_url")
            urls = [stack.enter_context(database_of_its_own(server)) for _ in folders]
        one, other = (Empty(folder, url) for folder, url in zip(folders, urls, strict=True))
        yield one, other


@pytest.fixture
def empty(two: tuple[Empty, Empty]) -> Empty:
    return two[0]


def test_tables_made_at_once_are_those_of_all_migrations(two: tuple[Empty, Empty]) -> None:
    at_once, in_turn = two
    assert at_once.migrate() == ""
    assert in_turn.migrate("by_django") == ""
    with at_once.open() as made, in_turn.open() as migrated:
        assert made.tables() == migrated.tables()
        expected = migrated.schema()
        for kind, rows in made.schema().items():
            assert rows, kind
            assert rows == expected[kind]
        assert made.content() == migrated.content()


def test_processes_that_migrate_at_once_make_the_tables_once(empty: Empty) -> None:
    processes = [empty.start(*MIGRATE) for _ in range(3)]
    assert [one.communicate(timeout=HANGS)[1] for one in processes] == [""] * 3
    with empty.open() as made:
        history = made.content()["django_migrations"]
    assert len(history) == len(set(history)) > 0


def test_a_failure_leaves_nothing_behind(empty: Empty) -> None:
    assert "this operation fails" in empty.migrate("with_failure")
    with empty.open() as untouched:
        assert untouched.tables() == []
    assert empty.migrate() == ""
    with empty.open() as made:
        assert made.rows("SELECT count(*) FROM arena_ladder") == [(0,)]


def test_extensions_statements_and_seeds_of_migrations_are_run(empty: Empty) -> None:
    assert empty.migrate("with_seeds") == ""
    with empty.open() as made:
        assert made.rows("SELECT slug FROM seeded") == [(LADDER,)]
        if made.is_server:
            assert made.rows("SELECT extname FROM pg_extension WHERE extname = 'pg_trgm'")


def test_a_narrower_request_is_djangos(tmp_path: Path) -> None:
    empty = Empty(tmp_path)
    assert empty.migrate("in_part") == ""
    with empty.open() as made:
        assert made.tables() == ["django_migrations", "django_session"]
