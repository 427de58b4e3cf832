"""The cards of Seaside; what stays in play is in test_durations.py."""

from __future__ import annotations

import pytest

from engine.dominion import Dominion, position
from engine.game import BadConfig
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


def pick(game: Dominion, number: int) -> None:
    """Answer with this number."""
    game.choose([asked(game).options.index(number)])


def to_buying(game: Dominion) -> None:
    while asked(game).kind != "buy":
        answer(game)


# --- Embargo --------------------------------------------------------------------------------


def test_embargo_trashes_itself_and_puts_a_token_on_any_pile() -> None:
    game = position(seats=[{"hand": "Embargo"}, {}], supply={"Duchy": 0})
    answer(game, "Embargo")
    decision = asked(game)
    assert (decision.kind, decision.source) == ("name", "Embargo")
    assert {"Duchy", "Copper", "Embargo"} <= set(decision.options)
    answer(game, "Duchy")
    assert game.view(None)["tokens"] == {"Embargo": {"Duchy": 1}}
    assert game.view(None)["trash"] == ["Embargo"]
    assert counters(game)[2] == 2


def test_throne_room_of_embargo_puts_two_tokens_and_trashes_it_once() -> None:
    game = position(seats=[{"hand": "Throne Room, Embargo"}, {}])
    answers(game, "Throne Room", "Gold", "Gold")
    assert game.view(None)["tokens"] == {"Embargo": {"Gold": 2}}
    assert game.view(None)["trash"] == ["Embargo"]
    assert counters(game)[2] == 4


def test_whoever_buys_gains_a_curse_for_each_token_before_the_card() -> None:
    tokens = {"Embargo": {"Silver": 2}}
    game = position(seats=[{}, {}], phase="buy", coins=3, tokens=tokens, bought=True)
    answer(game, "Silver")
    assert [event["cards"] for event in typed(game, "gain")] == [["Curse"], ["Curse"], ["Silver"]]
    assert game.view(None)["tokens"] == tokens


def test_embargo_does_nothing_for_other_piles_and_for_gains() -> None:
    game = position(seats=[{"hand": "Workshop"}, {}], tokens={"Embargo": {"Silver": 1}})
    answers(game, "Workshop", "Silver", "Copper")
    assert [event["cards"] for event in typed(game, "gain")] == [["Silver"], ["Copper"]]


def test_embargo_is_ordered_against_haggler_only_where_a_token_lies() -> None:
    given = {"seats": [{"in_play": "Haggler"}, {}], "phase": "buy", "bought": True}
    game = position(**given, coins=6, tokens={"Embargo": {"Gold": 1}}, kingdom="Moat")
    answer(game, "Gold")
    assert asked(game).options == ("Embargo", "Haggler")
    other = position(**given, coins=6, tokens={"Embargo": {"Silver": 1}}, kingdom="Moat")
    answer(other, "Gold")
    assert asked(other).kind == "gain"


def test_trader_and_watchtower_answer_the_curse_of_embargo() -> None:
    tokens = {"Embargo": {"Copper": 1}}
    game = position(seats=[{"hand": "Trader"}, {}], phase="buy", bought=True, tokens=tokens)
    answers(game, "Copper", "Trader")
    assert typed(game, "gain")[0]["cards"] == ["Silver"]


def test_without_a_curse_left_embargo_does_nothing() -> None:
    game = position(
        seats=[{}, {}],
        phase="buy",
        bought=True,
        tokens={"Embargo": {"Copper": 1}},
        supply={"Curse": 0},
    )
    answer(game, "Copper")
    assert [event["cards"] for event in typed(game, "gain")] == [["Copper"]]


@pytest.mark.parametrize("tokens", [{"Gold": 0}, {"Gold": True}, {"Smithy": 1}, ["Gold"]])
def test_impossible_tokens_of_embargo_are_refused(tokens: object) -> None:
    with pytest.raises(BadConfig, match="Embargo"):
        position(seats=[{}, {}], tokens={"Embargo": tokens})


# --- Haven, Native Village, Island ----------------------------------------------------------


def test_haven_must_set_a_card_aside_unseen() -> None:
    game = position(seats=[{"hand": "Haven, Gold", "deck": "Copper"}, {}])
    answer(game, "Haven")
    assert (asked(game).kind, asked(game).least, asked(game).options) == (
        "set_aside", 1, ("Copper", "Gold"),
    )  # fmt: skip
    answer(game, "Gold")
    assert game.view(1)["seats"][0]["mats"] == {"Haven": [None]}
    assert typed(game, "mat", 1) == [
        {"type": "mat", "seat": 0, "from": "hand", "about": "Haven", "count": 1}
    ]


