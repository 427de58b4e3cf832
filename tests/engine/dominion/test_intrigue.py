"""Rulings of Intrigue, card by card: those from Courtyard to Wishing Well."""

from __future__ import annotations

import pytest

from engine import catalogue
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

# --- Courtyard ------------------------------------------------------------------------------


def test_courtyard_draws_three_and_puts_any_card_of_the_hand_back_unseen() -> None:
    game = position(seats=[{"hand": "Courtyard, Estate", "deck": "Gold, Silver, Copper"}, {}])
    answer(game, "Courtyard")
    decision = asked(game)
    assert (decision.kind, decision.least, decision.most) == ("put_back", 1, 1)
    assert decision.options == ("Copper", "Estate", "Silver", "Gold")
    answer(game, "Gold")
    assert seat(game, 0)["deck"] == ["Gold"]
    assert typed(game, "put_back", 1)[0].get("cards") is None


def test_courtyard_puts_back_even_the_only_card() -> None:
    game = position(seats=[{"hand": "Courtyard, Estate"}, {}])
    answer(game, "Courtyard")
    assert seat(game, 0)["deck"] == ["Estate"]


# --- Pawn -----------------------------------------------------------------------------------


def test_pawn_has_two_different_modes_chosen_before_either_is_done() -> None:
    game = position(seats=[{"hand": "Pawn", "deck": "Gold"}, {}])
    answer(game, "Pawn")
    decision = asked(game)
    assert decision.options == ("+1 Card", "+1 Action", "+1 Buy", "+1 Coin")
    assert (decision.kind, decision.least, decision.most) == ("choose", 2, 2)
    answer(game, "+1 Coin", "+1 Card")
    assert hand(game) == ["Gold"]
    assert counters(game) == (0, 1, 1)


def test_a_throned_pawn_chooses_anew() -> None:
    game = position(seats=[{"hand": "Throne Room, Pawn"}, {}])
    answers(game, "Throne Room", ("+1 Action", "+1 Buy"), ("+1 Action", "+1 Coin"))
    assert counters(game) == (2, 2, 1)


# --- Secret Chamber -------------------------------------------------------------------------


def test_secret_chamber_discards_any_number_for_coins() -> None:
    game = position(
        kingdom="Tunnel", seats=[{"hand": "Secret Chamber, 2 Estate, Gold, Tunnel"}, {}]
    )
    answers(game, "Secret Chamber", ("Estate", "Estate", "Tunnel"))
    assert question(game) == (0, "react")
    answer(game)
    assert counters(game)[2] == 3
    assert hand(game) == ["Gold"]


def test_secret_chamber_answers_an_attack_before_it_does_anything() -> None:
    game = position(
        seats=[
            {"hand": "Militia"},
            {"hand": "Secret Chamber, Estate, 3 Copper", "deck": "Gold, Silver"},
        ]
    )
    answers(game, "Militia", "Secret Chamber")
    decision = asked(game)
    assert (decision.kind, decision.ordered, decision.least) == ("put_back", True, 2)
    assert decision.options.count("Copper") == 3
    answer(game, "Gold", "Secret Chamber")
    assert seat(game, 1)["deck"] == ["Gold", "Secret Chamber"]
    assert typed(game, "put_back", 0)[0].get("cards") is None
    assert question(game) == (1, "discard")


def test_secret_chamber_with_one_card_puts_it_back() -> None:
    game = position(seats=[{"hand": "Militia"}, {"hand": "Secret Chamber"}])
    answers(game, "Militia", "Secret Chamber")
    assert seat(game, 1)["deck"] == ["Secret Chamber"]


def test_a_moat_drawn_by_secret_chamber_can_be_shown_next() -> None:
    game = position(
        seats=[
            {"hand": "Militia"},
            {"hand": "Secret Chamber, 4 Copper", "deck": "Moat, Silver"},
        ]
    )
    answers(game, "Militia", "Secret Chamber", ("Copper", "Copper"), "Moat")
    assert seat(game, 1)["hand_size"] == 5


