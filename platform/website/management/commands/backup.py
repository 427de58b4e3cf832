"""`manage.py backup FOLDER`."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from website.backup.create import make_backup
from website.backup.errors import BackupError
from website.backup.manifest import Manifest


class Command(BaseCommand):
    """Make a backup that only its user can read."""

    help = "Back up the database and uploads to a new folder. The platform can keep running."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="a new or an empty folder")
        parser.add_argument(
            "--with-uploads",
            action="store_true",
            help="also copy uploads from a bucket; uploads in a folder are always copied",
        )
        parser.add_argument(
            "--allow-missing",
            action="store_true",
            help="continue without missing uploads; the manifest lists them",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"].absolute()
        before = os.umask(0o077)
        try:
            manifest = make_backup(
                folder,
                with_uploads=options["with_uploads"],
                allow_missing=options["allow_missing"],
                say=self.stdout.write,
            )
        except BackupError as error:
            raise CommandError(f"no backup was made: {error}") from error
        finally:
            os.umask(before)
        self.stdout.write(f"{folder} holds {contents(manifest)}")
        for name in manifest.missing:
            self.stderr.write(f"without upload {name}")


def contents(manifest: Manifest) -> str:
    size = sum(digest.size for digest in manifest.files.values())
    left = f", {len(manifest.listed)} uploads are listed" if manifest.listed else ""
    matches = manifest.rows.get("arena_match", 0)
    return (
        f"{matches} matches, {sum(1 for _ in manifest.uploads)} uploads, "
        f"{size / 1e6:.1f} MB in all{left}"
    )
