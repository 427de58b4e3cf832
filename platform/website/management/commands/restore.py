"""`manage.py restore FOLDER`."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from website.backup.errors import BackupError
from website.backup.restore import restore_backup
from website.management.commands.backup import contents


class Command(BaseCommand):
    """Verify, restore and prove a backup."""

    help = "Restore a backup into an empty database and an empty folder of uploads."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="folder created by `manage.py backup`")
        parser.add_argument(
            "--skip-proof",
            action="store_true",
            help=(
                "skip the final check of ratings and games, which takes minutes for a million "
                "matches"
            ),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        before = os.umask(0o077)
        try:
            manifest = restore_backup(
                options["folder"].absolute(),
                prove=not options["skip_proof"],
                say=self.stdout.write,
            )
        except BackupError as error:
            raise CommandError(str(error)) from error
        finally:
            os.umask(before)
        self.stdout.write(
            f"restored: {contents(manifest)}, of {manifest.made_at}. Start the platform. If "
            "SECRET_KEY is new, everyone must log in again."
        )
        for name in manifest.missing:
            self.stderr.write(f"without upload {name}")
