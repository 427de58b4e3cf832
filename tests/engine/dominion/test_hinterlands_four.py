"""Rulings of Hinterlands, card by card: those from Jack of All Trades to Trader.

Source: rules/dominion-hinterlands.de.txt, "Die Königreichkarten".
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

# --- Jack of All Trades ---------------------------------------------------------------------


def test_jack_gains_a_silver_judges_the_top_card_draws_up_to_five_and_may_trash() -> None:
    seats = [{"hand": "Jack of All Trades, Curse, Copper", "deck": "Estate, 4 Gold"}, {}]
    game = position(seats=seats)
    answer(game, "Jack of All Trades")
    decision = asked(game)
    assert (decision.kind, decision.about) == ("choose", "Estate")
    answer(game, "discard")
    assert seat(game, 0)["discard"] == ["Silver", "Estate"]
    assert hand(game) == ["Copper", "Curse", "Gold", "Gold", "Gold"]
    decision = asked(game)
    assert (decision.kind, decision.options, decision.least) == ("trash", ("Curse",), 0)
    answer(game, "Curse")
    assert game.view(None)["trash"] == ["Curse"]


def test_jack_draws_a_card_that_was_put_back_and_nothing_with_five_in_hand() -> None:
    game = position(seats=[{"hand": "Jack of All Trades, 4 Copper", "deck": "Gold, Curse"}, {}])
    answers(game, "Jack of All Trades", "put back")
    assert hand(game).count("Gold") == 1
    game = position(seats=[{"hand": "Jack of All Trades, 5 Copper", "deck": "Gold"}, {}])
    answers(game, "Jack of All Trades", "put back")
    assert len(hand(game)) == 5


def test_jack_looks_at_the_silver_it_has_just_gained_where_nothing_else_is_left() -> None:
    game = position(seats=[{"hand": "Jack of All Trades"}, {}])
    answer(game, "Jack of All Trades")
    assert asked(game).about == "Silver"


def test_jack_goes_on_without_silvers_and_cards() -> None:
    game = position(seats=[{"hand": "Jack of All Trades"}, {}], supply={"Silver": 0})
    answer(game, "Jack of All Trades")
    assert question(game) == (0, "buy")


def test_jack_may_not_trash_a_combined_treasure() -> None:
    game = position(seats=[{"hand": "Jack of All Trades, Fool's Gold, Estate"}, {}])
    answers(game, "Jack of All Trades", "discard")
    assert asked(game).options == ("Estate",)


# --- Noble Brigand --------------------------------------------------------------------------


def test_noble_brigand_takes_a_silver_or_gold_of_the_players_choice() -> None:
    game = position(seats=[{"hand": "Noble Brigand"}, {"deck": "Gold, Silver, Copper"}])
    answer(game, "Noble Brigand")
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.options) == (0, "trash", ("Silver", "Gold"))
    answer(game, "Gold")
    assert seat(game, 0)["discard"] == ["Gold"]
    assert seat(game, 1)["discard"] == ["Silver"]
    assert counters(game)[2] == 1


def test_noble_brigand_asks_nothing_where_there_is_one_kind_to_take() -> None:
    victims = [{"deck": "2 Silver"}, {"deck": "Gold, Estate"}]
    game = position(seats=[{"hand": "Noble Brigand"}, *victims])
    answer(game, "Noble Brigand")
    assert seat(game, 0)["discard"] == ["Silver", "Gold"]
    assert (seat(game, 1)["discard"], seat(game, 2)["discard"]) == (["Silver"], ["Estate"])


def test_noble_brigand_leaves_other_treasures_and_gives_copper_to_who_has_none() -> None:
    victims = [{"deck": "Copper, Cache"}, {"deck": "Estate, Duchy"}, {}]
    game = position(seats=[{"hand": "Noble Brigand"}, *victims])
    answer(game, "Noble Brigand")
    assert seat(game, 1)["discard"] == ["Copper", "Cache"]
    assert seat(game, 2)["discard"] == ["Estate", "Duchy", "Copper"]
    assert seat(game, 3)["discard"] == ["Copper"]
    assert game.view(None)["trash"] == []


def test_a_played_noble_brigand_is_an_attack_a_bought_one_is_not() -> None:
    other = {"hand": "Moat", "deck": "Gold, Estate"}
    game = position(seats=[{"hand": "Noble Brigand"}, other])
    answers(game, "Noble Brigand", "Moat")
    assert seat(game, 1)["deck"] == ["Gold", "Estate"]
    game = position(kingdom="Noble Brigand", seats=[{}, other], phase="buy", coins=4, buys=2)
    answer(game, "Noble Brigand")
    assert not typed(game, "react")
    assert seat(game, 0)["discard"] == ["Gold", "Noble Brigand"]


def test_trader_turns_away_the_copper_and_replaces_the_loot() -> None:
    seats = [{"hand": "Noble Brigand, Trader"}, {"deck": "Gold"}, {"hand": "Trader"}]
    game = position(seats=seats)
    answers(game, "Noble Brigand")
    assert (question(game), asked(game).about) == ((2, "react"), "Copper")
    answer(game, "Trader")
    assert (question(game), asked(game).about) == ((0, "react"), "Gold")
    answer(game, "Trader")
    assert seat(game, 0)["discard"] == seat(game, 2)["discard"] == ["Silver"]
    assert game.view(None)["trash"] == ["Gold"]


def test_trader_cannot_undo_the_raid_of_a_bought_noble_brigand() -> None:
    seats = [{"hand": "Trader"}, {"deck": "Gold, Estate"}]
    game = position(kingdom="Noble Brigand", seats=seats, phase="buy", coins=4, buys=2)
    answers(game, "Noble Brigand", None, "Trader")
    assert seat(game, 0)["discard"] == ["Gold", "Silver"]


def test_tunnel_discarded_by_noble_brigand_reacts() -> None:
    game = position(seats=[{"hand": "Noble Brigand"}, {"deck": "Tunnel, Estate"}])
    answers(game, "Noble Brigand", "Tunnel")
    assert seat(game, 1)["discard"] == ["Estate", "Tunnel", "Gold", "Copper"]


# --- Nomad Camp -----------------------------------------------------------------------------


def test_nomad_camp_gives_a_buy_and_two_coins() -> None:
    game = position(seats=[{"hand": "Nomad Camp"}, {}])
    answer(game, "Nomad Camp")
    assert counters(game) == (0, 2, 2)


def test_a_gained_nomad_camp_goes_onto_the_deck() -> None:
    game = position(seats=[{"hand": "Workshop", "deck": "Copper"}, {}], supply={"Nomad Camp": 1})
    answers(game, "Workshop", "Nomad Camp")
    assert (seat(game, 0)["deck"], seat(game, 0)["discard"]) == (["Nomad Camp", "Copper"], [])


# --- Silk Road ------------------------------------------------------------------------------


@pytest.mark.parametrize(("others", "points"), [(2, 2), (3, 4), (6, 7), (7, 9)])
def test_silk_road_is_worth_a_point_for_every_four_victory_cards(others: int, points: int) -> None:
    zones = {"hand": "Silk Road", "deck": f"{others} Estate, 3 Copper, Curse"}
    game = position(seats=[zones, {}])
    assert game.scores[0] == points - 1


def test_silk_road_counts_combined_victory_cards() -> None:
    game = position(seats=[{"deck": "Silk Road, 3 Tunnel"}, {}])
    assert game.scores[0] == 7


@pytest.mark.parametrize("name", ["Silk Road", "Tunnel", "Farmland"])
def test_victory_piles_hold_eight_for_two_and_twelve_for_more(name: str) -> None:
    for seats, size in ((2, 8), (3, 12), (4, 12)):
        game = position(kingdom=name, seats=[{}] * seats)
        assert game.view(None)["supply"][name] == size


# --- Spice Merchant -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "after"),
    [("+2 Cards, +1 Action", (1, 1, 0)), ("+2 Coins, +1 Buy", (0, 2, 2))],
)
def test_spice_merchant_trashes_a_treasure_for_one_of_two_modes(
    mode: str, after: tuple[int, int, int]
) -> None:
    game = position(seats=[{"hand": "Spice Merchant, Copper, Estate", "deck": "4 Curse"}, {}])
    answer(game, "Spice Merchant")
    decision = asked(game)
    assert (decision.kind, decision.options, decision.least) == ("trash", ("Copper",), 0)
    answer(game, "Copper")
    assert (asked(game).kind, asked(game).source) == ("choose", "Spice Merchant")
    answer(game, mode)
    assert counters(game) == after
    assert len(hand(game)) == (3 if "Cards" in mode else 1)


def test_spice_merchant_does_nothing_without_a_trashed_treasure() -> None:
    game = position(seats=[{"hand": "Spice Merchant, Copper", "deck": "Gold"}, {}])
    answers(game, "Spice Merchant", None)
    assert question(game) == (0, "play_treasures")
    game = position(seats=[{"hand": "Spice Merchant, Estate", "deck": "Gold"}, {}])
    answer(game, "Spice Merchant")
    assert (question(game), counters(game)) == ((0, "buy"), (0, 1, 0))


# --- Trader ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "silvers"), [("Estate", 2), ("Copper", 0), ("Gold", 6)])
def test_trader_brings_a_silver_for_each_coin_of_the_trashed_card(card: str, silvers: int) -> None:
    game = position(seats=[{"hand": f"Trader, {card}"}, {}])
    answer(game, "Trader")
    assert seat(game, 0)["discard"] == ["Silver"] * silvers


def test_trader_counts_the_cost_of_now_and_the_silvers_there_are() -> None:
    game = position(seats=[{"hand": "Trader, Estate", "in_play": "Highway"}, {}])
    answer(game, "Trader")
    assert seat(game, 0)["discard"] == ["Silver"]
    game = position(seats=[{"hand": "Trader, Gold"}, {}], supply={"Silver": 4})
    answer(game, "Trader")
    assert seat(game, 0)["discard"] == ["Silver"] * 4


def test_trader_with_an_empty_hand_does_nothing() -> None:
    game = position(seats=[{"hand": "Trader"}, {}])
    answer(game, "Trader")
    assert seat(game, 0)["cards"] == {"Trader": 1}


def test_trader_takes_a_silver_instead_of_a_curse_in_another_players_turn() -> None:
    game = position(seats=[{"hand": "Witch"}, {"hand": "Trader"}])
    answer(game, "Witch")
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.about) == (1, "react", "Curse")
    answer(game, "Trader")
    assert seat(game, 1)["discard"] == ["Silver"]
    assert game.view(None)["supply"]["Curse"] == 10


def test_trader_is_asked_once_a_gain_and_not_for_its_silver() -> None:
    game = position(seats=[{"hand": "2 Trader"}, {}], phase="buy", coins=5, buys=2)
    answers(game, "Duchy", "Trader")
    assert question(game) == (0, "buy")
    assert seat(game, 0)["discard"] == ["Silver"]


def test_traders_silver_goes_to_the_discard_pile_and_the_card_stays_in_the_supply() -> None:
    seats = [{"hand": "Mine, Silver, Trader"}, {}]
    game = position(seats=seats)
    answers(game, "Mine", "Gold", "Trader")
    assert (hand(game), seat(game, 0)["discard"]) == (["Trader"], ["Silver"])
    assert game.view(None)["supply"]["Gold"] == 30


def test_trader_without_silvers_leaves_nothing_gained_and_the_price_paid() -> None:
    game = position(
        seats=[{"hand": "Trader"}, {}], phase="buy", coins=8, buys=2, supply={"Silver": 0}
    )
    answers(game, "Duchy", "Trader")
    assert seat(game, 0)["cards"] == {"Trader": 1}
    assert counters(game) == (1, 1, 3)


@pytest.mark.parametrize(
    ("card", "coins"),
    [("Ill-Gotten Gains", 5), ("Embassy", 5), ("Cache", 5), ("Border Village", 6), ("Inn", 5)],
)
def test_trader_stops_what_happens_when_the_card_is_gained(card: str, coins: int) -> None:
    game = position(kingdom=card, seats=[{"hand": "Trader"}, {}], phase="buy", coins=coins, buys=2)
    answers(game, card, "Trader")
    assert seat(game, 0)["cards"] == {"Silver": 1, "Trader": 1}
    assert seat(game, 1)["cards"] == {}
    assert question(game) == (0, "buy")


def test_trader_does_not_stop_what_happens_when_the_card_is_bought() -> None:
    seats = [{"hand": "Trader, Copper"}, {}]
    game = position(kingdom="Farmland", seats=seats, phase="buy", coins=6, buys=2)
    answers(game, None, "Farmland", "Copper", None, "Trader")
    assert seat(game, 0)["discard"] == ["Estate", "Silver"]
    assert question(game) == (0, "buy")


def test_trader_may_replace_the_one_copper_of_cache_and_not_the_other() -> None:
    game = position(kingdom="Cache", seats=[{"hand": "Trader"}, {}], phase="buy", coins=5, buys=2)
    answers(game, "Cache", None, "Trader", None)
    assert seat(game, 0)["discard"] == ["Cache", "Silver", "Copper"]


def test_trader_may_replace_what_border_village_brings() -> None:
    game = position(
        kingdom="Border Village", seats=[{"hand": "Trader"}, {}], phase="buy", coins=6, buys=2
    )
    answers(game, "Border Village", None, "Duchy", "Trader")
    assert seat(game, 0)["discard"] == ["Border Village", "Silver"]
