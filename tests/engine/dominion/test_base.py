"""Rulings of the first game's kingdom cards; Moat and Militia are in test_attacks.py.

Source: rules/dominion-base.de.txt, "Die Königreichkarten".
"""

from __future__ import annotations

from engine.dominion import position
from tests.engine.dominion.playing import (
    FIRST_GAME,
    answer,
    answers,
    asked,
    counters,
    hand,
    logged_events,
    question,
    seat,
    typed,
)

# --- Cellar ---------------------------------------------------------------------------------


def test_cellar_gives_an_action_and_exchanges_as_many_cards_as_were_discarded() -> None:
    game = position(seats=[{"hand": "Cellar, Estate, Duchy, Gold", "deck": "4 Silver"}, {}])
    answers(game, "Cellar", ("Estate", "Duchy"))
    assert hand(game) == ["Gold", "Silver", "Silver"]
    assert seat(game, 0)["discard"] == ["Estate", "Duchy"]
    assert counters(game) == (1, 1, 0)


def test_cellar_may_discard_nothing_and_draws_nothing() -> None:
    game = position(seats=[{"hand": "Cellar, Estate", "deck": "Gold"}, {}])
    answers(game, "Cellar", None)
    assert hand(game) == ["Estate"]
    assert seat(game, 0)["deck"] == ["Gold"]
    assert not typed(game, "discard")


def test_cellar_cannot_discard_itself() -> None:
    game = position(seats=[{"hand": "Cellar, Estate, Copper"}, {}])
    answer(game, "Cellar")
    decision = asked(game)
    assert decision.kind == "discard"
    assert decision.options == ("Copper", "Estate")
    assert (decision.least, decision.most, decision.source) == (0, 2, "Cellar")


def test_cellar_may_discard_another_cellar() -> None:
    game = position(seats=[{"hand": "2 Cellar", "deck": "Gold"}, {}])
    answers(game, "Cellar", "Cellar")
    assert hand(game) == ["Gold"]
    assert seat(game, 0)["discard"] == ["Cellar"]


def test_cellar_shuffles_the_discarded_cards_back_in() -> None:
    game = position(seats=[{"hand": "Cellar, 3 Estate", "deck": "Gold", "discard": ""}, {}])
    answers(game, "Cellar", ("Estate", "Estate", "Estate"))
    assert hand(game) == ["Estate", "Estate", "Gold"]
    assert (seat(game, 0)["deck"], seat(game, 0)["discard"]) == (["Estate"], [])


def test_cellar_discards_before_it_draws_so_a_discarded_card_may_come_straight_back() -> None:
    game = position(seats=[{"hand": "Cellar, Estate, Gold"}, {}])
    answers(game, "Cellar", "Gold")
    assert hand(game) == ["Estate", "Gold"]
    assert [event["type"] for event in logged_events(game, 0)][-3:] == [
        "discard",
        "shuffle",
        "draw",
    ]


def test_cellar_with_an_empty_hand_asks_nothing() -> None:
    game = position(seats=[{"hand": "Cellar", "deck": "Gold"}, {}])
    answer(game, "Cellar")
    assert question(game) == (0, "buy")
    assert hand(game) == []


def test_cellar_asks_how_many_of_equal_cards_since_the_number_matters() -> None:
    game = position(seats=[{"hand": "Cellar, 3 Copper"}, {}])
    answer(game, "Cellar")
    assert asked(game).options == ("Copper", "Copper", "Copper")


# --- Village, Smithy, Market, Woodcutter ----------------------------------------------------


def test_village_draws_one_and_leaves_two_more_actions() -> None:
    game = position(seats=[{"hand": "2 Village", "deck": "Smithy, Gold, 3 Copper"}, {}])
    answer(game, "Village")
    assert (hand(game), counters(game)) == (["Smithy", "Village"], (2, 1, 0))
    answer(game, "Village")
    assert (hand(game), counters(game)) == (["Gold", "Smithy"], (3, 1, 0))
    answer(game, "Smithy")
    assert hand(game) == ["Copper", "Copper", "Copper", "Gold"]
    assert counters(game)[0] == 2


