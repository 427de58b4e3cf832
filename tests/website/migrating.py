"""Migrate the database of the settings: `python -m tests.website.migrating HOW`."""

import sys
from typing import Any

import django
import pytest
from django.apps.registry import Apps
from django.contrib.postgres.operations import TrigramExtension
from django.core.management import call_command
from django.core.management.commands import migrate as django_migrate
from django.db.migrations import RunPython, RunSQL
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

LADDER = "seeded-by-a-migration"


def by_django() -> None:
    """Run each migration in turn."""
    call_command(django_migrate.Command(), interactive=False, verbosity=0)


def with_seeds() -> None:
    """Let migrations have operations that models do not show, and some that only look so."""
    add(
        RunPython(seed),
        RunSQL("CREATE VIEW seeded AS SELECT slug FROM arena_ladder"),
        RunPython(fail, elidable=True),
        RunSQL("not for a new database", state_operations=[RunPython(fail)]),
        TrigramExtension(),
    )
    migrate()


def with_failure() -> None:
    """Let the last operation fail."""
    add(RunPython(seed), RunPython(fail))
    migrate()


def in_part() -> None:
    """Ask for less than all."""
    call_command("migrate", plan=True, verbosity=0)
    with pytest.raises(SystemExit):
        call_command("migrate", check_unapplied=True, verbosity=0)
    call_command("migrate", "sessions", interactive=False, verbosity=0)


def migrate() -> None:
    call_command("migrate", interactive=False, verbosity=0)


def add(*operations: Operation) -> None:
    """Add operations to a migration of ours."""
    found = MigrationLoader(None).disk_migrations or {}
    last = found[max(name for name in found if name[0] == "arena")]
    type(last).operations = [*last.operations, *operations]


def seed(apps: Apps, _editor: Any) -> None:
    apps.get_model("arena", "Ladder").objects.create(slug=LADDER, name="Seeded", game="dominion")


def fail(*_: Any) -> None:
    raise RuntimeError("this operation fails")


if __name__ == "__main__":
    django.setup()
    ways = (by_django, with_seeds, with_failure, in_part)
    next(way for way in ways if way.__name__ == sys.argv[1])()
