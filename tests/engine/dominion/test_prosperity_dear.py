"""Rulings of the Prosperity cards from cost 5, and of Platinum and Colony.

Source: rules/dominion-prosperity.de.txt, "Kartenübersicht".
"""

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

# --- Counting House, Mint -------------------------------------------------------------------


def test_counting_house_takes_any_number_of_coppers_for_all_to_see() -> None:
    game = position(seats=[{"hand": "Counting House", "discard": "Copper, Gold, 2 Copper"}, {}])
    answer(game, "Counting House")
    decision = asked(game)
    assert (decision.kind, decision.options) == ("take", ("Copper",) * 3)
    assert (decision.least, decision.most) == (0, 3)
    answer(game, "Copper", "Copper")
    assert hand(game) == ["Copper", "Copper"]
    assert sorted(seat(game, 0)["discard"]) == ["Copper", "Gold"]
    assert typed(game, "take", 1)[0]["cards"] == ["Copper", "Copper"]
    assert game.view(1)["seats"][0]["known"] == {"hand": ["Copper", "Copper"]}


def test_counting_house_may_leave_all_coppers() -> None:
    game = position(seats=[{"hand": "Counting House", "discard": "2 Copper"}, {}])
    answers(game, "Counting House", None)
    assert hand(game) == []


def test_mint_gains_a_copy_of_the_treasure_it_shows() -> None:
    game = position(seats=[{"hand": "Mint, Gold, Estate, Silver"}, {}])
    answer(game, "Mint")
    decision = asked(game)
    assert (decision.kind, decision.options, decision.least) == ("reveal", ("Silver", "Gold"), 0)
    answer(game, "Gold")
    assert seat(game, 0)["discard"] == ["Gold"]
    assert hand(game) == ["Estate", "Gold", "Silver"]
    assert game.view(1)["seats"][0]["known"] == {"hand": ["Gold"]}


def test_mint_may_show_nothing() -> None:
    game = position(seats=[{"hand": "Mint, Gold"}, {}])
    answers(game, "Mint", None)
    assert seat(game, 0)["discard"] == []


def test_mint_gains_nothing_from_an_empty_pile() -> None:
    game = position(seats=[{"hand": "Mint, Gold"}, {}], supply={"Gold": 0})
    answers(game, "Mint", "Gold")
    assert seat(game, 0)["discard"] == []


def test_mint_copies_kingdom_treasures_too() -> None:
    game = position(seats=[{"hand": "Mint, Bank"}, {}])
    answers(game, "Mint", "Bank")
    assert seat(game, 0)["discard"] == ["Bank"]


def test_buying_mint_trashes_all_own_treasures_in_play_but_the_coins_stay() -> None:
    game = position(
        kingdom="Mint", seats=[{"hand": "Silver, 2 Gold", "in_play": "Monument"}, {}],
        phase="buy", buys=2,
    )  # fmt: skip
    answers(game, ("Silver", "Gold", "Gold"), "Mint")
    assert game.view(None)["trash"] == ["Silver", "Gold", "Gold"]
    assert seat(game, 0)["in_play"] == ["Monument"]
    assert counters(game) == (1, 1, 3)
    assert question(game) == (0, "buy")


def test_buying_mint_trashes_a_royal_seal_before_it_can_do_anything() -> None:
    game = position(
        kingdom="Mint", seats=[{"in_play": "Royal Seal"}, {}], phase="buy", coins=5, buys=2
    )
    answer(game, "Mint")
    assert question(game) == (0, "buy")
    assert seat(game, 0)["discard"] == ["Mint"]


def test_buying_mint_trashes_a_talisman_before_it_can_do_anything() -> None:
    game = position(
        kingdom="Mint", seats=[{"in_play": "Talisman, Quarry"}, {}], phase="buy", coins=3
    )
    answer(game, "Mint")
    assert seat(game, 0)["cards"] == {"Mint": 1}


