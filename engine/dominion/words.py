"""The log in words: one English sentence an event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from engine.game import JsonObject

TO = {"discard": "", "hand": " to the hand", "deck": " onto the deck"}


def tell(event: JsonObject, names: Sequence[str]) -> str:
    """One event as a sentence; `names` are the players' by seat. Empty where none is needed."""
    return SENTENCES[event["type"]](event, names[event["seat"]], names)


def cards(event: JsonObject) -> str:
    """ "a Village, 2 Coppers" where the cards are seen, "3 cards" where they are not."""
    if "cards" not in event:
        return _count(event.get("count", 0), "card")
    counted: Counter[str] = Counter(event["cards"])
    return ", ".join(_one(name) if n == 1 else _count(n, name) for name, n in counted.items())


def _count(number: int, noun: str) -> str:
    if number == 1:
        return f"1 {noun}"
    return f"{number} {_plural(noun)}"


def _plural(noun: str) -> str:
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    if noun.endswith(("ch", "ss")):
        return f"{noun}es"
    return noun if noun.endswith("s") else f"{noun}s"


def _one(name: str) -> str:
    return f"an {name}" if name[0] in "AEIO" else f"a {name}"


def _end(event: JsonObject, _who: str, names: Sequence[str]) -> str:
    scores = ", ".join(
        f"{name} {points}" for name, points in zip(names, event["scores"], strict=True)
    )
    return f"The game ends ({event['reason']}). Points: {scores}."


def _react(event: JsonObject, who: str, _names: Sequence[str]) -> str:
    about = str(event["about"])
    occasion = "" if about in event["cards"] else f" in reaction to {_one(about)}"
    return f"{who} reveals {cards(event)}{occasion}."


def _gain(event: JsonObject, who: str, _names: Sequence[str]) -> str:
    if event["bought"]:
        return ""
    return f"{who} gains {cards(event)}{TO[event['to']]}."


SENTENCES: dict[str, Callable[[JsonObject, str, Sequence[str]], str]] = {
    "turn": lambda event, who, _: f"{who}, turn {event['turn']}",
    "shuffle": lambda _, who, __: f"{who} shuffles the discard pile into a new deck.",
    "draw": lambda event, who, _: f"{who} draws {cards(event)}.",
    "play": lambda event, who, _: f"{who} plays {cards(event)}.",
    "play_again": lambda event, who, _: f"{who} plays {cards(event)} again.",
    "react": _react,
    "buy": lambda event, who, _: f"{who} buys {cards(event)}.",
    "gain": _gain,
    "take": lambda event, who, _: f"{who} takes {cards(event)} into the hand.",
    "reveal": lambda event, who, _: f"{who} reveals {cards(event)}.",
    "look": lambda event, who, _: f"{who} looks at {cards(event)}.",
    "put_back": lambda event, who, _: f"{who} puts {cards(event)} onto the deck.",
    "shuffle_in": lambda event, who, _: f"{who} shuffles {cards(event)} into the deck.",
    "set_aside": lambda event, who, _: f"{who} sets {cards(event)} aside.",
    "discard_deck": lambda _, who, __: f"{who} puts the deck into the discard pile.",
    "name": lambda event, who, _: f"{who} names {cards(event)}.",
    "tokens": lambda event, who, _: f"{who} takes {_count(event['vp'], 'victory token')}.",
    "pile_token": lambda event, _, __: (
        f"The token of the {event['cards'][0]} pile moves to {event['about']}."
    ),
    "discard": lambda event, who, _: f"{who} discards {cards(event)}.",
    "trash": lambda event, who, _: f"{who} trashes {cards(event)}.",
    "end": _end,
}
