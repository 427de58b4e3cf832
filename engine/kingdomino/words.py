"""The log in words: a sentence for each kind of event, and how dominoes stand in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.event_texts import EventTexts, Texts, count_phrase, field, points, reword, who
from engine.game import JsonObject
from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.state import OVER

SENTENCES: dict[str, Texts] = {
    "dynasty_game": {
        "en": "Game {dynasty_game} of the dynasty begins.",
        "de": "Spiel {dynasty_game} der Dynastie beginnt.",
    },
    "row": {"en": "The next row: {numbers}.", "de": "Die nächste Reihe: {numbers}."},
    "turn": {"en": "{who}, round {turn}", "de": "{who}, Runde {turn}"},
    "pick": {
        "en": "{who} sets a king on {domino}.",
        "de": "{who} setzt einen König auf {domino}.",
    },
    "place": {
        "en": "{who} places {domino} at {left} and {right}.",
        "de": "{who} legt {domino} an: auf {left} und {right}.",
    },
    "discard": {
        "en": "{who} does not place {domino}.",
        "de": "{who} legt {domino} nicht an.",
    },
    "discard forced": {
        "en": "{who} has no place for {domino}.",
        "de": "{who} hat keinen Platz für {domino}.",
    },
    "score": {
        "en": "Game {dynasty_game} of the dynasty is over. Points so far: {points}.",
        "de": "Spiel {dynasty_game} der Dynastie ist vorbei. Punkte bisher: {points}.",
    },
    "end": {
        "en": "The game ends ({reason}). Points: {points}.",
        "de": "Das Spiel endet ({reason}). Punkte: {points}.",
    },
}
TERRAINS: dict[str, Texts] = {
    "wheat": {"en": "wheat", "de": "Weizen"},
    "forest": {"en": "forest", "de": "Wald"},
    "water": {"en": "water", "de": "Wasser"},
    "grassland": {"en": "grassland", "de": "Wiese"},
    "swamp": {"en": "swamp", "de": "Sumpf"},
    "mine": {"en": "mine", "de": "Mine"},
}
DOMINO: Texts = {"en": "domino", "de": "Dominostein"}
WITH: Texts = {"en": "with", "de": "mit"}
CROWNS = {"en": ("crown", "crowns"), "de": ("Krone", "Kronen")}
ENDINGS: dict[str, dict[str, str]] = {"de": {OVER: "alle Dominosteine sind gelegt"}}


def tell(event: JsonObject, names: Sequence[str], language: str = "en") -> str:
    """One event as a sentence; `names` are the players' by seat."""
    kind = "discard forced" if event.get("forced") else event["type"]
    return TELLING.tell(kind, event, names, language)


def ending(reason: str, language: str) -> str:
    """Translate the reason a game ended; an unknown reason stays as it is."""
    return reword(reason, ENDINGS.get(language, {}), str)


def domino(number: int, language: str) -> str:
    """ "domino 19 (wheat with 1 crown, forest)"."""
    halves = [half(str(land), int(n), language) for land, n in DOMINOES[number].halves]
    return f"{DOMINO[language]} {number} ({', '.join(halves)})"


def half(terrain: str, crowns: int, language: str) -> str:
    """ "wheat", "wheat with 1 crown", "mine with 2 crowns"."""
    land = TERRAINS[terrain][language]
    return f"{land} {WITH[language]} {count_phrase(crowns, CROWNS[language])}" if crowns else land


def _square(steps: int) -> Callable[[JsonObject, Sequence[str], str], str]:
    def at(event: JsonObject, _names: Sequence[str], _language: str) -> str:
        x, y, dx, dy = event["at"]
        return f"{x + steps * dx}, {y + steps * dy}"

    return at


TELLING = EventTexts(
    SENTENCES,
    {
        "who": who,
        "dynasty_game": field("dynasty_game"),
        "turn": field("turn"),
        "numbers": lambda event, _, __: ", ".join(map(str, event["numbers"])),
        "domino": lambda event, _, language: domino(event["number"], language),
        "left": _square(0),
        "right": _square(1),
        "points": points,
        "reason": lambda event, _, language: ending(event["reason"], language),
    },
)