def test_smithy_ends_the_action_phase_whatever_it_draws() -> None:
    game = position(seats=[{"hand": "Smithy", "deck": "Village, Militia, Gold"}, {}])
    answer(game, "Smithy")
    assert hand(game) == ["Gold", "Militia", "Village"]
    assert question(game) == (0, "play_treasures")


def test_smithy_must_draw_even_if_that_shuffles() -> None:
    game = position(seats=[{"hand": "Smithy", "deck": "Gold", "discard": "4 Copper"}, {}])
    answer(game, "Smithy")
    assert hand(game) == ["Copper", "Copper", "Gold"]
    assert seat(game, 0)["deck"] == ["Copper", "Copper"]


def test_smithy_draws_the_rest_of_the_deck_before_shuffling() -> None:
    game = position(seats=[{"hand": "Smithy", "deck": "Gold, Silver", "discard": "9 Estate"}, {}])
    answer(game, "Smithy")
    assert hand(game) == ["Estate", "Gold", "Silver"]
    assert seat(game, 0)["discard"] == []


def test_smithy_does_not_shuffle_when_the_deck_is_just_enough() -> None:
    game = position(seats=[{"hand": "Smithy", "deck": "3 Gold", "discard": "Estate"}, {}])
    answer(game, "Smithy")
    assert (seat(game, 0)["deck_size"], seat(game, 0)["discard"]) == (0, ["Estate"])
    assert not typed(game, "shuffle")


def test_smithy_draws_as_many_cards_as_there_are() -> None:
    game = position(seats=[{"hand": "Smithy", "deck": "Gold", "discard": "Silver"}, {}])
    answer(game, "Smithy")
    assert hand(game) == ["Gold", "Silver"]
    assert seat(game, 0)["deck_size"] == seat(game, 0)["discard_size"] == 0


def test_smithy_in_play_is_not_shuffled_in() -> None:
    game = position(seats=[{"hand": "Smithy", "in_play": "Village", "discard": "Copper"}, {}])
    answer(game, "Smithy")
    assert hand(game) == ["Copper"]
    assert seat(game, 0)["in_play"] == ["Village", "Smithy"]


def test_smithy_draws_nothing_from_nothing() -> None:
    game = position(seats=[{"hand": "Smithy"}, {}])
    answer(game, "Smithy")
    assert hand(game) == []
    assert not typed(game, "draw")
    assert not typed(game, "shuffle")


def test_market_gives_one_of_each() -> None:
    game = position(seats=[{"hand": "Market", "deck": "Village"}, {}])
    answer(game, "Market")
    assert hand(game) == ["Village"]
    assert counters(game) == (1, 2, 1)
    assert question(game) == (0, "play_action")


def test_market_draws_before_the_next_action_is_chosen() -> None:
    game = position(seats=[{"hand": "2 Market", "deck": "Militia, Copper"}, {}])
    answer(game, "Market")
    assert asked(game).options == ("Militia", "Market")


def test_woodcutter_gives_coins_and_a_buy_but_no_action() -> None:
    game = position(seats=[{"hand": "Woodcutter, Village, Copper"}, {}])
    answer(game, "Woodcutter")
    assert counters(game) == (0, 2, 2)
    assert question(game) == (0, "play_treasures")


def test_woodcutter_splits_its_coins_over_two_buys() -> None:
    """The rulebook's example: 4 coins in hand, Woodcutter, buys a Market and a Copper."""
    game = position(kingdom=FIRST_GAME, seats=[{"hand": "Woodcutter, Silver, 2 Copper"}, {}])
    answers(game, "Woodcutter", ("Silver", "Copper", "Copper"), "Market")
    assert counters(game) == (0, 1, 1)
    assert asked(game).options == ("Copper", "Curse")
    answer(game, "Copper")
    assert [event["cards"] for event in typed(game, "buy")] == [["Market"], ["Copper"]]


