"""Rulings of Intrigue, card by card: those from Baron to Upgrade."""

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

# --- Baron ----------------------------------------------------------------------------------


def test_baron_may_discard_an_estate_for_four_coins() -> None:
    game = position(seats=[{"hand": "Baron, Estate, Great Hall"}, {}])
    answer(game, "Baron")
    decision = asked(game)
    assert (decision.kind, decision.options, decision.least) == ("discard", ("Estate",), 0)
    answer(game, "Estate")
    assert counters(game) == (0, 2, 4)
    assert seat(game, 0)["discard"] == ["Estate"]


def test_who_keeps_the_estate_gains_another() -> None:
    game = position(seats=[{"hand": "Baron, Estate"}, {}])
    answers(game, "Baron", None)
    assert counters(game)[2] == 0
    assert (hand(game), seat(game, 0)["discard"]) == (["Estate"], ["Estate"])


def test_baron_without_estates_gains_one_if_there_is_one() -> None:
    game = position(seats=[{"hand": "Baron"}, {}])
    answer(game, "Baron")
    assert seat(game, 0)["discard"] == ["Estate"]
    none = position(supply={"Estate": 0}, seats=[{"hand": "Baron"}, {}])
    answer(none, "Baron")
    assert seat(none, 0)["discard"] == []


def test_baron_s_estate_can_be_answered() -> None:
    game = position(seats=[{"hand": "Baron, Trader"}, {}])
    answers(game, "Baron", "Trader")
    assert seat(game, 0)["discard"] == ["Silver"]


# --- Bridge ---------------------------------------------------------------------------------


def test_bridge_makes_all_cards_cheaper_until_the_turn_ends() -> None:
    game = position(
        kingdom="Bridge", seats=[{"hand": "Bridge, 3 Gold, 2 Silver"}, {"hand": "Copper"}]
    )
    answer(game, "Bridge")
    assert counters(game) == (0, 2, 1)
    costs = game.view(0)["costs"]
    assert (costs["Province"], costs["Bridge"], costs["Copper"]) == (7, 3, 0)
    answers(game, ("Gold", "Gold", "Silver", "Silver"), None, "Gold", "Gold")
    assert question(game) == (1, "play_treasures")
    assert game.view(0)["costs"]["Province"] == 8


def test_bridge_counts_each_play_also_if_it_left_play() -> None:
    game = position(kingdom="Bridge", seats=[{"hand": "Throne Room, Bridge"}, {}])
    answer(game, "Throne Room")
    assert counters(game) == (0, 3, 2)
    assert game.view(0)["costs"]["Province"] == 6


def test_bridge_adds_to_other_reductions() -> None:
    game = position(
        kingdom="Bridge, Peddler",
        seats=[{"hand": "Bridge, Highway, Quarry", "in_play": "Village"}, {}],
        actions=3,
    )
    answers(game, "Highway", "Bridge")
    assert game.view(0)["costs"]["Province"] == 6
    answers(game, "Quarry")
    assert game.view(0)["costs"]["Bridge"] == 0
    assert game.view(0)["costs"]["Peddler"] == 0


def test_with_a_bridge_upgrade_turns_a_copper_into_an_estate() -> None:
    game = position(kingdom="Bridge", seats=[{"hand": "Bridge, Upgrade, Copper"}, {}], actions=2)
    answers(game, "Bridge", "Upgrade")
    assert seat(game, 0)["discard"] == ["Estate"]


# --- Conspirator ----------------------------------------------------------------------------


def test_the_third_action_of_a_turn_makes_conspirator_draw() -> None:
    game = position(seats=[{"hand": "3 Conspirator", "deck": "2 Gold"}, {}], actions=3)
    answer(game, "Conspirator")
    answer(game, "Conspirator")
    assert counters(game) == (1, 1, 4)
    answer(game, "Conspirator")
    assert counters(game) == (1, 1, 6)
    assert hand(game) == ["Gold"]