def test_mint_gained_otherwise_trashes_nothing() -> None:
    game = position(kingdom="Mint", seats=[{"hand": "Expand, Estate", "in_play": "Gold"}, {}])
    answers(game, "Expand", "Mint")
    assert seat(game, 0)["in_play"] == ["Gold", "Expand"]


# --- Mountebank -----------------------------------------------------------------------------


def test_mountebank_lets_a_curse_be_discarded_instead() -> None:
    seats = [{"hand": "Mountebank"}, {"hand": "2 Curse, Gold"}, {"hand": "Curse"}]
    game = position(seats=seats)
    answer(game, "Mountebank")
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.source) == (1, "discard", "Mountebank")
    assert (decision.options, decision.least, decision.most) == (("Curse", "Curse"), 0, 1)
    answers(game, "Curse", None)
    assert (hand(game, 1), seat(game, 1)["discard"]) == (["Curse", "Gold"], ["Curse"])
    assert (hand(game, 2), seat(game, 2)["discard"]) == (["Curse"], ["Curse", "Copper"])
    assert counters(game)[2] == 2


@pytest.mark.parametrize(("empty", "gained"), [("Curse", ["Copper"]), ("Copper", ["Curse"])])
def test_mountebank_gives_what_is_left(empty: str, gained: list[str]) -> None:
    game = position(seats=[{"hand": "Mountebank"}, {}], supply={empty: 0})
    answer(game, "Mountebank")
    assert seat(game, 1)["discard"] == gained


def test_mountebank_may_be_answered_with_a_curse_when_the_piles_are_empty() -> None:
    game = position(
        seats=[{"hand": "Mountebank"}, {"hand": "Curse"}], supply={"Curse": 0, "Copper": 0}
    )
    answer(game, "Mountebank")
    assert question(game) == (1, "discard")


# --- Contraband -----------------------------------------------------------------------------


def test_contraband_gives_three_coins_a_buy_and_the_left_neighbour_names_a_card() -> None:
    game = position(seats=[{"hand": "Contraband"}, {}, {}], phase="buy")
    answer(game, "Contraband")
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.source) == (1, "name", "Contraband")
    assert decision.options == tuple(game.view(None)["supply"])
    answer(game, "Silver")
    assert counters(game) == (1, 2, 3)
    assert "Silver" not in asked(game).options
    assert game.view(None)["tokens"] == {"Contraband": ["Silver"]}


def test_contraband_forbids_buying_only_not_gaining() -> None:
    game = position(
        seats=[{"in_play": "Hoard"}, {}], phase="buy", coins=8, tokens={"Contraband": ["Gold"]},
        kingdom="Contraband",
    )  # fmt: skip
    assert "Gold" not in asked(game).options
    answer(game, "Province")
    assert seat(game, 0)["cards"]["Gold"] == 1


def test_two_contrabands_forbid_two_cards_for_this_turn() -> None:
    seats = [{"hand": "2 Contraband, Hoard"}, {"hand": "3 Gold"}]
    game = position(seats=seats, phase="buy")
    answers(game, ("Contraband", "Contraband", "Hoard"), "Province", "Gold")
    assert counters(game) == (1, 3, 8)
    assert not {"Province", "Gold"} & set(asked(game).options)
    answers(game, "Duchy", "Silver")
    assert sorted(seat(game, 0)["cards"]) == ["Contraband", "Duchy", "Gold", "Hoard", "Silver"]
    answers(game, None, ("Gold", "Gold", "Gold"))
    assert {"Province", "Gold"} <= set(asked(game).options)


def test_treasures_shown_together_and_no_others_are_known_while_they_are_played() -> None:
    game = position(seats=[{"hand": "3 Contraband, 2 Copper"}, {"hand": "Gold"}], phase="buy")
    answers(game, ("Contraband", "Contraband", "Contraband", "Copper"), "Silver")
    assert game.view(1)["seats"][0]["known"]["hand"] == ["Contraband", "Copper"]
    for seed in range(5):
        dealt = game.imagine(1, seed)
        answer(dealt, "Duchy")
        assert counters(dealt) == (1, 4, 9)