# --- Workshop -------------------------------------------------------------------------------


def test_workshop_gains_a_card_up_to_four_onto_the_discard_pile() -> None:
    game = position(kingdom=FIRST_GAME, seats=[{"hand": "Workshop", "discard": "Copper"}, {}])
    answer(game, "Workshop")
    decision = asked(game)
    assert (decision.kind, decision.least, decision.most) == ("gain", 1, 1)
    assert decision.options == (
        "Copper", "Curse", "Cellar", "Estate", "Moat", "Silver", "Village", "Woodcutter",
        "Workshop", "Militia", "Remodel", "Smithy",
    )  # fmt: skip
    answer(game, "Smithy")
    assert seat(game, 0)["discard"] == ["Copper", "Smithy"]
    assert game.view(None)["supply"]["Smithy"] == 9


def test_workshop_cannot_be_helped_by_coins() -> None:
    game = position(kingdom=FIRST_GAME, coins=10, seats=[{"hand": "Workshop, Gold"}, {}])
    answer(game, "Workshop")
    assert not {"Market", "Mine", "Duchy", "Gold", "Province"} & set(asked(game).options)


def test_workshop_uses_up_no_buy_and_no_coins() -> None:
    game = position(kingdom=FIRST_GAME, coins=2, seats=[{"hand": "Workshop"}, {}])
    answers(game, "Workshop", "Silver")
    assert counters(game) == (0, 1, 2)


def test_workshop_must_gain_even_a_curse_when_nothing_else_is_left() -> None:
    supply = {"Copper": 0, "Silver": 0, "Estate": 0, "Workshop": 0}
    game = position(seats=[{"hand": "Workshop"}, {}], supply=supply)
    answer(game, "Workshop")
    assert seat(game, 0)["discard"] == ["Curse"]


def test_workshop_gains_nothing_from_empty_piles() -> None:
    supply = {"Copper": 0, "Silver": 0, "Estate": 0, "Workshop": 0, "Curse": 0}
    game = position(seats=[{"hand": "Workshop"}, {}], supply=supply, coins=5)
    answer(game, "Workshop")
    assert not typed(game, "gain")
    assert asked(game).options == ("Duchy",)


# --- Remodel --------------------------------------------------------------------------------


def test_remodel_gains_a_card_costing_up_to_two_more_than_the_trashed_one() -> None:
    game = position(kingdom=FIRST_GAME, seats=[{"hand": "Remodel, Estate, Copper"}, {}])
    answers(game, "Remodel", "Estate")
    assert question(game) == (0, "gain")
    assert "Militia" in asked(game).options
    assert "Duchy" not in asked(game).options
    answer(game, "Militia")
    assert game.view(None)["trash"] == ["Estate"]
    assert seat(game, 0)["discard"] == ["Militia"]


def test_remodel_cannot_trash_itself() -> None:
    game = position(seats=[{"hand": "Remodel, Estate, Copper"}, {}])
    answer(game, "Remodel")
    assert asked(game).options == ("Copper", "Estate")


def test_remodel_may_trash_another_remodel() -> None:
    game = position(kingdom=FIRST_GAME, seats=[{"hand": "2 Remodel"}, {}])
    answers(game, "Remodel", "Gold")
    assert game.view(None)["trash"] == ["Remodel"]
    assert seat(game, 0)["discard"] == ["Gold"]


def test_remodel_with_an_empty_hand_gains_nothing() -> None:
    game = position(seats=[{"hand": "Remodel"}, {}])
    answer(game, "Remodel")
    assert question(game) == (0, "buy")
    assert not typed(game, "gain")


def test_remodel_must_trash() -> None:
    game = position(seats=[{"hand": "Remodel, Gold, Province"}, {}])
    answer(game, "Remodel")
    assert asked(game).least == 1


def test_remodel_may_gain_the_same_card_or_a_cheaper_one() -> None:
    game = position(kingdom=FIRST_GAME, seats=[{"hand": "Remodel, Gold"}, {}])
    answer(game, "Remodel")
    assert {"Gold", "Copper", "Curse", "Province"} <= set(asked(game).options)


