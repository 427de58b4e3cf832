"""Which version of the program this process runs."""

from functools import cache
from importlib.metadata import version
from pathlib import Path

# Earlier versions, as `own_version` named them, whose workers may go on after this one's `migrate`:
# a release that changes no game, no match and no message adds the one before.
ALSO_FIT: tuple[str, ...] = ()

MIGRATIONS = Path(__file__).parent.parent / "migrations"


@cache
def own_version() -> str:
    """Return the release and its last migration of the arena, as "0.2.0 0001_kingsbench"."""
    return f"{version('kingsbench')} {last_migration()}"


@cache
def last_migration() -> str:
    return max(path.stem for path in MIGRATIONS.glob("[0-9]*.py"))
