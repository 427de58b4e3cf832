"""The kit's viewer is the site's.

KINGSBENCH_RENEW_GOLDEN=1 .venv/bin/python -m pytest tests/website/matches/test_saved_viewer.py
"""

import os

from django.core.management import call_command

from website.matches.board_texts import saved_viewer


def test_the_kit_has_the_viewer_as_it_is_now() -> None:
    if os.environ.get("KINGSBENCH_RENEW_GOLDEN"):
        call_command("save_viewer")
    kept = {path: path.read_text(encoding="utf-8") for path in saved_viewer()}
    old = [path.name for path, text in saved_viewer().items() if kept[path] != text]
    assert old == [], "the kit's viewer is old: run `manage.py save_viewer`"