# --- City, Grand Market ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("empty", "cards", "now"),
    [
        ({}, 1, (2, 1, 0)),
        ({"Curse": 0}, 2, (2, 1, 0)),
        ({"Curse": 0, "Estate": 0}, 2, (2, 2, 1)),
        ({"Curse": 0, "Estate": 0, "Copper": 0}, 2, (2, 2, 1)),
    ],
)
def test_city_grows_with_the_empty_piles(
    empty: dict[str, int], cards: int, now: tuple[int, int, int]
) -> None:
    game = position(seats=[{"hand": "City", "deck": "4 Moat"}, {}], supply=empty)
    answer(game, "City")
    assert len(hand(game)) == cards
    assert counters(game) == now


def test_city_played_after_a_pile_has_run_out_in_the_same_turn_counts_it() -> None:
    seats = [{"hand": "Mountebank, City", "deck": "4 Gold"}, {}]
    game = position(seats=seats, actions=2, supply={"Curse": 1})
    answers(game, "Mountebank", "City")
    assert hand(game) == ["Gold", "Gold"]


def test_grand_market_gives_card_action_buy_and_two_coins() -> None:
    game = position(seats=[{"hand": "Grand Market", "deck": "Moat"}, {}])
    answer(game, "Grand Market")
    assert (hand(game), counters(game)) == (["Moat"], (1, 2, 2))


def test_grand_market_cannot_be_bought_with_copper_in_play() -> None:
    game = position(kingdom="Grand Market", seats=[{"in_play": "Copper"}, {}], phase="buy", coins=9)
    assert "Grand Market" not in asked(game).options


def test_grand_market_can_be_bought_when_the_coppers_have_been_trashed_again() -> None:
    game = position(
        kingdom="Grand Market, Mint", seats=[{"in_play": "Copper"}, {}],
        phase="buy", coins=11, buys=2,
    )  # fmt: skip
    answer(game, "Mint")
    assert "Grand Market" in asked(game).options


def test_grand_market_can_be_gained_with_copper_in_play() -> None:
    game = position(
        kingdom="Grand Market", seats=[{"hand": "Expand, Silver", "in_play": "Copper"}, {}]
    )
    answers(game, "Expand", "Grand Market")
    assert seat(game, 0)["discard"] == ["Grand Market"]


def test_a_named_card_and_copper_in_play_both_keep_cards_from_being_bought() -> None:
    game = position(
        kingdom="Grand Market", seats=[{"hand": "Contraband, Copper, Gold"}, {}], phase="buy"
    )
    answers(game, ("Copper", "Contraband", "Gold"), "Gold")
    assert not {"Grand Market", "Gold"} & set(asked(game).options)


# --- Expand, Goons, Bank --------------------------------------------------------------------


def test_expand_gains_a_card_that_costs_up_to_three_more() -> None:
    game = position(kingdom="Smithy", seats=[{"hand": "Expand, Estate"}, {}], coins=5)
    answer(game, "Expand")
    assert "Duchy" in asked(game).options
    assert "Gold" not in asked(game).options  # coins do not help
    answer(game, "Duchy")
    assert (game.view(None)["trash"], seat(game, 0)["discard"]) == (["Estate"], ["Duchy"])


def test_expand_gains_nothing_without_a_card_to_trash_and_cannot_trash_itself() -> None:
    game = position(seats=[{"hand": "Expand"}, {}])
    answer(game, "Expand")
    assert question(game) == (0, "buy")
    assert seat(game, 0)["in_play"] == ["Expand"]


def test_goons_has_all_others_discard_down_to_three() -> None:
    seats = [{"hand": "Goons"}, {"hand": "5 Estate"}, {"hand": "3 Gold"}]
    game = position(seats=seats)
    answer(game, "Goons")
    assert hand(game, 1) == ["Estate"] * 3
    assert hand(game, 2) == ["Gold"] * 3
    assert counters(game) == (0, 2, 2)