def test_secret_chamber_may_be_shown_though_the_attack_would_not_hit() -> None:
    game = position(seats=[{"hand": "Militia"}, {"hand": "Secret Chamber, Copper"}])
    answer(game, "Militia")
    assert question(game) == (1, "react")


def test_cards_put_back_by_secret_chamber_are_those_that_thief_reveals_and_no_tunnel_reacts() -> (
    None
):
    game = position(
        kingdom="Tunnel",
        seats=[
            {"hand": "Thief"},
            {"hand": "Secret Chamber, Tunnel, Curse, Copper", "deck": "2 Gold"},
        ],
    )
    answers(game, "Thief", "Secret Chamber", ("Tunnel", "Curse"))
    assert typed(game, "reveal", 0)[0]["cards"] == ["Tunnel", "Curse"]
    assert not any(event["cards"] == ["Gold"] for event in typed(game, "gain"))


# --- Great Hall -----------------------------------------------------------------------------


def test_great_hall_is_an_action_and_a_victory_card() -> None:
    game = position(
        kingdom="Great Hall", seats=[{"hand": "Throne Room, Great Hall", "deck": "2 Gold"}, {}]
    )
    assert game.view(0)["supply"]["Great Hall"] == 8
    answers(game, "Throne Room")
    assert counters(game)[0] == 2
    assert hand(game) == ["Gold", "Gold"]
    assert game.scores[0] == 1


def test_three_seats_have_twelve_great_halls() -> None:
    assert position(kingdom="Great Hall", seats=[{}, {}, {}]).view(0)["supply"]["Great Hall"] == 12


def test_great_hall_counts_for_crossroads_and_silk_road() -> None:
    game = position(
        seats=[
            {"hand": "Crossroads, Great Hall", "deck": "Gold", "discard": "Silk Road, 3 Estate"},
            {},
        ]
    )
    assert game.scores[0] == 1 + 1 + 3
    answer(game, "Crossroads")
    assert hand(game) == ["Gold", "Great Hall"]


# --- Masquerade -----------------------------------------------------------------------------


def masked(**more: object) -> dict[str, object]:
    return {"hand": "Masquerade, Copper, Estate", "deck": "Gold, Silver"} | more


def test_masquerade_draws_two_then_everybody_passes_left_at_the_same_time() -> None:
    game = position(seats=[masked(), {"hand": "Duchy, Curse"}, {"hand": "Province, Copper"}])
    answer(game, "Masquerade")
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.most) == (0, "pass", 1)
    assert decision.options == ("Copper", "Estate", "Silver", "Gold")
    answer(game, "Estate")
    assert question(game) == (1, "pass")
    assert game.view(1)["seats"][0]["mats"] == {"Masquerade": [None]}
    assert game.view(0)["seats"][0]["mats"] == {"Masquerade": ["Estate"]}
    assert not typed(game, "pass")
    answers(game, "Curse", "Copper")
    assert hand(game, 1) == ["Duchy", "Estate"]
    assert hand(game, 2) == ["Curse", "Province"]
    assert hand(game, 0) == ["Copper", "Copper", "Gold", "Silver"]
    assert question(game) == (0, "trash")


def test_two_seats_know_the_card_that_was_passed() -> None:
    game = position(seats=[masked(), {"hand": "Duchy, Curse"}])
    answers(game, "Masquerade", "Estate", "Curse")
    assert game.view(0)["seats"][1]["known"] == {"hand": ["Estate"]}
    assert game.view(1)["seats"][0]["known"] == {"hand": ["Curse"]}


def test_a_player_without_a_card_passes_none_and_receives_one() -> None:
    game = position(seats=[masked(), {}])
    answers(game, "Masquerade", "Estate")
    assert hand(game, 1) == ["Estate"]
    assert hand(game, 0) == ["Copper", "Gold", "Silver"]


