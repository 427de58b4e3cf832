"""The site's viewer as `manage.py save_viewer` writes it: a page's frame, and words by game."""

from pathlib import Path

FOLDER = Path(__file__).parent
PAGE = FOLDER / "page.html.in"


def words_file(game: str) -> Path:
    return FOLDER / f"{game}.json"