def test_haven_with_an_empty_hand_sets_nothing_aside_and_is_discarded() -> None:
    game = position(seats=[{"hand": "Haven"}, {"hand": "Gold"}])
    answers(game, "Haven", None)
    assert game.view(None)["current"] == 1
    assert seat(game, 0)["in_play"] == []


def test_native_village_puts_the_top_card_on_the_mat_or_takes_all() -> None:
    game = position(seats=[{"hand": "2 Native Village", "discard": "Gold"}, {}])
    answers(game, "Native Village", "put the top card of your deck onto the mat")
    assert seat(game, 0)["mats"] == {"Native Village": ["Gold"]}
    assert game.view(1)["seats"][0]["mats"] == {"Native Village": [None]}
    answers(game, "Native Village", "take the cards on the mat into your hand")
    assert hand(game) == ["Gold"]
    assert "hand" not in game.view(1)["seats"][0]["known"]
    assert seat(game, 0)["in_play"] == ["Native Village"] * 2


@pytest.mark.parametrize("mode", [0, 1])
def test_native_village_may_choose_what_does_nothing(mode: int) -> None:
    game = position(seats=[{"hand": "Native Village, Copper"}, {}])
    answer(game, "Native Village")
    game.choose([mode])
    assert question(game) == (0, "play_treasures")
    assert seat(game, 0)["mats"] == {}


def test_island_sets_itself_and_a_card_aside_openly() -> None:
    game = position(seats=[{"hand": "Island, Estate, Copper"}, {}])
    answers(game, "Island", "Estate")
    assert game.view(1)["seats"][0]["mats"] == {"Island": ["Island", "Estate"]}
    assert seat(game, 0)["in_play"] == []
    assert game.scores == [3, 0]


def test_island_with_an_empty_hand_sets_only_itself_aside() -> None:
    game = position(seats=[{"hand": "Island"}, {}])
    answer(game, "Island")
    assert seat(game, 0)["mats"] == {"Island": ["Island"]}


def test_throne_room_of_island_sets_two_cards_aside() -> None:
    game = position(seats=[{"hand": "Throne Room, Island, Estate, Duchy"}, {}])
    answers(game, "Throne Room", "Duchy")
    assert seat(game, 0)["mats"] == {"Island": ["Island", "Duchy", "Estate"]}


# --- Pearl Diver, Lookout, Navigator, Warehouse ---------------------------------------------


def test_pearl_diver_may_put_the_bottom_card_on_top() -> None:
    game = position(seats=[{"hand": "Pearl Diver", "deck": "Copper, Silver, Gold"}, {}])
    answer(game, "Pearl Diver")
    decision = asked(game)
    assert (decision.kind, decision.options, decision.least) == ("put_back", ("Gold",), 0)
    answer(game, "Gold")
    assert seat(game, 0)["deck"] == ["Gold", "Silver"]
    assert game.view(0)["seats"][0]["known"]["deck"] == ["Gold"]
    assert "deck" not in game.view(1)["seats"][0]["known"]


def test_pearl_diver_that_leaves_the_card_knows_it_at_the_bottom() -> None:
    game = position(seats=[{"hand": "Pearl Diver", "deck": "Copper, Silver, Gold"}, {}])
    answers(game, "Pearl Diver", None)
    assert seat(game, 0)["deck"] == ["Silver", "Gold"]
    assert game.view(0)["seats"][0]["known"]["deck"] == [None, "Gold"]


def test_pearl_diver_shuffles_an_empty_deck() -> None:
    game = position(seats=[{"hand": "Pearl Diver", "deck": "Copper", "discard": "Gold"}, {}])
    answer(game, "Pearl Diver")
    assert asked(game).options == ("Gold",)


def test_lookout_trashes_then_discards_then_puts_back() -> None:
    game = position(seats=[{"hand": "Lookout", "deck": "Copper, Tunnel, Gold"}, {}])
    answer(game, "Lookout")
    assert (question(game), asked(game).least) == ((0, "trash"), 1)
    answer(game, "Copper")
    assert question(game) == (0, "discard")
    answers(game, "Tunnel", "Tunnel")
    assert seat(game, 0)["deck"] == ["Gold"]
    assert seat(game, 0)["discard"] == ["Tunnel", "Gold"]
    assert game.view(None)["trash"] == ["Copper"]