def test_goons_gives_a_token_for_each_card_bought() -> None:
    game = position(seats=[{"in_play": "Goons"}, {}], phase="buy", coins=3, buys=3)
    answers(game, "Copper", "Copper", "Silver")
    assert seat(game, 0)["vp"] == 3


def test_goons_gives_nothing_for_a_card_gained_otherwise() -> None:
    game = position(seats=[{"hand": "Workshop", "in_play": "Goons"}, {}])
    answers(game, "Workshop", "Silver")
    assert seat(game, 0)["vp"] == 0


def test_two_goons_give_two_tokens_a_card() -> None:
    game = position(seats=[{"in_play": "2 Goons"}, {}], phase="buy", buys=2)
    answers(game, "Copper", "Curse")
    assert seat(game, 0)["vp"] == 4


def test_bank_alone_is_worth_one() -> None:
    game = position(seats=[{"hand": "Bank", "in_play": "Market"}, {}], phase="buy")
    answer(game, "Bank")
    assert counters(game)[2] == 1


def test_bank_counts_the_treasures_in_play_when_it_is_played() -> None:
    hands = "Gold, Silver, 2 Copper, 2 Bank"
    game = position(seats=[{"hand": hands}, {}], phase="buy")
    answer(game, "Gold", "Silver", "Copper", "Copper", "Bank")
    assert counters(game)[2] == 7 + 5
    answer(game, "Bank")
    assert counters(game)[2] == 12 + 6


def test_bank_played_before_the_others_does_not_count_them() -> None:
    game = position(seats=[{"hand": "Bank, 2 Copper"}, {}], phase="buy")
    answer(game, "Bank", "Copper", "Copper")
    assert counters(game)[2] == 3


# --- King's Court, Forge --------------------------------------------------------------------


def test_kings_court_plays_an_action_three_times_for_no_actions() -> None:
    game = position(seats=[{"hand": "King's Court, Monument"}, {}])
    answer(game, "King's Court")
    decision = asked(game)
    assert (decision.kind, decision.least, decision.source) == ("play_action", 0, "King's Court")
    answer(game, "Monument")
    assert counters(game) == (0, 1, 6)
    assert seat(game, 0)["vp"] == 3
    assert seat(game, 0)["in_play"] == ["King's Court", "Monument"]


def test_kings_court_may_choose_nothing() -> None:
    game = position(seats=[{"hand": "King's Court, Monument"}, {}])
    answers(game, "King's Court", None)
    assert (hand(game), question(game)) == (["Monument"], (0, "buy"))


def test_kings_court_resolves_each_play_wholly_before_the_next() -> None:
    game = position(seats=[{"hand": "King's Court, Expand, Copper, Estate, Gold"}, {}])
    answers(game, "King's Court", "Expand", "Copper", "Silver", "Estate", "Duchy")
    answer(game, "Gold")
    assert game.view(None)["trash"] == ["Copper", "Estate", "Gold"]


def test_kings_court_of_kings_court_plays_three_actions_three_times_each() -> None:
    hands = "2 King's Court, Monument, Goons, Worker's Village"
    game = position(seats=[{"hand": hands, "deck": "3 Copper"}, {}])
    answers(game, "King's Court", "King's Court", "Monument", "Goons", "Worker's Village")
    assert counters(game) == (6, 1 + 3 + 3, 6 + 6)
    assert seat(game, 0)["vp"] == 3


def test_forge_gains_a_card_for_the_sum_of_the_trashed_costs() -> None:
    game = position(kingdom="Goons", seats=[{"hand": "Forge, 3 Estate, Gold"}, {}])
    answer(game, "Forge")
    assert (asked(game).kind, asked(game).least, asked(game).most) == ("trash", 0, 4)
    answer(game, "Estate", "Estate", "Estate")
    assert (asked(game).kind, asked(game).options) == ("gain", ("Gold", "Goons"))
    answer(game, "Goons")
    assert seat(game, 0)["discard"] == ["Goons"]


