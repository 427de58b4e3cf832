"""`manage.py migrate`."""

from typing import Any

from django.core.management.base import CommandError, no_translations
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections

from website.deploy.migration_history import OtherVersion, require_known_database
from website.management.new_database import NewDatabase

NARROWER = (
    "app_label",
    "migration_name",
    "fake",
    "fake_initial",
    "plan",
    "check_unapplied",
    "prune",
)


class Command(migrate.Command):
    """Django's `migrate`, but an empty database gets all tables at once."""

    @no_translations
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            require_known_database(connections[options["database"]])
        except OtherVersion as error:
            raise CommandError(str(error)) from error
        is_whole = not any(options[name] for name in NARROWER)
        is_usual = options["database"] == DEFAULT_DB_ALIAS
        if not (is_whole and is_usual and self._make_tables(options)):
            super().handle(*args, **options)

    def _make_tables(self, options: dict[str, Any]) -> bool:
        """Make all tables at once; return False if the database is not empty."""
        connection = connections[options["database"]]
        connection.prepare_database()
        new = NewDatabase(connection)
        if not new.can_be_made(with_unmigrated=options["run_syncdb"]):
            return False
        told = {name: options[name] for name in ("verbosity", "interactive")}
        if options["verbosity"] >= 1:
            self.stdout.write("Creating all tables of an empty database.")
        return new.make(stdout=self.stdout, **told)
