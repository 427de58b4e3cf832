"""Rulings of the promotional cards."""

from __future__ import annotations

import pytest

from engine.dominion import position
from tests.engine.dominion.playing import answer, answers, asked, counters, hand, question, seat


def test_the_left_neighbour_chooses_which_of_envoy_s_five_is_discarded() -> None:
    game = position(seats=[{"hand": "Envoy", "deck": "Gold, Silver, Copper, Moat, Estate"}, {}])
    answer(game, "Envoy")
    assert (asked(game).seat, asked(game).kind, len(asked(game).options)) == (1, "discard", 5)
    answer(game, "Gold")
    assert hand(game) == ["Copper", "Estate", "Moat", "Silver"]
    assert seat(game, 0)["discard"] == ["Gold"]


def test_envoy_with_fewer_cards_still_loses_one() -> None:
    game = position(seats=[{"hand": "Envoy", "deck": "Gold", "discard": "Copper"}, {}])
    answers(game, "Envoy", "Copper")
    assert hand(game) == ["Gold"]


@pytest.mark.parametrize("others", [0, 1, 2])
def test_walled_village_may_go_back_with_at_most_one_other_action_in_play(others: int) -> None:
    game = position(
        seats=[
            {
                "hand": "Walled Village",
                "in_play": f"{others} Moat" if others else "",
                "deck": "Estate",
            },
            {"hand": "Copper"},
        ]
    )
    answer(game, "Walled Village")
    assert counters(game)[0] == 2
    assert hand(game) == ["Estate"]
    answer(game)
    if others > 1:
        assert question(game) == (1, "play_treasures")
        return
    assert (asked(game).kind, asked(game).options) == ("put_back", ("Walled Village",))
    answer(game, "Walled Village")
    assert "Walled Village" in hand(game)


def test_of_two_walled_villages_alone_either_or_both_may_go_back() -> None:
    game = position(seats=[{"hand": "2 Walled Village"}, {"hand": "Copper"}])
    answers(game, "Walled Village", "Walled Village", None, "Walled Village", "Walled Village")
    assert hand(game) == ["Walled Village", "Walled Village"]


def test_a_throned_walled_village_goes_back_once() -> None:
    game = position(seats=[{"hand": "Throne Room, Walled Village"}, {"hand": "Copper"}])
    answers(game, "Throne Room", None, "Walled Village")
    assert question(game) == (1, "play_treasures")
    assert hand(game) == ["Throne Room", "Walled Village"]


@pytest.mark.parametrize("first", ["Scheme", "Walled Village"])
def test_scheme_and_walled_village_act_in_the_order_that_their_player_chooses(first: str) -> None:
    game = position(seats=[{"hand": "Walled Village, Scheme, Moat"}, {"hand": "Copper"}], actions=3)
    answers(game, "Walled Village", "Scheme", "Moat")
    answer(game)
    assert (asked(game).kind, asked(game).options) == ("choose", ("Scheme", "Walled Village"))
    answers(game, first, "Moat")
    if first == "Scheme":
        answer(game, "Walled Village")
    assert question(game) == (1, "play_treasures")


GOVERNOR = [{"hand": "Governor, Estate", "deck": "4 Gold"}, {"hand": "Copper", "deck": "Silver"}]


def test_governor_lets_everybody_draw_or_gain() -> None:
    game = position(seats=GOVERNOR)
    answer(game, "Governor")
    assert counters(game)[0] == 1
    cards, gold, remake = asked(game).options
    answer(game, str(cards))
    assert (hand(game), hand(game, 1)) == (["Estate"] + ["Gold"] * 3, ["Copper", "Silver"])
    other = position(seats=GOVERNOR)
    answers(other, "Governor", str(gold))
    assert (seat(other, 0)["discard"], seat(other, 1)["discard"]) == (["Gold"], ["Silver"])
    assert "trash" in str(remake)


def test_governor_lets_everybody_remake_a_card_its_player_first() -> None:
    game = position(kingdom="Smithy", seats=[{"hand": "Governor, Estate"}, {"hand": "Estate"}])
    answer(game, "Governor")
    answer(game, str(asked(game).options[2]))
    assert (asked(game).seat, asked(game).kind, asked(game).least) == (0, "trash", 0)
    answer(game, "Estate")
    assert seat(game, 0)["discard"] == ["Smithy"]
    answers(game, "Estate")
    assert seat(game, 1)["discard"] == ["Silver"]


def test_governor_is_no_attack() -> None:
    game = position(seats=[{"hand": "Governor"}, {"hand": "Moat"}])
    answer(game, "Governor")
    assert question(game) == (0, "choose")
