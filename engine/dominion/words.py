"""The log in words: a sentence for each kind of event, and how cards stand in it.

German has cards by their names alone and counts how often, as no article and no plural fits all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from engine.dominion.card import CARDS
from engine.dominion.steps import MODES, phrase
from engine.event_texts import EventTexts, Texts, count_phrase, field, points, reword, who
from engine.game import JsonObject

SILENT: Texts = {"en": "", "de": ""}
SENTENCES: dict[str, Texts] = {
    "turn": {"en": "{who}, turn {turn}", "de": "{who}, Zug {turn}"},
    "turn extra": {
        "en": "{who}, extra turn ({extra})",
        "de": "{who}, Extrazug ({extra})",
    },
    "turn possessed": {
        "en": "{who}, extra turn ({extra}: {by} decides)",
        "de": "{who}, Extrazug ({extra}: {by} entscheidet)",
    },
    "shuffle": {
        "en": "{who} shuffles the discard pile into a new deck.",
        "de": "{who} mischt den Ablagestapel zu einem neuen Nachziehstapel.",
    },
    "draw": {"en": "{who} draws {cards}.", "de": "{who} zieht {cards}."},
    "play": {"en": "{who} plays {cards}.", "de": "{who} spielt {cards} aus."},
    "play_again": {
        "en": "{who} plays {cards} again.",
        "de": "{who} spielt {cards} noch einmal aus.",
    },
    "react": {"en": "{who} reveals {cards}.", "de": "{who} deckt {cards} auf."},
    "react to": {
        "en": "{who} reveals {cards} in reaction to {about}.",
        "de": "{who} reagiert auf {about} und deckt {cards} auf.",
    },
    "buy": {"en": "{who} buys {cards}.", "de": "{who} kauft {cards}."},
    "gain": {"en": "{who} gains {cards}.", "de": "{who} nimmt {cards}."},
    "gain to hand": {
        "en": "{who} gains {cards} to the hand.",
        "de": "{who} nimmt {cards} gleich auf die Hand.",
    },
    "gain to deck": {
        "en": "{who} gains {cards} onto the deck.",
        "de": "{who} nimmt {cards} gleich auf den Nachziehstapel.",
    },
    "gain bought": SILENT,
    "take": {
        "en": "{who} takes {cards} into the hand.",
        "de": "{who} nimmt {cards} auf die Hand.",
    },
    "reveal": {"en": "{who} reveals {cards}.", "de": "{who} deckt {cards} auf."},
    "look": {"en": "{who} looks at {cards}.", "de": "{who} sieht sich {cards} an."},
    "put_back": {
        "en": "{who} puts {cards} onto the deck.",
        "de": "{who} legt {cards} auf den Nachziehstapel.",
    },
    "shuffle_in": {
        "en": "{who} shuffles {cards} into the deck.",
        "de": "{who} mischt {cards} in den Nachziehstapel.",
    },
    "set_aside": {"en": "{who} sets {cards} aside.", "de": "{who} legt {cards} beiseite."},
    "mat": {
        "en": "{who} sets {cards} aside on {mat}.",
        "de": "{who} legt {cards} auf {mat} beiseite.",
    },
    "next_turn": SILENT,
    "discard_deck": {
        "en": "{who} puts the deck into the discard pile.",
        "de": "{who} legt den Nachziehstapel auf den Ablagestapel.",
    },
    "name": {"en": "{who} names {cards}.", "de": "{who} nennt {cards}."},
    "tokens": {"en": "{who} takes {tokens}.", "de": "{who} nimmt {tokens}."},
    "tokens spent": {"en": "{who} spends {tokens}.", "de": "{who} gibt {tokens} aus."},
    "cheaper": {
        "en": "Cards cost {amount} less this turn.",
        "de": "In diesem Zug kosten Karten {amount} weniger.",
    },
    "pass": {"en": "{who} passes {cards} to the left.", "de": "{who} gibt {cards} nach links."},
    "pile_token": {
        "en": "The token of the {pile} pile moves to {mat}.",
        "de": "Der Marker des Stapels {pile} kommt auf {mat}.",
    },
    "token_on_pile": {
        "en": "{who} puts a token of {mat} onto the {pile} pile.",
        "de": "{who} legt einen Marker von {mat} auf den Stapel {pile}.",
    },
    "turn_up": {
        "en": "{who} turns up {cards} of the Black Market deck.",
        "de": "{who} deckt {cards} vom Schwarzmarktstapel auf.",
    },
    "put_under": {
        "en": "{who} puts {cards} under the Black Market deck.",
        "de": "{who} legt {cards} unter den Schwarzmarktstapel.",
    },
    "return": {
        "en": "{who} returns {cards} to the supply.",
        "de": "{who} legt {cards} in den Vorrat zurück.",
    },
    "discard": {"en": "{who} discards {cards}.", "de": "{who} legt {cards} ab."},
    "trash": {"en": "{who} trashes {cards}.", "de": "{who} entsorgt {cards}."},
    "potions": SILENT,
    "counters": SILENT,
    "clean_up": SILENT,
    "end": {
        "en": "The game ends ({reason}). Points: {points}.",
        "de": "Das Spiel endet ({reason}). Punkte: {points}.",
    },
}
NOUNS: dict[str, dict[str, tuple[str, str]]] = {
    "card": {"en": ("card", "cards"), "de": ("Karte", "Karten")},
    "token": {
        "en": ("victory token", "victory tokens"),
        "de": ("Siegpunktmarker", "Siegpunktmarker"),
    },
    "coin": {"en": ("coin token", "coin tokens"), "de": ("Geldmarker", "Geldmarker")},
    "Pirate Ship": {
        "en": ("token of Pirate Ship", "tokens of Pirate Ship"),
        "de": ("Marker des Piratenschiffs", "Marker des Piratenschiffs"),
    },
}
ANSWERS: dict[str, Texts] = {
    "yes": {"en": "yes", "de": "ja"},
    "no": {"en": "no", "de": "nein"},
}
ENDINGS: dict[str, dict[str, str]] = {  # language -> what `turn.ending` says -> how it is said
    "de": {
        r"(.+) pile empty": "leerer Stapel {0}",
        r"(\d+) piles empty": "{0} leere Stapel",
        "turn limit": "Zuggrenze",
    }
}


def tell(event: JsonObject, names: Sequence[str], language: str = "en") -> str:
    """One event as a sentence; `names` are the players' by seat. Empty where none is needed."""
    return TELLING.tell(sentence_of(event), event, names, language)


