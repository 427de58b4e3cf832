"""Cards, steps and frames as JSON, and cards as words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.dominion.card import Card, card_named, names
from engine.dominion.extra_turns import TurnOrder
from engine.dominion.steps import VERBS, Frame, Step
from engine.game import BadConfig, JsonObject, Outcome
from engine.plain_data import Codec

Cards = str | Sequence[str]
Entry = tuple[Step, Frame]


def encode(value: Any) -> Any:
    """Steps, frames and cards as objects with one telling key, also inside tuples."""
    if isinstance(value, Card):
        return {"card": value.name}
    if isinstance(value, Step):
        return {"step": value.verb.name, "args": encode(value.args)}
    if isinstance(value, Frame):
        return {"frame": [encode(part) for part in value]}
    if isinstance(value, tuple):
        return [encode(part) for part in value]
    return value


def decode(value: Any) -> Any:
    """Undo `encode`. Raises BadConfig for an object without a known key."""
    if isinstance(value, list):
        return tuple([decode(part) for part in value])
    if not isinstance(value, dict):
        return value
    for key, build in BUILDERS.items():
        if key in value:
            return build(value)
    raise BadConfig(f"this is no part of an unfinished step: {value!r}")


BUILDERS: dict[str, Callable[[JsonObject], Any]] = {
    "card": lambda value: card_named(value["card"]),
    "step": lambda value: Step(VERBS[value["step"]], decode(value["args"])),
    "frame": lambda value: Frame(*[decode(part) for part in value["frame"]]),
}


def _decode_entry(value: Any) -> Entry:
    step, frame = decode(value)
    return step, frame


def named_all(cards: Iterable[str]) -> list[Card]:
    """Return the cards of these names; BadConfig for one that does not exist."""
    return [card_named(name) for name in cards]


def parse(cards: Cards) -> list[Card]:
    """Cards written "Militia, 3 Copper" or as a list of names."""
    if not isinstance(cards, str):
        return named_all(cards)
    parsed: list[Card] = []
    for part in cards.split(","):
        words = part.split()
        if words:
            count = int(words.pop(0)) if words[0].isdigit() else 1
            parsed += [card_named(" ".join(words))] * count
    return parsed


def write(cards: Iterable[Card]) -> str:
    """Cards in the same words, equal neighbours counted."""
    counted: list[list[Any]] = []
    for name in names(cards):
        if counted and counted[-1][1] == name:
            counted[-1][0] += 1
        else:
            counted.append([1, name])
    return ", ".join(name if count == 1 else f"{count} {name}" for count, name in counted)


def read_counts(counts: Any) -> dict[str, int]:
    """Read numbers by name; BadConfig for one that is no number from 0 on."""
    for name, count in dict(counts).items():
        if type(count) is not int or count < 0:
            raise BadConfig(f"{name} is a whole number from 0 on, not {count!r}")
    return dict(counts)


STEPS = Codec(encode, decode)
ENTRIES = Codec(
    lambda stack: [encode(entry) for entry in stack],
    lambda stack: [_decode_entry(entry) for entry in stack],
)
ENTRY = Codec(encode, lambda entry: None if entry is None else _decode_entry(entry))
TURN_ORDER = Codec(encode, lambda order: TurnOrder(*decode(order)))
CARDS = Codec(names, named_all)
SUPPLY = Codec(
    lambda supply: {card.name: left for card, left in supply.items()},
    lambda supply: {card_named(name): left for name, left in supply.items()},
)
TOKENS = Codec(dict, lambda tokens: dict(tokens or {}))
COUNTS = Codec(dict, read_counts)
OUTCOME = Codec(
    lambda outcome: outcome and list(outcome), lambda outcome: outcome and Outcome(*outcome)
)
IN_WORDS = Codec(write, parse)
TUPLE = Codec(names, lambda cards: tuple(named_all(cards)))
TUPLE_IN_WORDS = Codec(write, lambda cards: tuple(parse(cards)))
UNSEEN = Codec(
    lambda market: write(card for card, _ in market),
    lambda cards: tuple([(card, 0) for card in parse(cards)]),
)
TOP_FIRST = Codec(lambda deck: write(reversed(deck)), lambda cards: parse(cards)[::-1])
