"""Rulings of Hinterlands, card by card: those from Cache to Farmland, and with other sets.

Source: rules/dominion-hinterlands.de.txt, "Die Königreichkarten".
"""

from __future__ import annotations

import pytest

from engine import conformance
from engine.dominion import Dominion, position
from engine.dominion.card import of_expansion
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

# --- Cache ----------------------------------------------------------------------------------


def test_cache_is_worth_three_and_brings_two_coppers_when_gained() -> None:
    game = position(seats=[{"hand": "2 Cache"}, {}], phase="buy")
    answers(game, ("Cache", "Cache"), "Cache")
    assert typed(game, "gain")[-1]["cards"] == ["Copper"]
    assert sorted(seat(game, 0)["cards"].items()) == [("Cache", 3), ("Copper", 2)]


def test_cache_brings_as_many_coppers_as_there_are() -> None:
    game = position(seats=[{"hand": "2 Cache"}, {}], phase="buy", supply={"Copper": 1})
    answers(game, ("Cache", "Cache"), "Cache")
    assert seat(game, 0)["cards"] == {"Cache": 3, "Copper": 1}


# --- Cartographer ---------------------------------------------------------------------------


def test_cartographer_discards_any_of_four_and_orders_the_rest() -> None:
    deck = "Copper, Gold, Curse, Silver, Estate, Duchy"
    game = position(seats=[{"hand": "Cartographer", "deck": deck}, {}])
    answer(game, "Cartographer")
    decision = asked(game)
    assert decision.options == ("Curse", "Estate", "Silver", "Gold")
    assert (decision.kind, decision.least, decision.most) == ("discard", 0, 4)
    answers(game, ("Curse", "Estate"), ("Gold", "Silver"))
    assert seat(game, 0)["deck"] == ["Gold", "Silver", "Duchy"]
    assert seat(game, 0)["discard"] == ["Curse", "Estate"]
    assert not any("Gold" in str(event) for event in game.events(1))


def test_cartographer_looks_beyond_a_reshuffle() -> None:
    seats = [{"hand": "Cartographer", "deck": "Copper, Gold", "discard": "Estate, Curse"}, {}]
    game = position(seats=seats)
    answer(game, "Cartographer")
    assert asked(game).options == ("Curse", "Estate", "Gold")
    answers(game, None, ("Gold", "Curse", "Estate"))
    assert seat(game, 0)["deck"] == ["Gold", "Curse", "Estate"]


def test_tunnel_discarded_by_cartographer_reacts_before_the_rest_goes_back() -> None:
    game = position(seats=[{"hand": "Cartographer", "deck": "Copper, Tunnel, Gold, Silver"}, {}])
    answers(game, "Cartographer", "Tunnel", "Tunnel")
    assert question(game) == (0, "order")
    assert seat(game, 0)["discard"] == ["Tunnel", "Gold"]


# --- Embassy --------------------------------------------------------------------------------


def test_embassy_draws_five_and_discards_three() -> None:
    game = position(seats=[{"hand": "Embassy, Estate", "deck": "5 Gold"}, {}])
    answers(game, "Embassy", ("Estate", "Gold", "Gold"))
    assert hand(game) == ["Gold"] * 3


def test_embassy_discards_what_there_is() -> None:
    game = position(seats=[{"hand": "Embassy", "deck": "2 Gold"}, {}])
    answer(game, "Embassy")
    assert (hand(game), len(seat(game, 0)["discard"])) == ([], 2)


@pytest.mark.parametrize(("card", "gift"), [("Embassy", "Silver"), ("Ill-Gotten Gains", "Curse")])
def test_the_other_players_gain_in_turn_order_until_the_pile_runs_out(card: str, gift: str) -> None:
    kwargs = {"kingdom": card, "phase": "buy", "coins": 5, "supply": {gift: 2}}
    game = position(seats=[{}, {"hand": "Moat"}, {}, {}], current=1, **kwargs)
    answer(game, card)
    gains = [(event["seat"], event["cards"]) for event in typed(game, "gain")]
    assert gains == [(1, [card]), (2, [gift]), (3, [gift])]


# --- Haggler --------------------------------------------------------------------------------