@pytest.mark.parametrize(("deck", "trash", "left"), [("Gold", ["Gold"], []), ("", [], [])])
def test_lookout_trashes_first_with_few_cards(deck: str, trash: list[str], left: list[str]) -> None:
    game = position(seats=[{"hand": "Lookout", "deck": deck}, {}])
    answer(game, "Lookout")
    assert game.view(None)["trash"] == trash
    assert seat(game, 0)["discard"] == left


def test_navigator_discards_all_or_puts_all_back_in_any_order() -> None:
    zones = {"hand": "Navigator", "deck": "Copper, Silver", "discard": "Gold"}
    game = position(seats=[zones, {}])
    answer(game, "Navigator")
    assert asked(game).options == ("discard", "put back")
    answers(game, "put back", ("Gold", "Copper", "Silver"))
    assert seat(game, 0)["deck"] == ["Gold", "Copper", "Silver"]
    other = position(seats=[zones, {}])
    answers(other, "Navigator", "discard")
    assert sorted(seat(other, 0)["discard"]) == ["Copper", "Gold", "Silver"]


def test_warehouse_discards_three_after_drawing() -> None:
    game = position(seats=[{"hand": "Warehouse, Tunnel, Gold", "deck": "Copper, Silver"}, {}])
    answers(game, "Warehouse", ("Tunnel", "Copper", "Silver"), "Tunnel")
    assert hand(game) == ["Gold"]
    assert seat(game, 0)["discard_top"] == "Gold"
    assert counters(game)[0] == 1


# --- Ambassador, Smugglers ------------------------------------------------------------------


def test_ambassador_returns_up_to_two_copies_and_each_other_player_gains_one() -> None:
    given = {"hand": "Ambassador, 3 Estate", "deck": "Gold"}
    game = position(seats=[given, {}, {"hand": "Moat"}], supply={"Estate": 0})
    answers(game, "Ambassador", "Moat")
    decision = asked(game)
    assert (decision.kind, decision.options, decision.about) == ("amount", (0, 1, 2), "Estate")
    pick(game, 2)
    assert hand(game) == ["Estate"]
    assert seat(game, 1)["cards"] == {"Estate": 1}
    assert "Estate" not in seat(game, 2)["cards"]
    assert game.view(None)["supply"]["Estate"] == 1
    assert game.state.empty == 0


def test_ambassador_may_return_nothing() -> None:
    game = position(seats=[{"hand": "Ambassador, 2 Copper, Curse"}, {}])
    answer(game, "Ambassador")
    assert asked(game).options == ("Copper", "Copper", "Curse")
    answer(game, "Curse")
    assert asked(game).options == (0, 1)
    pick(game, 0)
    assert hand(game) == ["Copper", "Copper", "Curse"]
    assert seat(game, 1)["cards"] == {"Curse": 1}
    assert game.view(1)["seats"][0]["known"]["hand"] == ["Curse"]


def test_ambassador_without_another_card_does_nothing() -> None:
    game = position(seats=[{"hand": "Ambassador"}, {}])
    answer(game, "Ambassador")
    assert question(game) == (0, "buy")


def test_a_game_goes_on_when_ambassador_refills_an_empty_pile() -> None:
    given = {"hand": "Ambassador, Province"}
    game = position(seats=[given, {"hand": "Moat"}], supply={"Province": 0})
    answers(game, "Ambassador", "Moat")
    pick(game, 1)
    to_buying(game)
    answer(game)
    assert game.outcome is None


def test_ambassador_gives_cards_with_all_that_follows_from_gaining_them() -> None:
    game = position(seats=[{"hand": "Ambassador, Cache"}, {}], kingdom="Cache")
    answer(game, "Ambassador")
    pick(game, 0)
    assert seat(game, 1)["cards"] == {"Cache": 1, "Copper": 2}


def test_smugglers_gain_what_the_right_neighbour_gained_on_the_last_turn() -> None:
    game = position(seats=[{}, {"hand": "Smugglers"}], phase="buy", coins=9, buys=2, bought=True)
    answers(game, "Gold", "Silver", "Smugglers")
    assert (asked(game).kind, asked(game).options) == ("gain", ("Silver", "Gold"))
    answer(game, "Gold")
    assert seat(game, 1)["discard"] == ["Gold"]


@pytest.mark.parametrize(("gained", "supply"), [("Province", {}), ("", {}), ("Gold", {"Gold": 0})])
def test_smugglers_find_nothing_dear_nothing_missing(gained: str, supply: dict[str, int]) -> None:
    game = position(seats=[{"hand": "Smugglers"}, {"gained": gained}], supply=supply)
    answer(game, "Smugglers")
    assert question(game) == (0, "buy")


