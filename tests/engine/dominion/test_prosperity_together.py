"""Prosperity cards together: several gains, several responses, changing costs, cards that chain."""

from __future__ import annotations

import pytest

from engine import conformance
from engine.dominion import position
from engine.dominion.card import Card, of_expansion
from tests.engine.dominion.playing import (
    answer,
    answers,
    asked,
    counters,
    hand,
    logged_events,
    question,
    seat,
)

# --- several responses to one gain ----------------------------------------------------------


def test_watchtower_and_royal_seal_are_put_in_order_by_their_owner() -> None:
    seats = [{"hand": "Watchtower", "in_play": "Royal Seal"}, {}]
    game = position(seats=seats, phase="buy", coins=3, buys=2)
    answer(game, "Silver")
    decision = asked(game)
    assert (decision.kind, decision.about) == ("choose", "Silver")
    assert decision.options == ("Watchtower", "Royal Seal")


def test_a_card_that_watchtower_has_trashed_cannot_go_onto_the_deck_by_royal_seal() -> None:
    seats = [{"hand": "Watchtower", "in_play": "Royal Seal"}, {}]
    game = position(seats=seats, phase="buy", coins=3, buys=2)
    answers(game, "Silver", "Watchtower", "Watchtower", "trash")
    assert question(game) == (0, "buy")
    assert game.view(None)["trash"] == ["Silver"]


def test_a_watchtower_that_stays_in_hand_leaves_the_card_to_royal_seal() -> None:
    seats = [{"hand": "Watchtower", "in_play": "Royal Seal"}, {}]
    game = position(seats=seats, phase="buy", coins=3, buys=2)
    answers(game, "Silver", "Watchtower", None)
    assert question(game) == (0, "put_back")
    answer(game, "Silver")
    assert seat(game, 0)["deck"] == ["Silver"]


def test_a_card_that_royal_seal_has_moved_is_out_of_watchtowers_reach() -> None:
    seats = [{"hand": "Watchtower", "in_play": "Royal Seal"}, {}]
    game = position(seats=seats, phase="buy", coins=3, buys=2)
    answers(game, "Silver", "Royal Seal", "Silver")
    assert question(game) == (0, "buy")
    assert seat(game, 0)["deck"] == ["Silver"]


def test_a_card_that_royal_seal_has_not_moved_is_still_within_watchtowers_reach() -> None:
    seats = [{"hand": "Watchtower", "in_play": "Royal Seal"}, {}]
    game = position(seats=seats, phase="buy", coins=3, buys=2)
    answers(game, "Silver", "Royal Seal", None, "Watchtower", "trash")
    assert game.view(None)["trash"] == ["Silver"]


def test_watchtower_is_shown_once_a_gain_even_if_there_are_two_of_them() -> None:
    game = position(seats=[{"hand": "2 Watchtower"}, {}], phase="buy", coins=3, buys=2)
    answers(game, "Silver", "Watchtower", "put on deck")
    assert question(game) == (0, "buy")


def test_royal_seal_is_not_asked_for_a_card_that_lands_on_the_deck_anyway() -> None:
    game = position(seats=[{"hand": "Bureaucrat", "in_play": "Royal Seal"}, {}])
    answer(game, "Bureaucrat")
    assert question(game) == (0, "buy")
    assert seat(game, 0)["deck"] == ["Silver"]


def test_mint_and_an_action_in_play_that_responds_to_buying_are_put_in_order() -> None:
    seats = [{"in_play": "Goons, Hoard, Talisman, Quarry"}, {}]
    game = position(kingdom="Mint", seats=seats, phase="buy", coins=3, buys=2)
    answer(game, "Mint")
    assert asked(game).options == ("Mint", "Goons")
    answer(game, "Goons")
    assert seat(game, 0)["vp"] == 1
    assert sorted(game.view(None)["trash"]) == ["Hoard", "Quarry", "Talisman"]
    assert seat(game, 0)["cards"] == {"Goons": 1, "Mint": 1}


# --- several gains --------------------------------------------------------------------------


def test_talismans_gain_comes_first_and_watchtower_reacts_to_each() -> None:
    seats = [{"hand": "Watchtower", "in_play": "Talisman"}, {}]
    game = position(seats=seats, phase="buy", coins=3, buys=2)
    answers(game, "Silver", "Watchtower", "trash", "Watchtower", "put on deck")
    assert game.view(None)["trash"] == ["Silver"]
    assert seat(game, 0)["deck"] == ["Silver"]


def test_hoards_gold_and_the_victory_card_each_meet_watchtower_and_royal_seal() -> None:
    seats = [{"hand": "Watchtower", "in_play": "Hoard, Royal Seal"}, {}]
    game = position(seats=seats, phase="buy", coins=8, buys=2)
    answers(game, "Province", "Royal Seal", "Gold")
    assert asked(game).about == "Province"
    answers(game, "Watchtower", "Watchtower", "put on deck")
    assert seat(game, 0)["deck"] == ["Province", "Gold"]


