"""`manage.py recount_statistics LADDER`."""

from typing import Any

from django.core.management.base import CommandParser

from arena.results.count_statistics import count_statistics, forget_statistics
from website.management.known_database import KnownDatabaseCommand
from website.management.ladders import add_ladder, ladder_called


class Command(KnownDatabaseCommand):
    """Count all games of a ladder anew, here."""

    help = (
        "Count the statistics of a ladder anew from its matches. Its page shows what is counted "
        "so far. After Ctrl-C, the workers continue."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_ladder(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        found = ladder_called(options["ladder"])
        forget_statistics(ladder=found)
        matches = 0
        while counted := count_statistics(ladder=found):
            matches += counted
        self.stdout.write(f"Statistics of {found.slug} count {matches} matches.")
