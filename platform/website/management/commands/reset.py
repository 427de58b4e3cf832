"""`./kingsbench reset`."""

import shutil
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from website.deploy.state_folder import LOCK, InUse, folder_lock


class Command(BaseCommand):
    """Delete the state folder, unless `up` runs on it."""

    help = "Delete var/ with all accounts, bots, matches, ratings and logs. Asks first."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask and delete; an external database or broker is not touched."""
        folder: Path = settings.VAR
        if folder in {Path.home().resolve(), settings.ROOT, *settings.ROOT.parents}:
            raise CommandError(
                f"{folder} contains other files as well; delete them yourself first."
            )
        if not (folder / LOCK).exists():
            raise CommandError(f"nothing to remove: `up` has not run on {folder}.")
        try:
            with folder_lock(folder):
                if not (options["yes"] or self.agreed(folder)):
                    raise CommandError("nothing removed.")
                shutil.rmtree(folder)
        except InUse as error:
            raise CommandError(f"{error}: stop it first (Ctrl-C there).") from error
        self.stdout.write(f"removed {folder}")

    def agreed(self, folder: Path) -> bool:
        if not sys.stdin.isatty():
            raise CommandError("use --yes to run without a terminal.")
        self.stdout.write(f"This deletes {folder}: every account, bot, match and rating.")
        return input("Type yes to continue: ").strip().lower() == "yes"