def test_smugglers_do_not_count_gains_of_other_turns_nor_what_trader_replaced() -> None:
    game = position(seats=[{"hand": "Witch, Trader"}, {"hand": "Smugglers, Trader"}, {}])
    answers(game, "Witch", "Trader")
    assert game.state.players[1].gained == ()
    to_buying(game)
    answers(game, "Copper", "Trader")
    assert [card.name for card in game.state.players[0].gained] == ["Silver"]


# --- Cutpurse, Sea Hag, Ghost Ship, Pirate Ship ---------------------------------------------


def test_cutpurse_makes_each_discard_one_copper_or_show_the_hand() -> None:
    game = position(seats=[{"hand": "Cutpurse"}, {"hand": "2 Copper"}, {"hand": "Estate"}])
    answer(game, "Cutpurse")
    assert hand(game, 1) == ["Copper"]
    assert game.view(0)["seats"][2]["known"]["hand"] == ["Estate"]
    assert counters(game)[2] == 2


def test_sea_hag_discards_first_and_puts_the_curse_on_the_deck() -> None:
    game = position(seats=[{"hand": "Sea Hag"}, {"discard": "Tunnel"}, {}])
    answers(game, "Sea Hag", "Tunnel")
    assert seat(game, 1)["deck"] == ["Curse"]
    assert sorted(seat(game, 1)["discard"]) == ["Gold", "Tunnel"]
    assert seat(game, 2)["deck"] == ["Curse"]


def test_sea_hag_without_a_curse_left_still_discards() -> None:
    game = position(seats=[{"hand": "Sea Hag"}, {"deck": "Gold"}], supply={"Curse": 0})
    answer(game, "Sea Hag")
    assert seat(game, 1)["discard"] == ["Gold"]


def test_watchtower_trashes_the_curse_of_sea_hag() -> None:
    game = position(seats=[{"hand": "Sea Hag"}, {"deck": "Gold", "hand": "Watchtower"}])
    answers(game, "Sea Hag", "Watchtower", "trash")
    assert seat(game, 1)["deck"] == []


def test_ghost_ship_makes_each_put_back_down_to_three_cards_unseen() -> None:
    zones = {"hand": "Copper, Silver, Gold, Estate, Tunnel"}
    game = position(seats=[{"hand": "Ghost Ship"}, zones, {"hand": "3 Copper", "discard": "Gold"}])
    answer(game, "Ghost Ship")
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.ordered, decision.least) == (
        1, "put_back", True, 2,
    )  # fmt: skip
    answer(game, "Estate", "Tunnel")
    assert seat(game, 1)["deck"] == ["Estate", "Tunnel"]
    assert game.view(0)["seats"][1]["known"] == {}
    assert seat(game, 2)["deck"] == []


def test_pirate_ship_trashes_a_treasure_of_each_and_takes_one_token() -> None:
    game = position(
        seats=[{"hand": "Pirate Ship"}, {"deck": "Gold, Copper"}, {"deck": "Silver, Estate"}]
    )
    answer(game, "Pirate Ship")
    game.choose([0])
    assert (asked(game).kind, asked(game).options) == ("trash", ("Copper", "Gold"))
    answer(game, "Gold")
    assert game.view(None)["trash"] == ["Gold", "Silver"]
    assert seat(game, 0)["tokens"] == {"Pirate Ship": 1}
    assert seat(game, 1)["discard"] == ["Copper"]


def test_pirate_ship_without_a_treasure_takes_no_token() -> None:
    game = position(seats=[{"hand": "Pirate Ship"}, {"deck": "2 Estate"}])
    answer(game, "Pirate Ship")
    game.choose([0])
    assert seat(game, 0)["tokens"] == {"Pirate Ship": 0}


def test_pirate_ship_gives_a_coin_for_each_token_and_keeps_them() -> None:
    zones = {"hand": "Pirate Ship", "tokens": {"Pirate Ship": 3}}
    game = position(seats=[zones, {"hand": "Moat", "deck": "Gold"}])
    answer(game, "Pirate Ship")
    assert question(game) == (1, "react")
    answers(game, None, "+1 Coin for each of your tokens")
    assert counters(game)[2] == 3
    assert seat(game, 0)["tokens"] == {"Pirate Ship": 3}
    assert seat(game, 1)["deck"] == ["Gold"]