def test_a_throned_conspirator_is_the_second_and_the_third_action() -> None:
    game = position(seats=[{"hand": "Throne Room, Conspirator", "deck": "2 Gold"}, {}])
    answer(game, "Throne Room")
    assert counters(game) == (1, 1, 4)
    assert hand(game) == ["Gold"]


def test_treasures_in_play_do_not_count_for_conspirator() -> None:
    game = position(seats=[{"hand": "Conspirator", "in_play": "2 Silver", "deck": "Gold"}, {}])
    answer(game, "Conspirator")
    assert hand(game) == []


# --- Coppersmith ----------------------------------------------------------------------------


def test_coppersmith_makes_every_copper_give_one_more() -> None:
    game = position(seats=[{"hand": "Throne Room, Coppersmith, 2 Copper, Silver"}, {}])
    answers(game, "Throne Room", ("Copper", "Copper", "Silver"))
    assert counters(game)[2] == 3 + 3 + 2


def test_coppersmith_counts_for_coppers_played_by_venture() -> None:
    game = position(seats=[{"hand": "Coppersmith, Venture", "deck": "Copper"}, {}])
    answers(game, "Coppersmith", "Venture")
    assert counters(game)[2] == 1 + 2


def test_coppersmith_counts_for_the_copper_of_ill_gotten_gains() -> None:
    game = position(seats=[{"hand": "Coppersmith, Ill-Gotten Gains"}, {}])
    answers(game, "Coppersmith", "Ill-Gotten Gains", "Copper", "Copper")
    assert counters(game)[2] == 1 + 2


def test_coppersmith_ends_with_the_turn() -> None:
    game = position(seats=[{"hand": "Coppersmith"}, {"hand": "Copper"}])
    answers(game, "Coppersmith", None, "Copper")
    assert counters(game)[2] == 1


# --- Ironworks ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gained", "after"),
    [
        ("Village", (1, 1, 0)),
        ("Silver", (0, 1, 1)),
        ("Estate", (0, 1, 0)),
        ("Great Hall", (1, 1, 0)),
        ("Curse", (0, 1, 0)),
    ],
)
def test_ironworks_gives_a_bonus_for_each_type(gained: str, after: tuple[int, int, int]) -> None:
    game = position(
        kingdom="Village, Great Hall, Market", seats=[{"hand": "Ironworks", "deck": "Gold"}, {}]
    )
    answer(game, "Ironworks")
    assert (asked(game).kind, asked(game).least) == ("gain", 1)
    assert "Market" not in asked(game).options
    answer(game, gained)
    assert counters(game) == after
    assert hand(game) == (["Gold"] if gained in ("Estate", "Great Hall") else [])


def test_harem_under_two_bridges_gives_a_coin_and_a_card() -> None:
    game = position(
        kingdom="Bridge, Harem", seats=[{"hand": "2 Bridge, Ironworks", "deck": "Gold"}, {}],
        actions=3,
    )  # fmt: skip
    answers(game, "Bridge", "Bridge", "Ironworks", "Harem")
    assert counters(game)[2] == 3
    assert hand(game) == ["Gold"]


def test_a_card_that_watchtower_trashed_was_gained_by_ironworks() -> None:
    game = position(kingdom="Village", seats=[{"hand": "Ironworks, Watchtower"}, {}])
    answers(game, "Ironworks", "Village", "Watchtower", "trash")
    assert counters(game)[0] == 1


def test_a_card_that_trader_replaced_brings_no_bonus() -> None:
    game = position(kingdom="Village", seats=[{"hand": "Ironworks, Trader"}, {}])
    answers(game, "Ironworks", "Village", "Trader")
    assert counters(game) == (0, 1, 0)


# --- Mining Village -------------------------------------------------------------------------