def haggling(hagglers: str, coins: int, **more: object) -> Dominion:
    """Return a position in the Buy phase with these cards in play."""
    zones = {"in_play": hagglers, "hand": more.pop("hand", "")}
    return position(seats=[zones, {}], phase="buy", coins=coins, buys=2, **more)


def test_haggler_gives_two_coins() -> None:
    game = position(seats=[{"hand": "Haggler"}, {}])
    answer(game, "Haggler")
    assert counters(game)[2] == 2


def test_haggler_brings_a_cheaper_card_that_is_no_victory_card_before_the_bought_one() -> None:
    game = haggling("Haggler", 8, kingdom="Tunnel, Smithy")
    answer(game, "Province")
    decision = asked(game)
    assert (decision.kind, decision.source, decision.least) == ("gain", "Haggler", 1)
    assert decision.options == ("Copper", "Curse", "Silver", "Smithy", "Haggler", "Gold")
    answer(game, "Gold")
    assert seat(game, 0)["discard"] == ["Gold", "Province"]


def test_haggler_brings_nothing_where_nothing_is_cheaper() -> None:
    game = haggling("Haggler", 0)
    answer(game, "Copper")
    assert question(game) == (0, "buy")


def test_two_hagglers_bring_two_cards_a_throned_one_brings_one() -> None:
    game = haggling("2 Haggler", 6)
    answers(game, "Gold", "Silver", "Copper")
    assert seat(game, 0)["discard"] == ["Silver", "Copper", "Gold"]
    game = position(seats=[{"hand": "Throne Room, Haggler"}, {}], coins=2, buys=2)
    answers(game, "Throne Room", "Gold", "Silver")
    assert seat(game, 0)["discard"] == ["Silver", "Gold"]
    assert question(game) == (0, "buy")


def test_haggler_does_not_care_for_cards_that_are_gained_otherwise() -> None:
    game = position(seats=[{"hand": "Workshop", "in_play": "Haggler"}, {}])
    answers(game, "Workshop", "Silver")
    assert seat(game, 0)["discard"] == ["Silver"]


def test_haggler_and_highway_compare_the_costs_of_now() -> None:
    game = haggling("Haggler, 2 Highway", 1, kingdom="Moat, Oasis")
    answer(game, "Oasis")
    assert asked(game).options == ("Copper", "Curse", "Moat")


@pytest.mark.parametrize("first", ["Haggler", "Farmland"])
def test_haggler_and_farmland_respond_in_the_order_their_player_likes(first: str) -> None:
    game = haggling("2 Haggler", 6, kingdom="Farmland, Duchess", hand="Estate")
    answer(game, "Farmland")
    decision = asked(game)
    assert (decision.kind, decision.about) == ("choose", "Farmland")
    assert decision.options == ("Haggler", "Farmland")
    answer(game, first)
    if first == "Haggler":
        answer(game, "Silver")
        assert asked(game).options == ("Haggler", "Farmland")
    else:
        assert typed(game, "trash")[0]["cards"] == ["Estate"]
        assert asked(game).source == "Haggler"


def test_trader_does_not_stop_haggler() -> None:
    game = haggling("Haggler", 8, hand="Trader")
    answers(game, "Province", "Gold", None, "Trader")
    assert seat(game, 0)["discard"] == ["Gold", "Silver"]


# --- Highway --------------------------------------------------------------------------------


def test_each_highway_in_play_makes_all_cards_one_cheaper_but_never_below_nothing() -> None:
    game = position(seats=[{"hand": "Highway", "in_play": "2 Highway", "deck": "Gold"}, {}])
    answer(game, "Highway")
    assert (hand(game), counters(game)[0]) == (["Gold"], 1)
    costs = game.view(None)["costs"]
    assert [costs[name] for name in ("Copper", "Estate", "Silver", "Gold")] == [0, 0, 0, 3]


def test_a_throned_highway_counts_once_and_only_in_its_turn() -> None:
    game = position(seats=[{"hand": "Throne Room, Highway"}, {}])
    answer(game, "Throne Room")
    assert game.view(None)["costs"]["Province"] == 7
    answer(game)
    assert game.view(None)["costs"]["Province"] == 8


# --- Ill-Gotten Gains -----------------------------------------------------------------------


