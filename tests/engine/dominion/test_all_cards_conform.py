"""Random kingdoms of all sets keep every promise of `engine.game`, with each card in play."""

import os
import random
from functools import cache
from typing import Any

import pytest

from engine import catalogue, chance, conformance
from engine.dominion.card import CARDS
from engine.dominion.setup import EXPANSION_NAMES, KINGDOM_SIZE, may_be_bane

KINGDOMS = 60
TURNS = 12
# With --storm every decision has all checks, which takes far longer.
EVERY = 1 if os.environ.get("KINGSBENCH_TEST_STORM") else 15
POOL = sorted(card.name for card in CARDS.values() if card.expansion in EXPANSION_NAMES)
MONEY = ["Potion", *["Silver"] * 3, *["Copper"] * 4, "Estate"]


@cache
def kingdoms() -> list[list[str]]:
    """Deal all cards again and again, so that each of them comes up three times or more."""
    pile: list[str] = []
    found = []
    for number in range(KINGDOMS):
        if len(pile) < KINGDOM_SIZE:
            more = [card for card in POOL if card not in pile]
            chance.shuffle(more, number, "kingdoms")
            pile += more
        found.append(pile[:KINGDOM_SIZE])
        del pile[:KINGDOM_SIZE]
    return found


def start(number: int) -> dict[str, Any]:
    """Twelve turns before the limit everybody owns each card of the kingdom."""
    kingdom = kingdoms()[number]
    rest = [card for card in POOL if card not in kingdom]
    banes = [card for card in rest if may_be_bane(CARDS[card])]
    decks = [[*kingdom, *MONEY] for _ in range(2 + number % 3)]
    for seat, deck in enumerate(decks):
        chance.shuffle(deck, number, "deck", seat)
    position: dict[str, Any] = {
        "kingdom": kingdom,
        "seats": [{"hand": deck[:5], "deck": deck[5:]} for deck in decks],
        "turn": 101 - TURNS,
    }
    if "Young Witch" in kingdom:
        position["bane"] = banes[number % len(banes)]
    if "Black Market" in kingdom:
        deck = [card for card in rest if card != position.get("bane")]
        position["market"] = chance.sample(deck, 12, number, "market")
    return position


@pytest.mark.parametrize("number", range(KINGDOMS))
def test_a_random_kingdom_conforms(number: int) -> None:
    config = {"position": start(number)}
    conformance.check("dominion", seats=2 + number % 3, seed=number, config=config, every=EVERY)


def test_every_card_is_played_in_one_of_them() -> None:
    played: set[str] = set()
    for number in range(KINGDOMS):
        record = {"config": {"position": start(number)}, "seats": 2 + number % 3, "seed": number}
        game = catalogue.info("dominion").restart(record)
        chooser = random.Random(f"conformance {number}")
        while (decision := game.decision) is not None:
            game.choose(conformance.random_picks(decision, chooser))
        plays = [event for event in game.events(None) if event["type"] == "play"]
        played |= {card for event in plays for card in event["cards"]}
    cards = [CARDS[name] for name in POOL]
    assert {card.name for card in cards if card.is_action or card.is_treasure} <= played