def test_forge_of_nothing_must_gain_a_card_for_nothing() -> None:
    game = position(seats=[{"hand": "Forge, Gold"}, {}])
    answers(game, "Forge", None)
    assert (asked(game).kind, asked(game).options) == ("gain", ("Copper", "Curse"))
    assert asked(game).least == 1


def test_forge_of_nothing_takes_a_curse_when_there_are_no_coppers() -> None:
    game = position(seats=[{"hand": "Forge, Gold"}, {}], supply={"Copper": 0})
    answers(game, "Forge", None)
    assert seat(game, 0)["discard"] == ["Curse"]


def test_forge_with_an_empty_hand_still_gains() -> None:
    game = position(seats=[{"hand": "Forge"}, {}])
    answer(game, "Forge")
    assert asked(game).options == ("Copper", "Curse")


def test_forge_gains_nothing_when_no_card_costs_so_much() -> None:
    game = position(seats=[{"hand": "Forge, 2 Gold"}, {}])
    answers(game, "Forge", ("Gold", "Gold"))
    assert game.view(None)["trash"] == ["Gold", "Gold"]
    assert seat(game, 0)["discard"] == []


# --- Peddler --------------------------------------------------------------------------------


def test_peddler_gives_a_card_an_action_and_a_coin() -> None:
    game = position(seats=[{"hand": "Peddler", "deck": "Moat"}, {}])
    answer(game, "Peddler")
    assert (hand(game), counters(game)) == (["Moat"], (1, 1, 1))


@pytest.mark.parametrize(("in_play", "cost"), [("", 8), ("3 Market, Gold", 2), ("6 Market", 0)])
def test_peddler_costs_two_less_for_each_action_in_play_in_the_buy_phase(
    in_play: str, cost: int
) -> None:
    seats = [{"in_play": in_play}, {"in_play": "Market"}]
    game = position(kingdom="Peddler", seats=seats, phase="buy")
    assert game.view(None)["costs"]["Peddler"] == cost


def test_peddler_costs_eight_outside_the_buy_phase() -> None:
    game = position(seats=[{"hand": "Expand, Peddler", "in_play": "4 Market"}, {}], colonies=True)
    answer(game, "Expand")
    assert "Colony" in asked(game).options


def test_peddler_counts_a_card_played_three_times_once() -> None:
    hands = "2 King's Court, Goons, Peddler, Silver"
    seats = [{"hand": hands}, {}]
    game = position(seats=seats, colonies=True)
    answers(game, "King's Court", "King's Court", "Goons", "Peddler", "Silver")
    assert counters(game) == (3, 4, 11)
    assert game.view(None)["costs"]["Peddler"] == 0
    answers(game, "Peddler", "Peddler", "Peddler", "Colony")
    assert seat(game, 0)["vp"] == 4
    assert seat(game, 0)["cards"]["Colony"] == 1


# --- Platinum and Colony --------------------------------------------------------------------


def test_the_game_ends_with_the_last_colony() -> None:
    game = position(seats=[{}, {}], phase="buy", coins=11, colonies=True, supply={"Colony": 1})
    answer(game, "Colony")
    assert game.outcome is not None
    assert game.outcome.reason == "Colony pile empty"
    assert game.outcome.scores == [10, 0]


def test_the_game_still_ends_with_the_last_province() -> None:
    game = position(seats=[{}, {}], phase="buy", coins=8, colonies=True, supply={"Province": 1})
    answer(game, "Province")
    assert game.outcome is not None
    assert game.outcome.reason == "Province pile empty"


@pytest.mark.parametrize(("seats", "colonies"), [(2, 8), (3, 12), (6, 12)])
def test_a_kingdom_of_prosperity_cards_alone_has_colonies(seats: int, colonies: int) -> None:
    config = {"kingdom": "random", "sets": ["prosperity"]}
    supply = catalogue.new("dominion", seats=seats, seed=5, config=config).view(None)["supply"]
    assert (supply["Platinum"], supply["Colony"]) == (12, colonies)
