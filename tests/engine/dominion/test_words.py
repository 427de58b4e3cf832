"""The log in words."""

from __future__ import annotations

from typing import Any

import pytest

from engine import catalogue
from engine.dominion import position
from tests.engine.dominion.playing import FIRST_GAME, answers

NAMES = ("Alice", "Bob")


def tell(kind: str, number: int = 0, **more: Any) -> str:
    return catalogue.tell("dominion", {"type": kind, "seat": number, **more}, NAMES)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ({"kind": "turn", "turn": 3}, "Alice, turn 3"),
        ({"kind": "draw", "count": 1}, "Alice draws 1 card."),
        ({"kind": "draw", "number": 1, "count": 5}, "Bob draws 5 cards."),
        ({"kind": "draw", "cards": ["Estate"]}, "Alice draws an Estate."),
        (
            {"kind": "play", "cards": ["Copper", "Silver", "Copper"]},
            "Alice plays 2 Coppers, a Silver.",
        ),
        ({"kind": "buy", "cards": ["Smithy", "Smithy"]}, "Alice buys 2 Smithies."),
        ({"kind": "trash", "cards": ["Duchy", "Duchy"]}, "Alice trashes 2 Duchies."),
        ({"kind": "discard", "count": 2, "top": "Gold"}, "Alice discards 2 cards."),
        ({"kind": "gain", "cards": ["Gold"], "to": "hand", "bought": False},
         "Alice gains a Gold to the hand."),
        ({"kind": "gain", "cards": ["Gold"], "to": "deck", "bought": False},
         "Alice gains a Gold onto the deck."),
        ({"kind": "gain", "cards": ["Gold"], "to": "discard", "bought": True}, ""),
        ({"kind": "react", "cards": ["Moat"], "about": "Militia"},
         "Alice reveals a Moat in reaction to a Militia."),
        ({"kind": "end", "scores": [6, -1], "ranks": [1, 2], "reason": "turn limit"},
         "The game ends (turn limit). Points: Alice 6, Bob -1."),
    ],
)  # fmt: skip
def test_an_event_in_words(event: dict[str, Any], sentence: str) -> None:
    assert tell(**event) == sentence


def test_the_story_of_a_turn() -> None:
    game = position(
        kingdom=FIRST_GAME,
        seats=[
            {"hand": "Militia, 2 Copper", "deck": "5 Estate"},
            {"hand": "Gold, Duchy, 3 Copper"},
        ],
    )
    answers(game, "Militia", ("Gold", "Duchy"), ("Copper", "Copper"), "Smithy")
    story = [catalogue.tell("dominion", event, NAMES) for event in game.events(0)]
    assert [line for line in story if line] == [
        "Alice plays a Militia.",
        "Bob discards 2 cards.",
        "Alice plays 2 Coppers.",
        "Alice buys a Smithy.",
        "Alice draws 5 Estates.",
        "Bob, turn 1",
    ]