def test_the_last_copy_goes_to_talisman_and_the_bought_card_is_not_gained() -> None:
    game = position(
        seats=[{"in_play": "Talisman, Royal Seal"}, {}],
        phase="buy",
        coins=3,
        buys=2,
        supply={"Silver": 1},
    )
    answers(game, "Silver", "Silver")
    assert question(game) == (0, "buy")
    assert seat(game, 0)["deck"] == ["Silver"]


def test_a_copy_gained_by_talisman_is_not_bought() -> None:
    game = position(seats=[{"in_play": "Talisman, Goons"}, {}], phase="buy", coins=3, buys=2)
    answer(game, "Silver")
    assert (asked(game).kind, asked(game).options) == ("choose", ("Talisman", "Goons"))
    answer(game, "Talisman")
    assert seat(game, 0)["vp"] == 1
    assert seat(game, 0)["cards"]["Silver"] == 2


def test_two_talismans_gain_two_copies() -> None:
    game = position(seats=[{"in_play": "2 Talisman"}, {}], phase="buy", coins=3)
    answer(game, "Silver")
    assert seat(game, 0)["cards"]["Silver"] == 3


def test_mountebank_played_three_times_curses_three_times_each_with_its_own_answer() -> None:
    seats = [{"hand": "King's Court, Mountebank"}, {"hand": "Curse"}]
    game = position(seats=seats)
    answers(game, "King's Court", "Mountebank", None, "Curse")
    assert counters(game)[2] == 6
    assert sorted(seat(game, 1)["discard"]) == ["Copper", "Copper", "Curse", "Curse", "Curse"]


def test_mountebank_played_twice_asks_for_moat_twice() -> None:
    seats = [{"hand": "Throne Room, Mountebank"}, {"hand": "Moat"}]
    game = position(seats=seats)
    answers(game, "Throne Room", "Moat", None)
    assert seat(game, 1)["discard"] == ["Curse", "Copper"]


# --- played several times -------------------------------------------------------------------


def test_goons_played_three_times_lies_in_play_once() -> None:
    game = position(seats=[{"hand": "King's Court, Goons"}, {}])
    answers(game, "King's Court", "Goons", "Copper", "Copper")
    assert seat(game, 0)["vp"] == 2
    assert counters(game)[:2] == (0, 2)


def test_bishop_played_twice_lets_everybody_trash_twice() -> None:
    seats = [{"hand": "Throne Room, Bishop, Gold, Estate"}, {"hand": "2 Curse"}]
    game = position(seats=seats)
    answers(game, "Throne Room", "Gold", "Curse")
    assert question(game) == (1, "trash")
    answer(game, "Curse")
    assert seat(game, 0)["vp"] == 1 + 3 + 1 + 1


def test_trade_route_played_twice_counts_the_tokens_each_time() -> None:
    tokens = {"Trade Route": ["Estate", "Duchy"]}
    game = position(seats=[{"hand": "Throne Room, Trade Route"}, {}], tokens=tokens)
    answer(game, "Throne Room")
    assert counters(game) == (0, 3, 4)


def test_feast_played_three_times_is_trashed_once_and_gains_three_cards() -> None:
    game = position(seats=[{"hand": "King's Court, Feast"}, {}])
    answers(game, "King's Court", "Feast", "Silver", "Silver", "Duchy")
    assert game.view(None)["trash"] == ["Feast"]
    assert sorted(seat(game, 0)["discard"]) == ["Duchy", "Silver", "Silver"]


# --- costs ----------------------------------------------------------------------------------


def test_bishop_counts_what_the_card_costs_at_that_moment() -> None:
    game = position(seats=[{"hand": "Bishop, Goons", "in_play": "Quarry"}, {}])
    answer(game, "Bishop")
    assert seat(game, 0)["vp"] == 1 + 2


def test_forge_counts_what_cards_cost_at_that_moment() -> None:
    game = position(
        kingdom="Goons, Bank",
        seats=[{"hand": "Forge, Mountebank, Silver", "in_play": "Quarry"}, {}],
    )
    answers(game, "Forge", ("Silver", "Mountebank"))
    assert seat(game, 0)["discard"] == ["Gold"]


def test_talisman_doubles_a_peddler_that_has_become_cheap() -> None:
    seats = [{"in_play": "Talisman, 2 Market"}, {}]
    game = position(kingdom="Peddler", seats=seats, phase="buy", coins=4)
    answer(game, "Peddler")
    assert seat(game, 0)["cards"]["Peddler"] == 2


def test_mint_trashing_a_quarry_makes_actions_dear_again() -> None:
    seats = [{"in_play": "2 Quarry"}, {}]
    game = position(kingdom="Mint, Goons", seats=seats, phase="buy", coins=3, buys=2)
    assert "Goons" in asked(game).options
    answer(game, "Mint")
    assert (counters(game)[2], game.view(None)["costs"]["Goons"]) == (2, 6)