def sentence_of(event: JsonObject) -> str:
    """Return the key of the SENTENCES that tells this event."""
    kind: str = event["type"]
    if kind == "react" and str(event["about"]) not in event["cards"]:
        return "react to"
    if kind == "gain" and event["bought"]:
        return "gain bought"
    if kind == "gain" and event["to"] != "discard":
        return f"gain to {event['to']}"
    if kind == "tokens" and event.get("amount", 0) < 0:
        return "tokens spent"
    if kind == "turn" and "by" in event:
        return "turn possessed"
    return "turn extra" if kind == "turn" and "extra" in event else kind


def ending(reason: str, language: str) -> str:
    """Translate the reason a game ended; an unknown reason stays as it is."""
    return reword(
        reason, ENDINGS.get(language, {}), lambda word: translate_card_name(word, language)
    )


def options(language: str) -> dict[str, str]:
    """Return translations of options that are not cards, by the text sent to bots."""
    modes = {option: phrase(mode, language) for option, mode in MODES.items()}
    return modes | {answer: texts[language] for answer, texts in ANSWERS.items()}


def translate_card_name(name: str, language: str) -> str:
    """Return a card by its name; what is no card as it is."""
    return CARDS[name].name_in(language) if name in CARDS else name


def _cards(event: JsonObject, _names: Sequence[str], language: str) -> str:
    if "cards" not in event:
        return count_phrase(event.get("count", 0), NOUNS["card"][language])
    counts: Counter[str] = Counter(event["cards"])
    cards = [_several(name, count, language) for name, count in counts.items()]
    if language == "en":
        return ", ".join(cards)
    *most, last = cards or ["nichts"]
    return f"{', '.join(most)} und {last}" if most else last


@lru_cache(maxsize=4096)
def _several(name: str, number: int, language: str) -> str:
    if language == "en" and number == 1:
        return f"an {name}" if name[0] in "AEIO" else f"a {name}"
    if language == "en":
        return f"{number} {_plural(name)}"
    word = translate_card_name(name, language)
    return word if number == 1 else f"{number}\N{MULTIPLICATION SIGN} {word}"


def _plural(noun: str) -> str:
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    if noun.endswith(("ch", "ss")):
        return f"{noun}es"
    return noun if noun.endswith("s") else f"{noun}s"


def _tokens(event: JsonObject, _names: Sequence[str], language: str) -> str:
    number = abs(event["vp"] if "vp" in event else event["amount"])
    return count_phrase(number, NOUNS[event.get("token", "token")][language])


TELLING = EventTexts(
    SENTENCES,
    {
        "who": who,
        "turn": field("turn"),
        "amount": field("amount"),
        "extra": lambda event, _, language: translate_card_name(event["extra"], language),
        "by": lambda event, names, _: names[event["by"]],
        "cards": _cards,
        "about": lambda event, _, language: _several(event["about"], 1, language),
        "pile": lambda event, _, language: translate_card_name(event["cards"][0], language),
        "mat": lambda event, _, language: translate_card_name(event["about"], language),
        "tokens": _tokens,
        "reason": lambda event, _, language: ending(event["reason"], language),
        "points": points,
    },
)