@pytest.mark.parametrize("wanted", ["Copper", None])
def test_ill_gotten_gains_may_bring_a_copper_that_can_be_played_at_once(wanted: str | None) -> None:
    game = position(seats=[{"hand": "Ill-Gotten Gains, Silver"}, {}], phase="buy")
    answer(game, "Ill-Gotten Gains")
    decision = asked(game)
    assert (decision.kind, decision.options, decision.least) == ("gain", ("Copper",), 0)
    answers(game, wanted)
    assert asked(game).options == (("Copper", "Silver") if wanted else ("Silver",))
    assert counters(game)[2] == 1


def test_ill_gotten_gains_brings_no_copper_where_none_is_left() -> None:
    game = position(seats=[{"hand": "Ill-Gotten Gains"}, {}], phase="buy", supply={"Copper": 0})
    answer(game, "Ill-Gotten Gains")
    assert question(game) == (0, "buy")


def test_gaining_ill_gotten_gains_is_no_attack() -> None:
    seats = [{"hand": "Workshop"}, {"hand": "Moat"}]
    game = position(seats=seats, kingdom="Ill-Gotten Gains", phase="buy", coins=5, buys=2)
    answer(game, "Ill-Gotten Gains")
    assert seat(game, 1)["discard"] == ["Curse"]


# --- Inn ------------------------------------------------------------------------------------


def test_inn_draws_two_gives_two_actions_and_discards_two() -> None:
    game = position(seats=[{"hand": "Inn, Copper", "deck": "2 Gold"}, {}])
    answers(game, "Inn", ("Copper", "Gold"))
    assert (hand(game), counters(game)[0]) == (["Gold"], 2)


def test_a_gained_inn_shuffles_actions_of_the_discard_pile_into_the_deck_itself_too() -> None:
    zones = {"deck": "2 Copper", "discard": "Village, Estate, 2 Smithy, Gold"}
    game = position(kingdom="Inn", seats=[zones, {}], phase="buy", coins=5, buys=2)
    answer(game, "Inn")
    decision = asked(game)
    assert decision.options == ("Village", "Smithy", "Smithy", "Inn")
    assert (decision.kind, decision.least, decision.most) == ("reveal", 0, 4)
    answer(game, "Inn", "Smithy")
    assert sorted(seat(game, 0)["deck"]) == ["Copper", "Copper", "Inn", "Smithy"]
    assert seat(game, 0)["discard"] == ["Village", "Estate", "Smithy", "Gold"]
    assert typed(game, "shuffle_in", 1)[0]["cards"] == ["Smithy", "Inn"]


def test_inn_may_leave_everything_where_it_is() -> None:
    zones = {"deck": "Copper, Gold, Silver, Estate", "discard": "Village"}
    game = position(kingdom="Inn", seats=[zones, {}], phase="buy", coins=5, buys=2)
    answers(game, "Inn", None)
    assert seat(game, 0)["deck"] == ["Copper", "Gold", "Silver", "Estate"]
    assert seat(game, 0)["discard"] == ["Village", "Inn"]


# --- Mandarin -------------------------------------------------------------------------------


def test_mandarin_gives_three_coins_and_puts_a_hand_card_onto_the_deck_unseen() -> None:
    game = position(seats=[{"hand": "Mandarin, Gold, Estate", "deck": "Copper"}, {}])
    answer(game, "Mandarin")
    assert (asked(game).kind, asked(game).options) == ("put_back", ("Estate", "Gold"))
    answer(game, "Estate")
    assert (counters(game)[2], seat(game, 0)["deck"]) == (3, ["Estate", "Copper"])
    assert typed(game, "put_back", 1)[0]["count"] == 1


def test_mandarin_with_an_empty_hand_puts_nothing_back() -> None:
    game = position(seats=[{"hand": "Mandarin"}, {}])
    answer(game, "Mandarin")
    assert (counters(game)[2], seat(game, 0)["deck"]) == (3, [])


