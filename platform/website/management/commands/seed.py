"""`manage.py seed`: the administrator, the first ladder and the sample bots. Safe to repeat."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from website.management.seeding import seed


class Command(BaseCommand):
    """Seeds a database that has been migrated."""

    help = "Make the administrator, the first ladder and the sample bots where they are missing."

    def handle(self, *args: Any, **options: Any) -> None:
        """Seed, and say how the administrator logs in."""
        self.stdout.write(seed(settings.VAR))
