"""The viewer for replays without a server, as the kit takes it: `manage.py save_viewer`."""

import json
from pathlib import Path

from django.template.loader import render_to_string
from django.utils.translation import override

from kit.viewer import PAGE, words_file
from website.games.registry import site_games
from website.matches.board_texts import board_words

# Nothing is loaded or sent anywhere, whatever a replay has in it.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'unsafe-inline' data:"
)


def saved_viewer() -> dict[Path, str]:
    """Return the files' contents: the page in English, and the words of each game's board."""
    games = site_games()
    with override("en"):
        page = render_to_string("matches/saved.html", {"games": games, "policy": POLICY})
        words = {game.name: board_words(game) | {"board": game.board} for game in games}
    lines = (line.strip() for line in page.splitlines())
    found = {PAGE: "".join(f"{line}\n" for line in lines if line)}
    for name, told in words.items():
        text = json.dumps(told, ensure_ascii=False, indent=0, sort_keys=True)
        found[words_file(name)] = f"{text}\n"
    return found