def test_a_bought_mandarin_puts_all_treasures_in_play_back_in_any_order() -> None:
    zones = {"hand": "2 Gold, Silver, Copper", "in_play": "Smithy"}
    game = position(kingdom="Mandarin", seats=[zones, {}], phase="buy", buys=2)
    answers(game, ("Gold", "Gold", "Silver"), None, "Mandarin")
    decision = asked(game)
    assert (decision.kind, decision.options) == ("order", ("Silver", "Gold", "Gold"))
    assert (decision.least, decision.ordered, decision.source) == (3, True, "Mandarin")
    answer(game, "Gold", "Silver", "Gold")
    assert seat(game, 0)["deck"] == ["Gold", "Silver", "Gold"]
    assert (seat(game, 0)["in_play"], hand(game)) == (["Smithy"], ["Copper"])
    assert counters(game) == (1, 1, 3)
    assert "deck" not in game.view(1)["seats"][0]["known"]


def test_equal_treasures_go_back_without_a_question() -> None:
    game = position(kingdom="Mandarin", seats=[{"hand": "4 Gold"}, {}], phase="buy", buys=2)
    answers(game, ("Gold",) * 4, "Mandarin")
    assert (question(game), counters(game)[2]) == ((0, "buy"), 7)
    assert game.view(1)["seats"][0]["known"]["deck"] == ["Gold"] * 4


# --- Margrave -------------------------------------------------------------------------------


def test_margrave_has_each_other_player_draw_and_discard_one_after_the_other() -> None:
    victims = [{"hand": "4 Copper", "deck": "Gold"}, {"hand": "Estate", "deck": "2 Gold"}]
    game = position(seats=[{"hand": "Margrave", "deck": "3 Silver"}, *victims])
    answer(game, "Margrave")
    assert (hand(game), counters(game)[1]) == (["Silver"] * 3, 2)
    decision = asked(game)
    assert (decision.seat, decision.least, decision.most) == (1, 2, 2)
    assert hand(game, 2) == ["Estate"]
    answer(game, "Copper", "Copper")
    assert (hand(game, 1), hand(game, 2)) == (["Copper"] * 2 + ["Gold"], ["Estate", "Gold"])


# --- Stables --------------------------------------------------------------------------------


def test_stables_discards_a_treasure_for_three_cards_and_an_action() -> None:
    game = position(seats=[{"hand": "Stables, Copper, Estate", "deck": "3 Gold"}, {}])
    answer(game, "Stables")
    decision = asked(game)
    assert (decision.kind, decision.options, decision.least) == ("discard", ("Copper",), 0)
    answer(game, "Copper")
    assert (hand(game), counters(game)[0]) == (["Estate"] + ["Gold"] * 3, 1)


def test_stables_does_nothing_without_a_discarded_treasure() -> None:
    game = position(seats=[{"hand": "Stables, Copper", "deck": "3 Gold"}, {}])
    answers(game, "Stables", None)
    assert (hand(game), counters(game)[0]) == (["Copper"], 0)


# --- Border Village -------------------------------------------------------------------------


def test_border_village_draws_a_card_and_gives_two_actions() -> None:
    game = position(seats=[{"hand": "Border Village", "deck": "2 Gold"}, {}])
    answer(game, "Border Village")
    assert (hand(game), counters(game)[0]) == (["Gold"], 2)


def test_a_gained_border_village_brings_a_cheaper_card() -> None:
    game = position(kingdom="Border Village, Market", seats=[{"hand": "Remodel, Smithy"}, {}])
    answers(game, "Remodel", "Border Village")
    options = asked(game).options
    assert {"Duchy", "Market", "Copper"} <= set(options)
    assert not {"Gold", "Border Village"} & set(options)
    answer(game, "Market")
    assert seat(game, 0)["discard"] == ["Border Village", "Market"]


def test_highways_do_not_let_border_village_bring_dearer_cards() -> None:
    seats = [{"in_play": "3 Highway"}, {}]
    game = position(kingdom="Border Village, Smithy", seats=seats, phase="buy", coins=3)
    answer(game, "Border Village")
    assert asked(game).options == (
        "Copper", "Curse", "Estate", "Silver", "Smithy", "Duchy", "Highway",
    )  # fmt: skip


def test_border_villages_gain_sets_off_what_that_card_says() -> None:
    game = position(kingdom="Border Village, Embassy", seats=[{}, {}], phase="buy", coins=6, buys=2)
    answers(game, "Border Village", "Embassy")
    assert seat(game, 1)["discard"] == ["Silver"]


# --- Farmland -------------------------------------------------------------------------------