# --- Salvager, Treasure Map, Explorer, Tactician, Treasury ----------------------------------


def test_salvager_gives_the_cost_now() -> None:
    game = position(seats=[{"hand": "Salvager, Gold", "in_play": "Highway"}, {}])
    answer(game, "Salvager")
    assert counters(game) == (0, 2, 5)
    assert game.view(None)["trash"] == ["Gold"]


def test_salvager_with_an_empty_hand_still_gives_a_buy() -> None:
    game = position(seats=[{"hand": "Salvager"}, {}])
    answer(game, "Salvager")
    assert counters(game) == (0, 2, 0)


def test_a_pair_of_treasure_maps_becomes_four_golds_on_the_deck() -> None:
    game = position(seats=[{"hand": "2 Treasure Map"}, {}])
    answer(game, "Treasure Map")
    assert seat(game, 0)["deck"] == ["Gold"] * 4
    assert game.view(None)["trash"] == ["Treasure Map"] * 2


def test_a_treasure_map_alone_is_trashed_for_nothing() -> None:
    game = position(seats=[{"hand": "Treasure Map, Copper"}, {}])
    answer(game, "Treasure Map")
    assert game.view(None)["trash"] == ["Treasure Map"]
    assert seat(game, 0)["deck"] == []


def test_throne_room_of_treasure_map_brings_golds_once() -> None:
    game = position(seats=[{"hand": "Throne Room, 3 Treasure Map"}, {}])
    answer(game, "Throne Room")
    assert game.view(None)["trash"] == ["Treasure Map"] * 3
    assert seat(game, 0)["deck"] == ["Gold"] * 4


def test_treasure_map_takes_the_golds_that_are_left() -> None:
    game = position(seats=[{"hand": "2 Treasure Map"}, {}], supply={"Gold": 3})
    answer(game, "Treasure Map")
    assert seat(game, 0)["deck"] == ["Gold"] * 3


@pytest.mark.parametrize(("shown", "gained"), [("Province", "Gold"), (None, "Silver")])
def test_explorer_may_show_a_province_for_a_gold(shown: str | None, gained: str) -> None:
    game = position(seats=[{"hand": "Explorer, Province"}, {}])
    answers(game, "Explorer", shown)
    assert hand(game) == sorted([gained, "Province"])


def test_tactician_discards_the_hand_as_other_discards() -> None:
    game = position(seats=[{"hand": "Tactician, Tunnel"}, {}])
    answers(game, "Tactician", "Tunnel")
    assert sorted(seat(game, 0)["discard"]) == ["Gold", "Tunnel"]


def treasuries(**more: object) -> Dominion:
    zones = {"hand": "2 Treasury, Village", "deck": "9 Estate, 9 Curse"}
    game = position(seats=[zones, {}], coins=9, buys=2, **more)
    answers(game, "Village", "Treasury", "Treasury")
    to_buying(game)
    return game


def test_treasuries_return_one_by_one_before_the_new_hand_is_drawn() -> None:
    game = treasuries()
    answer(game)
    assert (asked(game).kind, asked(game).options, asked(game).least) == (
        "put_back", ("Treasury",), 0,
    )  # fmt: skip
    answers(game, "Treasury", "Treasury")
    assert hand(game).count("Treasury") == 2
    other = treasuries()
    answers(other, None, "Treasury", None)
    assert hand(other).count("Treasury") == 1


def test_a_victory_card_bought_keeps_treasuries_from_returning() -> None:
    game = treasuries(kingdom="Island")
    answers(game, "Island", None)
    assert game.view(None)["current"] == 1


def test_a_victory_card_gained_does_not() -> None:
    zones = {"hand": "Treasury, Workshop, Village", "deck": "9 Copper"}
    game = position(seats=[zones, {}])
    answers(game, "Village", "Workshop", "Estate", "Treasury")
    to_buying(game)
    answer(game)
    assert asked(game).kind == "put_back"


def test_scheme_and_treasury_put_their_cards_back_in_any_order() -> None:
    zones = {"hand": "Village, Scheme, Treasury", "deck": "9 Copper"}
    game = position(seats=[zones, {}])
    answers(game, "Village", "Scheme", "Treasury")
    to_buying(game)
    answer(game)
    assert asked(game).options == ("Scheme", "Village", "Treasury")
    answers(game, "Treasury", "Village")
    assert [event["cards"] for event in typed(game, "put_back")] == [["Treasury"], ["Village"]]
    assert game.view(None)["current"] == 1