def test_remodel_does_not_count_coins() -> None:
    game = position(coins=8, seats=[{"hand": "Remodel, Copper"}, {}])
    answer(game, "Remodel")
    assert asked(game).options == ("Copper", "Curse", "Estate")


def test_remodel_loses_the_card_where_nothing_can_be_gained() -> None:
    supply = {"Copper": 0, "Curse": 0, "Estate": 0}
    game = position(seats=[{"hand": "Remodel, Copper"}, {}], supply=supply)
    answer(game, "Remodel")
    assert game.view(None)["trash"] == ["Copper"]
    assert not typed(game, "gain")


def test_remodel_cannot_gain_what_lies_in_the_trash() -> None:
    supply = {"Village": 0}
    game = position(trash="Village", supply=supply, seats=[{"hand": "Remodel, Estate"}, {}])
    answer(game, "Remodel")
    assert "Village" not in asked(game).options


# --- Mine -----------------------------------------------------------------------------------


def test_mine_turns_a_copper_into_a_silver_in_hand_to_be_used_at_once() -> None:
    game = position(seats=[{"hand": "Mine, Copper, Estate"}, {}])
    answers(game, "Mine", "Silver")
    assert hand(game) == ["Estate", "Silver"]
    assert game.view(None)["trash"] == ["Copper"]
    assert (question(game), asked(game).options) == ((0, "play_treasures"), ("Silver",))


def test_mine_turns_a_silver_into_a_gold() -> None:
    game = position(seats=[{"hand": "Mine, Silver"}, {}])
    answer(game, "Mine")
    assert asked(game).options == ("Copper", "Silver", "Gold")
    answer(game, "Gold")
    assert hand(game) == ["Gold"]


def test_mine_may_take_the_same_or_a_smaller_treasure() -> None:
    game = position(seats=[{"hand": "Mine, Gold"}, {}])
    answers(game, "Mine", "Copper")
    assert hand(game) == ["Copper"]
    assert game.view(None)["trash"] == ["Gold"]


def test_mine_turns_gold_into_platinum_where_there_is_platinum() -> None:
    game = position(colonies=True, seats=[{"hand": "Mine, Gold"}, {}])
    answer(game, "Mine")
    assert asked(game).options == ("Copper", "Silver", "Gold", "Platinum")


def test_mine_trashes_treasures_only() -> None:
    game = position(seats=[{"hand": "Mine, Copper, Silver, Estate, Village, Curse"}, {}])
    answer(game, "Mine")
    assert (asked(game).kind, asked(game).options) == ("trash", ("Copper", "Silver"))


def test_mine_without_a_treasure_does_nothing() -> None:
    game = position(seats=[{"hand": "Mine, Estate"}, {}])
    answer(game, "Mine")
    assert question(game) == (0, "buy")
    assert game.view(None)["trash"] == []


def test_mine_must_trash_the_only_treasure() -> None:
    game = position(seats=[{"hand": "Mine, 2 Gold"}, {}])
    answer(game, "Mine")
    assert game.view(None)["trash"] == ["Gold"]
    assert question(game) == (0, "gain")


def test_mine_loses_the_treasure_where_none_can_be_gained() -> None:
    supply = {"Copper": 0, "Silver": 0}
    game = position(seats=[{"hand": "Mine, Copper"}, {}], supply=supply)
    answer(game, "Mine")
    assert (hand(game), game.view(None)["trash"]) == ([], ["Copper"])


def test_mine_shows_all_what_it_gains_to_the_hand() -> None:
    game = position(seats=[{"hand": "Mine, Copper, Estate"}, {}])
    answers(game, "Mine", "Silver")
    assert game.view(1)["seats"][0]["known"] == {"hand": ["Silver"]}
    assert typed(game, "gain", viewer=1)[0]["cards"] == ["Silver"]
    assert typed(game, "gain", viewer=1)[0]["to"] == "hand"
