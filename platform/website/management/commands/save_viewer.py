"""`manage.py save_viewer`."""

from typing import Any

from django.core.management.base import BaseCommand

from website.matches.board_texts import saved_viewer


class Command(BaseCommand):
    """Write the kit's viewer."""

    help = "Render the replay viewer for the kit (after a change of its template or words)."

    def handle(self, *args: Any, **options: Any) -> None:
        for path, text in saved_viewer().items():
            path.write_text(text, encoding="utf-8")
