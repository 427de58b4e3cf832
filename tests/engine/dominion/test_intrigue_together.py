"""Harem, Nobles, and cards of Intrigue and Guilds together with those of other expansions."""

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


@pytest.mark.parametrize("card", ["Great Hall", "Harem", "Nobles"])
def test_cards_of_two_types_are_discarded_by_rabble(card: str) -> None:
    game = position(seats=[{"hand": "Rabble"}, {"deck": [card, "Estate", "Curse"]}])
    answer(game, "Rabble")
    assert seat(game, 1)["discard"] == [card]


@pytest.mark.parametrize("card", ["Great Hall", "Harem", "Nobles", "Duke"])
def test_bureaucrat_puts_victory_cards_of_two_types_back(card: str) -> None:
    game = position(seats=[{"hand": "Bureaucrat"}, {"hand": [card, "Copper"]}])
    answer(game, "Bureaucrat")
    assert seat(game, 1)["deck"] == [card]


@pytest.mark.parametrize("card", ["Great Hall", "Harem", "Nobles", "Duke"])
def test_each_victory_pile_has_a_trade_route_token(card: str) -> None:
    game = position(kingdom=["Trade Route", card], phase="buy", coins=6, buys=2, seats=[{}, {}])
    answer(game, card)
    assert game.view(0)["tokens"] == {"Trade Route": [card]}


def test_thief_may_take_a_harem_and_noble_brigand_may_not() -> None:
    game = position(seats=[{"hand": "Thief"}, {"deck": "Harem, Estate"}])
    answer(game, "Thief")
    assert game.view(0)["trash"] == ["Harem"]
    brigand = position(seats=[{"hand": "Noble Brigand"}, {"deck": "Harem, Estate"}])
    answer(brigand, "Noble Brigand")
    assert sorted(seat(brigand, 1)["discard"]) == ["Estate", "Harem"]


def test_mine_may_gain_a_harem_and_mint_copies_a_masterpiece() -> None:
    game = position(kingdom="Harem", seats=[{"hand": "Mine, Silver"}, {}])
    answer(game, "Mine")
    assert "Harem" in asked(game).options
    mint = position(kingdom="Masterpiece", seats=[{"hand": "Mint, Masterpiece"}, {}])
    answers(mint, "Mint", "Masterpiece")
    assert seat(mint, 0)["discard"] == ["Masterpiece"]


def test_talisman_and_farmland_read_the_cost_under_bridge() -> None:
    game = position(kingdom="Bridge, Market", seats=[{"hand": "Bridge, Talisman, 2 Silver"}, {}])
    answers(game, "Bridge", ("Talisman", "Silver", "Silver"), "Market")
    assert seat(game, 0)["cards"]["Market"] == 2
    farmland = position(
        kingdom="Bridge, Farmland", seats=[{"hand": "Bridge, Estate, 2 Gold"}, {"hand": "Gold"}]
    )
    answers(farmland, "Bridge", ("Gold", "Gold"), "Farmland")
    assert seat(farmland, 0)["cards"]["Bridge"] == 2


def test_trader_may_replace_what_saboteur_s_victim_gains() -> None:
    game = position(
        kingdom="Village", seats=[{"hand": "Saboteur"}, {"hand": "Trader", "deck": "Duchy"}]
    )
    answers(game, "Saboteur", "Estate", "Trader")
    assert seat(game, 1)["discard"] == ["Silver"]


def test_trader_gains_a_silver_for_each_coin_a_card_costs_under_bridge() -> None:
    game = position(kingdom="Bridge", seats=[{"hand": "Bridge, Trader, Duchy"}, {}], actions=2)
    answers(game, "Bridge", "Trader")
    assert seat(game, 0)["cards"]["Silver"] == 4


def test_the_card_that_herald_plays_counts_for_conspirator() -> None:
    game = position(seats=[{"hand": "Herald, Conspirator", "deck": "Copper, Village, 3 Gold"}, {}])
    answers(game, "Herald", "Conspirator")
    assert hand(game) == ["Copper", "Gold", "Gold"]


