"""Rulings of Militia and Moat.

Source: rules/dominion-base.de.txt, "Die Königreichkarten".
"""

from __future__ import annotations

import pytest

from engine.dominion import position
from tests.engine.dominion.playing import (
    answer,
    answers,
    asked,
    counters,
    hand,
    question,
    seat,
    typed,
)

# --- Moat -----------------------------------------------------------------------------------


def test_moat_played_in_the_own_turn_draws_two() -> None:
    game = position(seats=[{"hand": "Moat", "deck": "Gold, Silver, Copper"}, {}])
    answer(game, "Moat")
    assert hand(game) == ["Gold", "Silver"]
    assert counters(game) == (0, 1, 0)


def test_moat_shields_its_owner_only() -> None:
    game = position(
        seats=[
            {"hand": "Militia"},
            {"hand": "Moat, Gold, 3 Estate"},
            {"hand": "Silver, Gold, 3 Estate"},
        ],
    )
    answers(game, "Militia", "Moat")
    assert question(game) == (2, "discard")
    answer(game, "Estate", "Estate")
    assert hand(game, 1) == ["Estate", "Estate", "Estate", "Gold", "Moat"]
    assert hand(game, 2) == ["Estate", "Gold", "Silver"]


def test_moat_goes_back_to_the_hand_where_all_have_seen_it() -> None:
    game = position(seats=[{"hand": "Militia"}, {"hand": "Moat, Gold, 3 Estate"}])
    answers(game, "Militia", "Moat")
    assert "Moat" in hand(game, 1)
    assert game.view(0)["seats"][1]["known"] == {"hand": ["Moat"]}
    assert game.view(0)["seats"][1]["hand"] is None


def test_moat_does_not_keep_the_attacker_from_the_rest_of_the_attack_card() -> None:
    game = position(seats=[{"hand": "Militia"}, {"hand": "Moat, Gold, 3 Estate"}])
    answers(game, "Militia", "Moat")
    assert counters(game) == (0, 1, 2)


def test_moat_is_asked_before_the_attack_card_does_anything() -> None:
    game = position(seats=[{"hand": "Militia"}, {"hand": "Moat, Gold, 3 Estate"}])
    answer(game, "Militia")
    decision = asked(game)
    assert question(game) == (1, "react")
    assert decision.options == ("Moat",)
    assert (decision.least, decision.most, decision.about) == (0, 1, "Militia")
    assert counters(game) == (0, 1, 0)


def test_moat_that_is_not_shown_does_not_shield() -> None:
    game = position(seats=[{"hand": "Militia"}, {"hand": "Moat, Gold, 3 Estate"}])
    answers(game, "Militia", None)
    assert question(game) == (1, "discard")
    assert not typed(game, "react")


def test_moat_not_shown_may_be_discarded_to_the_attack() -> None:
    game = position(seats=[{"hand": "Militia"}, {"hand": "Moat, 4 Gold"}])
    answers(game, "Militia", None, ("Moat", "Gold"))
    assert hand(game, 1) == ["Gold", "Gold", "Gold"]


def test_moat_is_not_asked_for_an_action_that_is_no_attack() -> None:
    game = position(seats=[{"hand": "Smithy"}, {"hand": "Moat"}])
    answer(game, "Smithy")
    assert question(game) == (0, "buy")


def test_moat_is_no_help_against_the_own_attack_and_its_player_is_not_asked() -> None:
    game = position(seats=[{"hand": "Militia, Moat"}, {"hand": "3 Copper"}])
    answer(game, "Militia")
    assert question(game) == (0, "buy")


def test_moat_not_in_hand_does_not_react() -> None:
    zones = {"hand": "5 Copper", "deck": "Moat", "discard": "Moat", "in_play": "Moat"}
    game = position(seats=[{"hand": "Militia"}, zones])
    answer(game, "Militia")
    assert question(game) == (0, "buy")
    assert hand(game, 1) == ["Copper"] * 3