def test_mining_village_may_be_trashed_at_once_after_the_draw() -> None:
    game = position(seats=[{"hand": "Mining Village", "deck": "Gold"}, {}])
    answer(game, "Mining Village")
    assert hand(game) == ["Gold"]
    decision = asked(game)
    assert (decision.kind, decision.options, decision.least) == ("trash", ("Mining Village",), 0)
    answer(game, "Mining Village")
    assert counters(game) == (2, 1, 2)
    assert game.view(0)["trash"] == ["Mining Village"]
    other = position(seats=[{"hand": "Mining Village"}, {}])
    answers(other, "Mining Village", None)
    assert counters(other) == (2, 1, 0)
    assert seat(other, 0)["in_play"] == ["Mining Village"]


def test_a_throned_mining_village_is_trashed_once_and_still_draws_twice() -> None:
    game = position(seats=[{"hand": "Throne Room, Mining Village", "deck": "2 Gold"}, {}])
    answers(game, "Throne Room", "Mining Village")
    assert counters(game) == (4, 1, 2)
    assert hand(game) == ["Gold", "Gold"]
    assert asked(game).kind != "trash"


# --- Scout ----------------------------------------------------------------------------------


def test_scout_takes_victory_cards_and_puts_the_rest_back_in_secret_order() -> None:
    game = position(
        seats=[{"hand": "Scout", "deck": "Great Hall, Curse, Gold, Estate, Silver"}, {}]
    )
    answer(game, "Scout")
    assert counters(game)[0] == 1
    assert hand(game) == ["Estate", "Great Hall"]
    assert asked(game).options == ("Curse", "Gold")
    answer(game, "Gold", "Curse")
    assert seat(game, 0)["deck"] == ["Gold", "Curse", "Silver"]
    assert game.view(1)["seats"][0]["known"].get("deck") is None


def test_scout_with_fewer_than_four_cards_shuffles_and_takes_what_there_is() -> None:
    game = position(seats=[{"hand": "Scout", "deck": "Estate", "discard": "Duchy"}, {}])
    answer(game, "Scout")
    assert hand(game) == ["Duchy", "Estate"]


# --- Duke -----------------------------------------------------------------------------------


def test_duke_is_worth_a_point_for_each_duchy_wherever_it_lies() -> None:
    zones = {"hand": "2 Duke, Duchy", "deck": "Duchy", "discard": "Duchy, Estate"}
    game = position(kingdom="Duke", seats=[zones, {"hand": "Duke"}])
    assert game.scores == [2 * 3 + 3 * 3 + 1, 0]
    assert game.view(0)["supply"]["Duke"] == 8


# --- Minion ---------------------------------------------------------------------------------

RENEW = "discard your hand, +4 Cards; each other player with 5 or more cards in hand does the same"


def test_minion_gives_two_coins() -> None:
    game = position(seats=[{"hand": "Minion, Copper"}, {"hand": "5 Copper"}])
    answer(game, "Minion")
    assert asked(game).options == ("+2 Coins", RENEW)
    answer(game, "+2 Coins")
    assert counters(game) == (1, 1, 2)
    assert hand(game, 1) == ["Copper"] * 5


def test_minion_renews_the_own_hand_and_all_of_five_or_more() -> None:
    game = position(
        seats=[
            {"hand": "Minion, Copper", "deck": "5 Gold"},
            {"hand": "5 Copper", "deck": "5 Silver"},
            {"hand": "4 Copper", "deck": "5 Silver"},
        ]
    )
    answers(game, "Minion", RENEW)
    assert hand(game, 0) == ["Gold"] * 4
    assert hand(game, 1) == ["Silver"] * 4
    assert hand(game, 2) == ["Copper"] * 4
    assert [event["seat"] for event in typed(game, "draw")] == [0, 1]


def test_minion_renews_an_empty_hand() -> None:
    game = position(seats=[{"hand": "Minion", "deck": "5 Gold"}, {}])
    answers(game, "Minion", RENEW)
    assert hand(game) == ["Gold"] * 4