def test_costs_never_fall_below_nothing() -> None:
    seats = [{"in_play": "3 Quarry, 3 Market"}, {}]
    game = position(kingdom="Peddler, Mint", seats=seats, phase="buy", buys=2)
    costs = game.view(None)["costs"]
    assert (costs["Peddler"], costs["Mint"]) == (0, 0)
    answer(game, "Peddler")
    assert counters(game)[2] == 0


# --- treasures one by one -------------------------------------------------------------------


def test_venture_into_venture_into_bank_counts_them_all() -> None:
    deck = "Estate, Venture, Curse, Bank, Gold"
    game = position(seats=[{"hand": "Venture, Copper", "deck": deck}, {}])
    answer(game, "Copper", "Venture")
    assert counters(game)[2] == 1 + 1 + 1 + 4
    assert seat(game, 0)["in_play"] == ["Copper", "Venture", "Venture", "Bank"]
    assert seat(game, 0)["discard"] == ["Estate", "Curse"]


def test_venture_into_contraband_asks_the_left_neighbour() -> None:
    game = position(seats=[{"hand": "Venture", "deck": "Contraband"}, {}, {}], current=0)
    answer(game, "Venture")
    assert question(game) == (1, "name")
    answer(game, "Silver")
    assert counters(game) == (1, 2, 4)
    assert "Silver" not in asked(game).options


def test_venture_into_loan_into_a_treasure() -> None:
    game = position(seats=[{"hand": "Venture", "deck": "Estate, Loan, Duchy, Copper"}, {}])
    answers(game, "Venture", "trash")
    assert game.view(None)["trash"] == ["Copper"]
    assert seat(game, 0)["discard"] == ["Estate", "Duchy"]
    assert counters(game)[2] == 2


def test_venture_discards_the_other_cards_before_it_plays_the_treasure() -> None:
    game = position(seats=[{"hand": "Venture", "deck": "Estate, Loan"}, {}])
    answer(game, "Venture")
    kinds = [event["type"] for event in logged_events(game)]
    assert kinds == ["play", "reveal", "reveal", "discard", "play", "shuffle", "reveal", "discard"]


def test_treasures_are_played_in_the_chosen_order() -> None:
    game = position(seats=[{"hand": "Bank, Copper, Loan", "deck": "Gold"}, {}])
    answers(game, ("Loan", "Copper", "Bank"), "trash")
    assert counters(game)[2] == 1 + 1 + 3
    assert seat(game, 0)["in_play"] == ["Loan", "Copper", "Bank"]


def test_treasures_left_in_hand_may_still_be_played_before_the_first_buy() -> None:
    game = position(seats=[{"hand": "Bank, Gold"}, {}])
    answer(game, "Gold")
    assert (question(game), asked(game).options) == ((0, "play_treasures"), ("Bank",))
    answer(game, "Bank")
    assert counters(game)[2] == 5


# --- what others know -----------------------------------------------------------------------


def test_what_rabble_has_put_back_in_an_order_is_known_to_its_owner() -> None:
    game = position(seats=[{"hand": "Rabble"}, {"deck": "Estate, Curse, Curse"}])
    answers(game, "Rabble", ("Curse", "Estate", "Curse"))
    assert game.view(1)["seats"][1]["known"] == {"deck": ["Curse", "Estate", "Curse"]}
    assert game.view(0)["seats"][1]["known"] == {}


def test_counting_house_shows_coppers_that_were_discarded_unseen() -> None:
    hands = "Cellar, Counting House, Estate, 2 Copper"
    game = position(seats=[{"hand": hands, "deck": "3 Curse"}, {}])
    answers(game, "Cellar", ("Copper", "Copper", "Estate"))
    assert game.knowledge(1)["players"][0]["discard_hidden"] == 2
    answers(game, "Counting House", ("Copper", "Copper"))
    assert game.knowledge(1)["players"][0]["discard_hidden"] == 0
    assert game.view(1)["seats"][0]["known"] == {"hand": ["Copper", "Copper"]}
    assert hand(game) == ["Copper", "Copper", "Curse", "Curse", "Curse"]


# --- all cards ------------------------------------------------------------------------------


@pytest.mark.parametrize("card", of_expansion("prosperity"), ids=lambda card: card.name)
def test_every_card_has_a_text_in_both_languages(card: Card) -> None:
    for language in ("en", "de"):
        text = card.text_in(language)
        assert text
        assert "{" not in text
        assert "  " not in text


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_random_games_keep_all_promises(seats: int, seed: int) -> None:
    config = {"kingdom": "random", "sets": ["prosperity"]}
    conformance.check("dominion", seats=seats, seed=seed, config=config, every=40)