def test_one_of_several_moats_is_enough_and_the_next_is_not_asked_for() -> None:
    game = position(seats=[{"hand": "Militia"}, {"hand": "2 Moat, 3 Gold"}])
    answer(game, "Militia")
    assert asked(game).options == ("Moat", "Moat")
    answer(game, "Moat")
    assert question(game) == (0, "buy")
    assert len(hand(game, 1)) == 5


def test_a_second_attack_in_the_turn_asks_for_the_moat_again() -> None:
    game = position(
        actions=2, seats=[{"hand": "2 Militia"}, {"hand": "Moat, Gold, Silver, 2 Estate"}]
    )
    answers(game, "Militia", "Moat", "Militia")
    assert question(game) == (1, "react")
    answer(game)
    assert question(game) == (1, "discard")


@pytest.mark.parametrize("seats", [3, 4])
def test_reactions_are_asked_in_turn_order_then_the_attack_goes_round(seats: int) -> None:
    attacked = {"hand": "Moat, Gold, Silver, 2 Estate"}
    zones = [{"hand": "Militia"} if n == 1 else attacked for n in range(seats)]
    game = position(seats=zones, current=1)
    answer(game, "Militia")
    order = [(1 + step) % seats for step in range(1, seats)]
    for other in order:
        assert question(game) == (other, "react")
        answers(game, None if other == 0 else "Moat")
    assert question(game) == (0, "discard")
    answer(game, "Estate", "Estate")
    assert question(game)[0] == 1
    sizes = [seat(game, number)["hand_size"] for number in range(seats)]
    assert sizes == [3, 0, 5, 5][:seats]


# --- Militia --------------------------------------------------------------------------------


def test_militia_makes_the_others_discard_down_to_three() -> None:
    game = position(seats=[{"hand": "Militia"}, {"hand": "Gold, Silver, Copper, Estate, Duchy"}])
    answer(game, "Militia")
    decision = asked(game)
    assert question(game) == (1, "discard")
    assert (decision.least, decision.most, decision.source) == (2, 2, "Militia")
    assert decision.options == ("Copper", "Estate", "Silver", "Duchy", "Gold")
    answer(game, "Duchy", "Estate")
    assert hand(game, 1) == ["Copper", "Gold", "Silver"]
    assert seat(game, 1)["discard"] == ["Estate", "Duchy"]


@pytest.mark.parametrize("size", range(4))
def test_militia_leaves_hands_of_three_or_less_alone(size: int) -> None:
    held = {"hand": ["Copper", "Estate", "Gold"][:size]}
    game = position(seats=[{"hand": "Militia"}, held])
    answer(game, "Militia")
    assert question(game) == (0, "buy")
    assert seat(game, 1)["hand_size"] == size


def test_militia_takes_more_than_two_from_a_big_hand() -> None:
    game = position(seats=[{"hand": "Militia"}, {"hand": "5 Copper, 3 Estate"}])
    answer(game, "Militia")
    assert (asked(game).least, asked(game).most) == (5, 5)


def test_militia_does_not_ask_which_of_equal_cards() -> None:
    game = position(seats=[{"hand": "Militia"}, {"hand": "5 Copper"}])
    answer(game, "Militia")
    assert question(game) == (0, "buy")
    assert hand(game, 1) == ["Copper"] * 3


def test_militia_does_not_touch_its_player() -> None:
    game = position(seats=[{"hand": "Militia, 5 Copper"}, {}])
    answer(game, "Militia")
    assert hand(game) == ["Copper"] * 5
    assert counters(game) == (0, 1, 2)


def test_a_second_militia_finds_nothing_more_to_discard() -> None:
    game = position(actions=2, seats=[{"hand": "2 Militia"}, {"hand": "Gold, Silver, 3 Estate"}])
    answers(game, "Militia", ("Estate", "Estate"), "Militia")
    assert question(game) == (0, "buy")
    assert counters(game)[2] == 4


def test_militia_asks_every_opponent_in_turn_order() -> None:
    victim = {"hand": "Gold, Silver, 3 Estate"}
    game = position(seats=[victim, victim, {"hand": "Militia"}, victim], current=2)
    answer(game, "Militia")
    order = []
    while asked(game).kind == "discard":
        order.append(asked(game).seat)
        answer(game, "Estate", "Estate")
    assert order == [3, 0, 1]
