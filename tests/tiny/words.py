"""The log in words."""

from collections.abc import Sequence

from engine.event_texts import EventTexts, field, points, who
from engine.game import JsonObject
from tests.tiny.game import OVER

TELLING = EventTexts(
    {
        "turn": {"en": "{who}, turn {turn}", "de": "{who}, Zug {turn}"},
        "take": {"en": "{who} takes {amount}.", "de": "{who} nimmt {amount}."},
        "end": {"en": "The game ends. Points: {points}.", "de": "Das Spiel endet. {points}."},
    },
    {"who": who, "turn": field("turn"), "amount": field("amount"), "points": points},
)


def tell(event: JsonObject, names: Sequence[str], language: str = "en") -> str:
    """One event as a sentence."""
    return TELLING.tell(event["type"], event, names, language)


def ending(reason: str, language: str) -> str:
    return "der Topf ist leer" if (reason, language) == (OVER, "de") else reason
