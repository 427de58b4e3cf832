"""`manage.py seed`: the administrator, the first ladder and the sample bots. Safe to repeat."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from website.backup.errors import BackupError
from website.backup.marker import need_no_restore
from website.management.seeding import seed


class Command(BaseCommand):
    """Seeds a database that has been migrated."""

    help = "Make the administrator, the first ladder and the sample bots where they are missing."

    def handle(self, *args: Any, **options: Any) -> None:
        """Seed, and say how the administrator logs in."""
        try:
            need_no_restore()
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(seed(settings.VAR))