def test_masquerade_may_trash_the_received_card_or_none() -> None:
    game = position(seats=[masked(), {"hand": "Curse"}])
    answers(game, "Masquerade", "Estate")
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.least, decision.most) == (0, "trash", 0, 1)
    answer(game, "Curse")
    assert game.view(0)["trash"] == ["Curse"]
    other = position(seats=[masked(), {"hand": "Curse"}])
    answers(other, "Masquerade", "Estate", None)
    assert other.view(0)["trash"] == []


def test_masquerade_is_no_attack_and_passing_is_no_gain_and_no_discard() -> None:
    game = position(
        kingdom="Watchtower, Trader, Tunnel, Moat",
        seats=[masked(hand="Masquerade, Tunnel"), {"hand": "Moat, Watchtower, Trader"}],
    )
    answers(game, "Masquerade", "Tunnel")
    assert question(game) == (1, "pass")
    answer(game, "Moat")
    assert question(game) == (0, "trash")
    assert not typed(game, "gain")


@pytest.mark.parametrize("viewer", [0, 1])
def test_worlds_of_a_seat_ask_it_the_same_card_to_pass(viewer: int) -> None:
    game = position(seats=[masked(), {"hand": "Duchy, Curse", "deck": "5 Copper"}])
    answers(game, "Masquerade", "Estate")
    for seed in range(10):
        world = game.imagine(viewer, seed)
        resumed = catalogue.resume(game.knowledge(viewer), seed)
        assert world.view(viewer) == game.view(viewer)
        assert world.decision == resumed.decision
        if viewer == 1:
            assert world.decision == game.decision


# --- Shanty Town ----------------------------------------------------------------------------


def test_shanty_town_shows_a_hand_without_actions_and_draws_two() -> None:
    game = position(seats=[{"hand": "Shanty Town, Copper", "deck": "Moat, Gold"}, {}])
    answer(game, "Shanty Town")
    assert counters(game)[0] == 2
    assert typed(game, "reveal", 1)[0]["cards"] == ["Copper"]
    assert hand(game) == ["Copper", "Gold", "Moat"]


@pytest.mark.parametrize("card", ["Nobles", "Great Hall", "Moat"])
def test_shanty_town_shows_a_hand_with_an_action_and_draws_none(card: str) -> None:
    game = position(seats=[{"hand": ["Shanty Town", card], "deck": "2 Gold"}, {}])
    answer(game, "Shanty Town")
    assert hand(game) == [card]
    assert game.view(1)["seats"][0]["known"]["hand"] == [card]


# --- Steward --------------------------------------------------------------------------------


def test_steward_has_three_modes() -> None:
    game = position(seats=[{"hand": "Steward, Copper", "deck": "2 Gold"}, {}])
    answer(game, "Steward")
    assert asked(game).options == ("+2 Cards", "+2 Coins", "trash 2 cards")
    answer(game, "+2 Coins")
    assert counters(game)[2] == 2


def test_steward_trashes_exactly_two() -> None:
    game = position(seats=[{"hand": "Steward, Copper, Estate, Curse"}, {}])
    answers(game, "Steward", "trash 2 cards")
    assert (asked(game).kind, asked(game).least, asked(game).most) == ("trash", 2, 2)
    answer(game, "Curse", "Estate")
    assert sorted(game.view(0)["trash"]) == ["Curse", "Estate"]


@pytest.mark.parametrize("held", ["Copper", ""])
def test_steward_trashes_what_there_is_and_may_choose_what_does_nothing(held: str) -> None:
    game = position(seats=[{"hand": f"Steward, {held}"}, {}])
    answers(game, "Steward", "trash 2 cards")
    assert game.view(0)["trash"] == [held] * bool(held)


# --- Swindler -------------------------------------------------------------------------------