@pytest.mark.parametrize("card", ["Torturer", "Envoy", "Journeyman", "Advisor"])
def test_a_tunnel_discarded_by_these_may_be_shown(card: str) -> None:
    attacker = {"hand": [card], "deck": "Tunnel, 3 Copper"}
    game = position(kingdom="Tunnel", seats=[attacker, {"hand": "2 Tunnel"}])
    answer(game, card)
    if card == "Torturer":
        answer(game, "discard 2 cards")
    else:
        answer(game, "Tunnel")
    assert asked(game).kind == "react"


def test_royal_seal_may_put_the_gold_of_soothsayer_onto_the_deck() -> None:
    game = position(seats=[{"hand": "Soothsayer", "in_play": "Royal Seal"}, {}])
    answer(game, "Soothsayer")
    assert (question(game), asked(game).about) == ((0, "put_back"), "Gold")


def test_the_card_that_masquerade_brought_may_be_trashed_at_once() -> None:
    game = position(
        seats=[{"hand": "Masquerade, Copper", "deck": "2 Gold"}, {"hand": "Moat, Silver"}]
    )
    answers(game, "Masquerade", "Copper", "Silver", "Silver")
    assert hand(game) == ["Gold", "Gold"]
    assert game.view(0)["trash"] == ["Silver"]


def test_coppersmith_and_bridge_stand_in_a_position_in_the_middle_of_a_turn() -> None:
    game = position(
        kingdom="Bridge, Coppersmith",
        seats=[{"hand": "Bridge, Coppersmith, 2 Copper"}, {"hand": "Gold"}],
        actions=2,
    )
    answers(game, "Bridge", "Coppersmith")
    again = position(**game.position())
    assert again.view(0) == game.view(0)
    answer(again, "Copper", "Copper")
    assert counters(again)[2] == 1 + 4


def test_goons_and_merchant_guild_both_answer_a_purchase_that_is_overpaid() -> None:
    game = position(
        kingdom="Masterpiece",
        phase="buy",
        coins=4,
        buys=2,
        seats=[{"in_play": "Goons, Merchant Guild"}, {}],
    )
    answer(game, "Masterpiece")
    game.choose([1])
    while asked(game).kind == "choose":
        game.choose([0])
    own = seat(game, 0)
    assert (own["vp"], own["tokens"]["coin"], own["cards"]["Silver"]) == (1, 1, 1)
    assert typed(game, "gain")[-1]["cards"] == ["Masterpiece"]


# --- Harem, Nobles --------------------------------------------------------------------------


def test_harem_is_a_treasure_and_a_victory_card() -> None:
    game = position(
        kingdom="Harem, Hoard", phase="buy", seats=[{"hand": "Harem, Hoard, Bank, Silver"}, {}]
    )
    assert game.view(0)["supply"]["Harem"] == 8
    assert game.scores[0] == 2
    answer(game, "Harem", "Hoard", "Silver", "Bank")
    assert counters(game)[2] == 2 + 2 + 2 + 4
    answers(game, "Harem")
    assert sorted(seat(game, 0)["cards"].items()) == [
        ("Bank", 1), ("Gold", 1), ("Harem", 2), ("Hoard", 1), ("Silver", 1),
    ]  # fmt: skip


def test_jack_of_all_trades_may_not_trash_a_harem() -> None:
    game = position(
        supply={"Silver": 0}, seats=[{"hand": "Jack of All Trades, Harem, 4 Estate"}, {}]
    )
    answer(game, "Jack of All Trades")
    assert asked(game).options == ("Estate",) * 4


def test_nobles_gives_cards_or_actions_and_chooses_each_time() -> None:
    game = position(kingdom="Nobles", seats=[{"hand": "Throne Room, Nobles", "deck": "3 Gold"}, {}])
    answer(game, "Throne Room")
    assert asked(game).options == ("+3 Cards", "+2 Actions")
    answers(game, "+2 Actions", "+3 Cards")
    assert counters(game)[0] == 2
    assert hand(game) == ["Gold"] * 3
    assert game.scores[0] == 2
