"""`manage.py seed`; safe to repeat."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from arena.queue.refusals import UploadsNotOurs
from website.backup.errors import BackupError
from website.backup.marker import require_no_restore
from website.management.base import KnownDatabaseCommand
from website.management.seeding import seed, who_will_be_asked


class Command(KnownDatabaseCommand):
    """Seed a migrated database."""

    help = "Create the administrator, the first ladder and the house bots if they are missing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--no-password",
            action="store_true",
            help="create the administrator without a password; set one with `changepassword admin`",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the password only to a terminal, as other output may be logged."""
        try:
            require_no_restore()
        except BackupError as error:
            raise CommandError(str(error)) from error
        with_password = not options["no_password"]
        to_terminal = self.stdout.isatty()
        try:
            login = seed(settings.VAR, to_terminal=to_terminal, with_password=with_password)
        except UploadsNotOurs as error:
            raise CommandError(error.problem) from error
        self.stdout.write(login)
        if asked := who_will_be_asked():
            self.stdout.write(asked)