def test_swindler_swaps_the_top_card_of_each_victim_in_turn_order() -> None:
    game = position(
        kingdom="Swindler, Village",
        seats=[{"hand": "Swindler"}, {"deck": "Copper"}, {"deck": "Silver"}],
    )
    answer(game, "Swindler")
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.about) == (0, "gain", "Copper")
    assert decision.options == ("Copper", "Curse")
    assert decision.least == 1
    assert game.view(0)["trash"] == ["Copper"]
    answer(game, "Curse")
    assert asked(game).options == ("Silver", "Swindler", "Village")
    answer(game, "Village")
    assert seat(game, 1)["discard"] == ["Curse"]
    assert seat(game, 2)["discard"] == ["Village"]
    assert counters(game)[2] == 2


def test_swindler_reads_the_cost_of_the_moment() -> None:
    game = position(
        kingdom="Swindler, Bridge", seats=[{"hand": "Bridge, Swindler"}, {"deck": "Copper"}],
        actions=2,
    )  # fmt: skip
    answers(game, "Bridge", "Swindler")
    assert asked(game).options == ("Copper", "Curse")
    two = position(
        kingdom="Swindler, Bridge",
        seats=[{"hand": "2 Bridge, Swindler"}, {"deck": "Copper"}],
        actions=3,
    )
    answers(two, "Bridge", "Bridge", "Swindler")
    assert asked(two).options == ("Copper", "Curse", "Estate")


def test_swindler_may_turn_a_province_into_a_peddler() -> None:
    game = position(kingdom="Peddler", seats=[{"hand": "Swindler"}, {"deck": "Province"}])
    answer(game, "Swindler")
    assert asked(game).options == ("Peddler", "Province")


def test_swindler_gives_nothing_where_no_pile_costs_the_same() -> None:
    game = position(supply={"Platinum": 0}, seats=[{"hand": "Swindler"}, {"deck": "Platinum"}])
    answer(game, "Swindler")
    assert question(game) == (0, "buy")
    assert not typed(game, "gain")


def test_the_victim_of_swindler_gains_and_may_react() -> None:
    game = position(
        kingdom="Trader, Watchtower",
        seats=[{"hand": "Swindler"}, {"hand": "Trader", "deck": "Copper"}],
    )
    answers(game, "Swindler", "Curse")
    assert question(game) == (1, "react")
    answer(game, "Trader")
    assert seat(game, 1)["discard"] == ["Silver"]


def test_swindler_shuffles_an_empty_deck_and_skips_a_player_without_cards() -> None:
    game = position(seats=[{"hand": "Swindler"}, {"discard": "Estate"}, {}], kingdom="Moat")
    answer(game, "Swindler")
    assert asked(game).options == ("Estate", "Moat")
    answer(game, "Moat")
    assert question(game) == (0, "buy")


# --- Wishing Well ---------------------------------------------------------------------------


@pytest.mark.parametrize("wish", ["Gold", "Silver"])
def test_wishing_well_draws_names_a_card_and_takes_it_if_right(wish: str) -> None:
    game = position(seats=[{"hand": "Wishing Well", "deck": "Copper, Gold"}, {}])
    answer(game, "Wishing Well")
    assert hand(game) == ["Copper"]
    assert (asked(game).kind, asked(game).source) == ("name", "Wishing Well")
    assert set(asked(game).options) == set(game.view(0)["supply"])
    answer(game, wish)
    assert typed(game, "name", 1)[0]["cards"] == [wish]
    assert typed(game, "reveal", 1)[0]["cards"] == ["Gold"]
    if wish == "Gold":
        assert hand(game) == ["Copper", "Gold"]
    else:
        assert seat(game, 0)["deck"] == ["Gold"]
        assert game.view(1)["seats"][0]["known"] == {"deck": ["Gold"]}


def test_wishing_well_without_a_card_to_reveal_does_nothing() -> None:
    game = position(seats=[{"hand": "Wishing Well", "deck": "Copper"}, {}])
    answers(game, "Wishing Well", "Gold")
    assert not typed(game, "reveal")
    assert counters(game)[0] == 1
