"""Positions: building a state from its description, and writing it back."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine import catalogue, conformance
from engine.dominion import Dominion, position
from engine.game import BadConfig
from tests.engine.dominion.playing import FIRST_GAME, answer, asked, counters, hand, question, seat


def test_what_is_left_out_is_empty_and_stands_as_at_the_start() -> None:
    game = position()
    table = game.view(None)
    assert (table["turn"], table["phase"], table["current"]) == (1, "buy", 0)
    assert counters(game) == (1, 1, 0)
    assert all(not player["cards"] for player in table["seats"])
    assert table["supply"] == {
        "Copper": 46, "Curse": 10, "Estate": 8, "Silver": 40, "Duchy": 8, "Gold": 30,
        "Province": 8,
    }  # fmt: skip


def test_cards_in_zones_and_in_the_supply_get_piles_which_zones_do_not_reduce() -> None:
    game = position(seats=[{"hand": "3 Moat"}, {}], supply={"Cellar": 2}, trash="Mine")
    supply = game.view(None)["supply"]
    assert (supply["Moat"], supply["Cellar"], supply["Mine"]) == (10, 2, 10)


def test_the_kingdom_may_have_any_number_of_names_in_either_form() -> None:
    lists = position(kingdom=["Moat", "Cellar"]).view(None)
    assert position(kingdom="Moat, Cellar").view(None) == lists
    assert set(position(kingdom="First Game").view(None)["costs"]) > set(FIRST_GAME.split(", "))


def test_the_first_card_of_a_deck_is_its_top() -> None:
    game = position(seats=[{"hand": "Moat", "deck": "Gold, Silver, Copper"}, {}])
    answer(game, "Moat")
    assert (hand(game), seat(game, 0)["deck"]) == (["Gold", "Silver"], ["Copper"])


def test_the_turn_is_the_round_so_seats_before_the_current_one_had_it_already() -> None:
    game = position(seats=[{}, {}, {}], current=1, turn=4)
    assert [player["turns"] for player in game.view(None)["seats"]] == [4, 3, 3]
    assert game.view(None)["turn"] == 4


def test_the_buy_phase_starts_with_treasures_unless_something_was_bought() -> None:
    zones = [{"hand": "Copper"}, {}]
    assert question(position(seats=zones, phase="buy")) == (0, "play_treasures")
    assert question(position(seats=zones, phase="buy", bought=True)) == (0, "buy")


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        ({"seats": [{}]}, "2 to 6"),
        ({"seats": [{}] * 7}, "7"),
        ({"seats": [{"hand": "3 Copers"}, {}]}, "Copers"),
        ({"seats": [{"hand": "Copper 3"}, {}]}, "Copper 3"),
        ({"seats": [{}, {"mat": "Gold"}]}, "mat"),
        ({"seats": [{"vp": "x"}, {}]}, "vp"),
        ({"seats": [{"hand": 7}, {}]}, "position"),
        ({"kingdom": "Zweites Spiel"}, "Zweites Spiel"),
        ({"supply": {"Copper": -1}}, "Copper"),
        ({"supply": {"Copper": "x"}}, "Copper"),
        ({"supply": {"Kuper": 1}}, "Kuper"),
        ({"supply": ["Copper"]}, "position"),
        ({"trash": "Golt"}, "Golt"),
        ({"current": 2}, "current"),
        ({"current": True}, "current"),
        ({"phase": "night"}, "night"),
        ({"actions": -1}, "actions"),
        ({"buys": "2"}, "buys"),
        ({"coins": 1.5}, "coins"),
        ({"turn": 0}, "turn"),
        ({"seed": "x"}, "seed"),
        ({"villagers": 1}, "villagers"),
        ({"tokens": {"Nonsense": 1}}, "Nonsense"),
    ],
)
def test_a_bad_position_names_its_culprit(arguments: dict[str, Any], culprit: str) -> None:
    with pytest.raises(BadConfig, match=culprit):
        position(**arguments)


def test_a_position_is_written_back_as_it_was_built() -> None:
    arguments: dict[str, Any] = {
        "kingdom": FIRST_GAME.split(", "),
        "seats": [
            {"hand": "2 Copper, Moat", "deck": "Gold, Silver", "discard": "Duchy", "vp": 2},
            {"hand": "Estate", "in_play": ""},
        ],
        "turn": 7,
        "coins": 2,
        "buys": 3,
        "supply": {"Curse": 0},
        "tokens": {"Moat": [1, 2]},
        "trash": "Gold, 2 Copper",
        "colonies": True,
    }
    game = position(**arguments)
    written = game.position()
    assert json.loads(json.dumps(written)) == written
    assert position(**written).view(None) == game.view(None)
    assert position(**written).position() == written
    assert written["trash"] == "Gold, 2 Copper"


@pytest.mark.parametrize("seed", range(3))
def test_every_quiet_position_of_a_game_can_be_built_again(seed: int) -> None:
    chooser = random.Random(seed)
    game = catalogue.new("dominion", seats=2 + seed, seed=seed)
    assert isinstance(game, Dominion)
    built = 0
    for _ in range(200):
        try:
            again = position(**game.position())
        except BadConfig:
            assert asked(game).source is not None or asked(game).kind == "react"
        else:
            built += 1
            assert again.decision == game.decision
            assert without_knowledge(again) == without_knowledge(game)
        game.choose(conformance.random_picks(asked(game), chooser))
    assert built > 100


def without_knowledge(game: Dominion) -> dict[str, Any]:
    """Return all that a position describes: the table without the seats' memories."""
    table = game.view(None)
    for player in table["seats"]:
        player.pop("known")
    return table


def test_a_half_resolved_card_cannot_be_written() -> None:
    game = position(seats=[{"hand": "Cellar, Copper"}, {}])
    answer(game, "Cellar")
    with pytest.raises(BadConfig, match="half resolved"):
        game.position()
