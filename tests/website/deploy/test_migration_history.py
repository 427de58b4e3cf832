"""Databases of other versions are refused by name; migrations are only added."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.website.backup.places import Place, an_empty_place
from tests.website.scripts import migrations

ROOT = Path(__file__).resolve().parents[3]
RELEASED = ROOT / "tests/migrations.sha256"  # as `sha256sum` writes it
COMMANDS = [
    ("migrate",),
    ("migrate", "--check"),
    ("up", "--port", "8765"),
    ("seed",),
    ("prune",),
    ("recompute_ratings", "x"),
    ("recount_statistics", "x"),
]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.services)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    with an_empty_place(request.param, tmp_path / "var") as place:
        place.migrate()
        yield place


@pytest.mark.long
@pytest.mark.parametrize(
    ("last", "why"),
    [
        ("0001_initial", "is of Kingsbench before 0.2.0, which this version cannot bring up to"),
        ("9999_other", "is of a newer Kingsbench, with unknown migrations: arena 9999_other."),
    ],
)
def test_a_database_of_another_version_is_refused_in_one_line_and_kept(
    place: Place, tmp_path: Path, last: str, why: str
) -> None:
    backup = str(tmp_path / "backup")
    assert place.manage("backup", backup).returncode == 0
    place.call(migrations.record_only, last)
    before = place.look()
    for command in (*COMMANDS, ("restore", backup)):
        done = place.manage(*command)
        assert done.returncode == 1, command
        assert done.stderr.startswith(f"CommandError: this database {why}"), done.stderr
        assert done.stderr.count("\n") == 1
    assert place.look() == before


def test_released_migrations_stay_as_they_are() -> None:
    """Add a line for a new migration; the files of earlier ones stay, byte by byte."""
    listed = dict(line.split("  ")[::-1] for line in RELEASED.read_text().splitlines())
    found = {
        str(path.relative_to(ROOT)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in ROOT.glob("*/**/migrations/0*.py")
        if ".venv" not in path.parts
    }
    assert found == listed, "run: sha256sum arena/migrations/0* platform/website/*/migrations/0*"