def test_reactions_come_before_minion_s_choice_and_shield() -> None:
    game = position(
        seats=[{"hand": "Minion", "deck": "5 Gold"}, {"hand": "Moat, 4 Copper", "deck": "4 Silver"}]
    )
    answer(game, "Minion")
    assert question(game) == (1, "react")
    answers(game, "Moat", RENEW)
    assert hand(game, 1) == ["Copper"] * 4 + ["Moat"]


def test_tunnels_discarded_by_minion_react() -> None:
    game = position(seats=[{"hand": "Minion"}, {"hand": "Tunnel, 4 Copper"}], kingdom="Tunnel")
    answers(game, "Minion", RENEW)
    assert question(game) == (1, "react")


# --- Saboteur -------------------------------------------------------------------------------


def test_saboteur_trashes_the_first_card_of_three_or_more_and_its_owner_may_replace_it() -> None:
    game = position(
        kingdom="Village",
        seats=[{"hand": "Saboteur"}, {"deck": "Copper, Estate, Duchy, Gold"}, {"deck": "Copper"}],
    )
    answer(game, "Saboteur")
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.least, decision.most) == (1, "gain", 0, 1)
    assert decision.options == ("Copper", "Curse", "Estate", "Silver", "Village")
    assert game.view(0)["trash"] == ["Duchy"]
    answer(game, "Silver")
    assert sorted(seat(game, 1)["discard"]) == ["Copper", "Estate", "Silver"]
    assert seat(game, 1)["deck"] == ["Gold"]
    assert seat(game, 2)["discard"] == ["Copper"]


def test_saboteur_reads_costs_of_the_moment() -> None:
    game = position(
        seats=[{"hand": "Bridge, Saboteur"}, {"deck": "Silver, Duchy"}], actions=2, kingdom="Bridge"
    )
    answers(game, "Bridge", "Saboteur")
    assert game.view(0)["trash"] == ["Duchy"]
    assert asked(game).options == ("Copper", "Curse", "Estate", "Silver")


def test_cards_revealed_for_saboteur_are_not_shuffled_in() -> None:
    game = position(seats=[{"hand": "Saboteur"}, {"deck": "Copper", "discard": "Estate, Curse"}])
    answer(game, "Saboteur")
    assert sorted(seat(game, 1)["discard"]) == ["Copper", "Curse", "Estate"]
    assert len([card for event in typed(game, "reveal") for card in event["cards"]]) == 3


# --- Torturer -------------------------------------------------------------------------------

MODES = ("discard 2 cards", "gain 1 Curse to your hand")


def test_torturer_draws_three_and_each_victim_chooses_in_turn() -> None:
    game = position(
        seats=[
            {"hand": "Torturer", "deck": "3 Gold"},
            {"hand": "Estate, Copper, Gold"},
            {"hand": "Copper, Gold"},
        ]
    )
    answer(game, "Torturer")
    assert hand(game) == ["Gold"] * 3
    assert (asked(game).seat, asked(game).kind, asked(game).options) == (1, "choose", MODES)
    answers(game, MODES[0], ("Copper", "Estate"))
    assert (hand(game, 1), asked(game).seat) == (["Gold"], 2)
    answer(game, MODES[1])
    assert hand(game, 2) == ["Copper", "Curse", "Gold"]


@pytest.mark.parametrize("chosen", MODES)
def test_torturer_s_victim_may_choose_what_cannot_be_done(chosen: str) -> None:
    game = position(supply={"Curse": 0}, seats=[{"hand": "Torturer"}, {"hand": "Copper"}])
    answers(game, "Torturer", chosen)
    assert hand(game, 1) == ([] if chosen == MODES[0] else ["Copper"])
    assert question(game) == (0, "buy")


def test_the_curse_of_one_torturer_can_be_discarded_to_the_next() -> None:
    game = position(seats=[{"hand": "2 Torturer"}, {"hand": "Copper"}], actions=2)
    answers(game, "Torturer", MODES[1], "Torturer", MODES[0])
    assert sorted(seat(game, 1)["discard"]) == ["Copper", "Curse"]


