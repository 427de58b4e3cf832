"""`manage.py prune`."""

import json
from typing import Any

from django.core.management.base import CommandError, CommandParser

from website.management.base import KnownDatabaseCommand
from website.pruning.prune import PruneFailed, due, prune


class Command(KnownDatabaseCommand):
    """Prune at once what beat prunes in steps."""

    help = "Remove old logs, decision logs, events, notifications, sessions and the like."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--dry-run", action="store_true", help="only show what would be removed"
        )
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = due() if options["dry_run"] else prune(most_steps=None)
        except PruneFailed as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            kinds = {name: {"rows": old.rows, "bytes": old.size} for name, old in found.items()}
            self.stdout.write(json.dumps({"dry_run": options["dry_run"], "kinds": kinds}))
            return
        self.stdout.write("would be removed:" if options["dry_run"] else "removed:")
        for name, old in found.items():
            size = f"{old.size / 1e6:10.1f} MB" if old.size else ""
            self.stdout.write(f"  {name:<16}{old.rows:>10} {size}".rstrip())
