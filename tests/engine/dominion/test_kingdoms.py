"""Recommended kingdoms: all of them have all their cards."""

import pytest

from engine import catalogue
from engine.dominion.card import card_named
from engine.dominion.kingdoms import KINGDOMS, find_recommended


@pytest.mark.parametrize("name", [one.german for one in KINGDOMS])
def test_a_recommended_kingdom_has_ten_different_cards_that_exist(name: str) -> None:
    found = find_recommended(name)
    assert found is not None
    assert len({card_named(card) for card in found.names}) == 10


def test_every_recommended_kingdom_is_here() -> None:
    assert len(KINGDOMS) == 42


@pytest.mark.parametrize("name", ["Erstes Spiel", "First Game"])
def test_a_kingdom_is_known_by_its_german_and_its_english_name(name: str) -> None:
    game = catalogue.new("dominion", seats=2, seed=1, config={"kingdom": name})
    assert {"Moat", "Workshop"} < set(game.view(0)["supply"])