def test_the_curse_of_torturer_can_be_answered() -> None:
    game = position(seats=[{"hand": "Torturer"}, {"hand": "Watchtower"}])
    answers(game, "Torturer", MODES[1], "Watchtower", "trash")
    assert game.view(0)["trash"] == ["Curse"]


# --- Trading Post ---------------------------------------------------------------------------


def test_trading_post_trashes_two_for_a_silver_in_hand() -> None:
    game = position(seats=[{"hand": "Trading Post, Copper, Estate, Curse"}, {}])
    answer(game, "Trading Post")
    assert (asked(game).kind, asked(game).least, asked(game).most) == ("trash", 2, 2)
    answer(game, "Curse", "Estate")
    assert hand(game) == ["Copper", "Silver"]


def test_trading_post_with_one_card_trashes_it_for_nothing() -> None:
    game = position(seats=[{"hand": "Trading Post, Estate"}, {}])
    answer(game, "Trading Post")
    assert (hand(game), game.view(0)["trash"]) == ([], ["Estate"])


def test_trading_post_trashes_also_without_a_silver_left() -> None:
    game = position(supply={"Silver": 0}, seats=[{"hand": "Trading Post, 2 Estate"}, {}])
    answer(game, "Trading Post")
    assert (hand(game), game.view(0)["trash"]) == ([], ["Estate", "Estate"])


def test_trader_takes_trading_post_s_silver_to_the_discard_pile() -> None:
    game = position(seats=[{"hand": "Trading Post, Trader, 2 Estate"}, {}])
    answers(game, "Trading Post", ("Estate", "Estate"), "Trader")
    assert (hand(game), seat(game, 0)["discard"]) == (["Trader"], ["Silver"])


# --- Tribute --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "after", "drawn"),
    [
        ("Village, Silver", (2, 1, 2), 0),
        ("2 Village", (2, 1, 0), 0),
        ("Great Hall, Curse", (2, 1, 0), 2),
        ("Harem", (0, 1, 2), 2),
        ("Curse, Curse", (0, 1, 0), 0),
    ],
)
def test_tribute_gives_for_each_different_name_of_the_left_neighbour_s_cards(
    deck: str, after: tuple[int, int, int], drawn: int
) -> None:
    game = position(
        seats=[{"hand": "Tribute", "deck": "2 Gold"}, {"deck": deck, "hand": "Moat"}, {}]
    )
    answer(game, "Tribute")
    assert counters(game) == after
    assert hand(game) == ["Gold"] * drawn
    assert seat(game, 1)["deck"] == []


def test_a_tunnel_discarded_for_tribute_reacts_before_the_bonus() -> None:
    game = position(
        kingdom="Tunnel", seats=[{"hand": "Tribute", "deck": "2 Gold"}, {"deck": "Tunnel, Copper"}]
    )
    answer(game, "Tribute")
    assert question(game) == (1, "react")
    assert hand(game) == []
    answer(game, "Tunnel")
    assert hand(game) == ["Gold", "Gold"]
    assert counters(game)[2] == 2


# --- Upgrade --------------------------------------------------------------------------------


def test_upgrade_draws_then_trashes_for_a_card_that_costs_exactly_one_more() -> None:
    game = position(kingdom="Village", seats=[{"hand": "Upgrade", "deck": "Estate"}, {}])
    answer(game, "Upgrade")
    assert counters(game)[0] == 1
    assert asked(game).options == ("Silver", "Village")
    answer(game, "Village")
    assert game.view(0)["trash"] == ["Estate"]


def test_upgrade_of_a_copper_gains_nothing() -> None:
    game = position(seats=[{"hand": "Upgrade, Copper"}, {}])
    answer(game, "Upgrade")
    assert (game.view(0)["trash"], seat(game, 0)["discard"]) == (["Copper"], [])


def test_upgrade_is_mandatory() -> None:
    game = position(seats=[{"hand": "Upgrade, Gold, Province"}, {}])
    answer(game, "Upgrade")
    assert (asked(game).kind, asked(game).least) == ("trash", 1)
