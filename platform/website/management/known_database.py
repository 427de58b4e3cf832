"""Commands that write only what their own version knows."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from website.deploy.migration_history import OtherVersion, require_known_database


class KnownDatabaseCommand(BaseCommand):
    """A command that refuses a database of another version."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Raise CommandError before anything is read or written."""
        try:
            require_known_database(connection)
        except OtherVersion as error:
            raise CommandError(str(error)) from error
        return super().execute(*args, **options)