def test_a_bought_farmland_turns_a_hand_card_into_one_that_costs_exactly_two_more() -> None:
    seats = [{"hand": "Estate, Curse"}, {}]
    game = position(kingdom="Farmland, Smithy, Oasis", seats=seats, phase="buy", coins=6, buys=2)
    answer(game, "Farmland")
    assert (asked(game).kind, asked(game).source) == ("trash", "Farmland")
    answer(game, "Estate")
    assert seat(game, 0)["discard"] == ["Smithy", "Farmland"]


def test_farmland_brings_nothing_where_nothing_fits_or_nothing_is_trashed() -> None:
    for held in ("Estate", ""):
        game = position(
            kingdom="Farmland", seats=[{"hand": held}, {}], phase="buy", coins=6, buys=2
        )
        answer(game, "Farmland")
        assert seat(game, 0)["cards"] == {"Farmland": 1}


def test_a_farmland_gained_otherwise_trashes_nothing() -> None:
    game = position(kingdom="Farmland", seats=[{"hand": "Remodel, Smithy, Estate"}, {}])
    answers(game, "Remodel", "Smithy", "Farmland")
    assert hand(game) == ["Estate"]


def test_farmland_is_worth_two_points() -> None:
    assert position(seats=[{"deck": "Farmland"}, {}]).scores == [2, 0]


# --- with cards of other expansions -----------------------------------------------------------


def test_traders_silver_is_gained_and_sets_off_reactions_to_a_gain() -> None:
    game = position(seats=[{"hand": "Witch"}, {"hand": "Trader, Watchtower"}])
    answers(game, "Witch", "Trader")
    assert (asked(game).options, asked(game).about) == (("Watchtower",), "Silver")
    answers(game, "Watchtower", "put on deck")
    assert seat(game, 1)["deck"] == ["Silver"]


def test_without_trader_the_other_reaction_still_sees_the_card_itself() -> None:
    game = position(seats=[{"hand": "Witch"}, {"hand": "Trader, Watchtower"}])
    answers(game, "Witch", None)
    assert (asked(game).options, asked(game).about) == (("Watchtower",), "Curse")


def test_an_inn_that_was_shuffled_in_cannot_be_put_on_the_deck_or_trashed_any_more() -> None:
    seats = [{"hand": "Watchtower", "deck": "Copper", "discard": "Inn"}, {}]
    game = position(kingdom="Inn", seats=seats, phase="buy", coins=5, buys=2)
    answer(game, "Inn")
    assert (asked(game).kind, asked(game).options) == ("choose", ("Watchtower", "Inn"))
    answers(game, "Inn", "Inn")
    assert question(game) == (0, "buy")


def test_mandarin_may_put_treasures_back_before_or_after_it_goes_on_the_deck_itself() -> None:
    seats = [{"hand": "Royal Seal"}, {}]
    for first, deck in (("Mandarin", ["Mandarin", "Royal Seal"]), ("Royal Seal", None)):
        game = position(kingdom="Mandarin", seats=seats, phase="buy", coins=5, buys=2)
        answers(game, "Royal Seal", "Mandarin", first, "Mandarin")
        assert seat(game, 0)["deck"] == (deck or ["Royal Seal", "Mandarin"])


def test_a_scheme_played_three_times_keeps_three_actions() -> None:
    seats = [{"hand": "King's Court, Scheme", "deck": "9 Copper", "in_play": "Smithy"}, {}]
    game = position(seats=seats)
    answers(game, "King's Court", "Scheme", None, None, "Smithy", "Scheme", "King's Court")
    assert hand(game) == ["Copper", "Copper", "King's Court", "Scheme", "Smithy"]


# --- all of them ----------------------------------------------------------------------------


def test_there_are_twenty_six_cards_and_each_reads_aloud_in_both_languages() -> None:
    cards = of_expansion("hinterlands")
    assert len(cards) == 26
    for card in cards:
        for language in ("en", "de"):
            text = card.text_in(language)
            assert text
            assert "{" not in text
            assert "  " not in text


@pytest.mark.parametrize("seed", range(3))
def test_random_kingdoms_of_hinterlands_conform(seed: int) -> None:
    config = {"kingdom": "random", "sets": ["hinterlands"], "turn_limit": 15}
    conformance.check("dominion", seats=2 + 2 * seed, seed=seed, config=config, every=29)
