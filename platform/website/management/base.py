"""Bases of commands: those that write only what their own version knows, and those on a ladder."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from arena.models import Ladder
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


class LadderCommand(KnownDatabaseCommand):
    """A command on the ladder that its argument names."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ladder", help="slug of the ladder")

    def ladder_called(self, slug: str) -> Ladder:
        """Return this ladder. Raise CommandError with all there are."""
        ladder = Ladder.objects.filter(slug=slug).first()
        if ladder is None:
            known = ", ".join(Ladder.objects.values_list("slug", flat=True)) or "none"
            raise CommandError(f"no ladder {slug!r}; there are: {known}")
        return ladder
