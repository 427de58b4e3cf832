"""Texts of boards and the replay player, and the kit's viewer made of them."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override, pgettext_lazy

from kit.viewer import PAGE, words_file
from website.games.contract import PLURALS, SENTENCES, SiteGame, Text
from website.games.registry import site_games
from website.matches.result import RESULTS
from website.site.language import reader_language

PLAYER: Mapping[str, Text] = {
    "start": _("The game is set up"),
    "of": _("Event {n} of {last}"),
    "play": pgettext_lazy("player", "Play"),
    "pause": _("Pause"),
    "everything": _("everything"),
    "public": _("what everyone saw"),
    "seen": _("what {name} saw"),
    "picked": _("Picked"),
    "not_picked": _("Not chosen"),
    "unanswered": _("No answer. The game was stopped here."),
    "no_question": _("No question here."),
    "output": _("Output of {name}"),
    "took": _("{ms} ms of CPU"),
    "no_bot": _("default answer, without a bot"),
    "secret": _("Only {name} saw the options."),
    "set_up": _("Set-up"),
    "curve": _("Points over the game: {points}"),
    "not_json": _("This file is not JSON. Choose the file written by “--replay”."),
    "no_replay": _("This file is not a replay. Choose the file written by “--replay”."),
    "newer": _("This replay was made by a newer version. Reload the page and try again."),
    "unknown_game": _("The game of this replay is not known here."),
    "too_large": _("This file is too large for a replay (limit: {most} MB)."),
    "notes": _("Notes of {name}"),
    "and": _("and"),
    "broken": _("This replay is damaged and cannot be shown from event {n} on."),
}


def board_texts(game: SiteGame) -> dict[str, Any]:
    """Return texts by key, the board module's address, and the game's own things."""
    return {**board_words(game), "board": static(game.board)}


def board_words(game: SiteGame) -> dict[str, Any]:
    """Return the same without the address."""
    words = {**SENTENCES, **PLAYER, **game.sentences}
    plurals = {**PLURALS, **game.plurals}
    results = {key: re.sub(r"%\((\w+)\)s", r"{\1}", str(text)) for key, text in RESULTS.items()}
    return {
        **game.things(),
        "language": reader_language(),
        "words": {**_as_text(words), **results, "tie_break": str(game.tie_break)},
        "plurals": {key: [str(form) for form in forms] for key, forms in plurals.items()},
        "prompts": _as_text(game.prompts),
        "phrases": _as_text(game.phrases),
    }


def _as_text(texts: Mapping[str, Text]) -> dict[str, str]:
    return {key: str(text) for key, text in texts.items()}


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
    files = {PAGE: "".join(f"{line}\n" for line in lines if line)}
    for name, board in words.items():
        text = json.dumps(board, ensure_ascii=False, indent=0, sort_keys=True)
        files[words_file(name)] = f"{text}\n"
    return files
