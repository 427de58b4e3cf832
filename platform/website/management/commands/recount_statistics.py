"""`manage.py recount_statistics LADDER`."""

from typing import Any

from arena.results.count_statistics import count_statistics, forget_statistics
from website.management.base import LadderCommand


class Command(LadderCommand):
    """Count all games of a ladder anew, here."""

    help = (
        "Count the statistics of a ladder anew from its matches. Its page shows what is counted "
        "so far. After Ctrl-C, the workers continue."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        ladder = self.ladder_called(options["ladder"])
        forget_statistics(ladder=ladder)
        matches = 0
        while counted := count_statistics(ladder=ladder):
            matches += counted
        self.stdout.write(f"Statistics of {ladder.slug} count {matches} matches.")
