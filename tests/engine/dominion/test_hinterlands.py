"""Rulings of Hinterlands, card by card: those from Crossroads to Tunnel.

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

# --- Crossroads -----------------------------------------------------------------------------


def test_crossroads_draws_a_card_for_each_victory_card_in_hand() -> None:
    game = position(seats=[{"hand": "Crossroads, 2 Estate, Tunnel, Copper", "deck": "5 Gold"}, {}])
    answer(game, "Crossroads")
    assert hand(game) == ["Copper", "Estate", "Estate", "Gold", "Gold", "Gold", "Tunnel"]


def test_crossroads_shows_the_whole_hand_to_all() -> None:
    game = position(seats=[{"hand": "Crossroads, Estate, Copper", "deck": "Gold"}, {}])
    answer(game, "Crossroads")
    assert typed(game, "reveal", 1)[0]["cards"] == ["Copper", "Estate"]
    assert game.view(1)["seats"][0]["known"]["hand"] == ["Copper", "Estate"]


def test_crossroads_draws_nothing_without_victory_cards() -> None:
    game = position(seats=[{"hand": "Crossroads, Copper, Curse", "deck": "5 Gold"}, {}])
    answers(game, "Crossroads")
    assert hand(game) == ["Copper", "Curse"]


def test_later_crossroads_of_a_turn_give_no_actions() -> None:
    game = position(seats=[{"hand": "3 Crossroads"}, {}])
    answer(game, "Crossroads")
    assert counters(game)[0] == 3
    answer(game, "Crossroads")
    assert counters(game)[0] == 2
    answer(game, "Crossroads")
    assert counters(game)[0] == 1


def test_throned_crossroads_give_actions_once_and_cards_twice() -> None:
    game = position(
        seats=[{"hand": "Throne Room, Crossroads, Estate", "deck": "Duchy, 5 Gold"}, {}]
    )
    answers(game, "Throne Room")
    assert hand(game) == ["Duchy", "Estate", "Gold", "Gold"]
    assert counters(game)[0] == 3


def test_a_crossroads_in_play_in_a_position_was_played_this_turn() -> None:
    game = position(seats=[{"hand": "Crossroads, Village", "in_play": "Crossroads"}, {}], actions=2)
    answer(game, "Crossroads")
    assert counters(game)[0] == 1


# --- Duchess --------------------------------------------------------------------------------


def test_duchess_has_each_player_judge_the_own_top_card_from_the_left_and_its_player_last() -> None:
    zones = {"deck": "Gold, Copper"}
    game = position(seats=[{"hand": "Duchess", **zones}, zones, {"deck": "Estate"}])
    answer(game, "Duchess")
    assert counters(game)[2] == 2
    order = []
    while asked(game).kind == "choose":
        decision = asked(game)
        assert (decision.options, decision.source) == (("discard", "put back"), "Duchess")
        order.append((decision.seat, decision.about))
        answer(game, "discard" if decision.seat else "put back")
    assert order == [(1, "Gold"), (2, "Estate"), (0, "Gold")]
    assert seat(game, 1)["discard"] == ["Gold"]
    assert seat(game, 0)["deck"] == ["Gold", "Copper"]


def test_duchess_shows_the_looked_at_card_to_its_owner_alone() -> None:
    game = position(seats=[{"hand": "Duchess"}, {"deck": "Gold, Copper"}])
    answer(game, "Duchess")
    assert game.view(1)["seats"][1]["set_aside"] == ["Gold"]
    assert game.view(0)["seats"][1]["set_aside"] == [None]


def test_duchess_passes_over_a_player_without_cards() -> None:
    game = position(seats=[{"hand": "Duchess"}, {}])
    answer(game, "Duchess")
    assert question(game) == (0, "buy")


def test_duchess_is_no_attack() -> None:
    game = position(seats=[{"hand": "Duchess"}, {"hand": "Moat", "deck": "Gold"}])
    answer(game, "Duchess")
    assert question(game) == (1, "choose")


@pytest.mark.parametrize("wanted", [("Duchess",), ()])
def test_a_bought_duchy_may_bring_a_duchess(wanted: tuple[str, ...]) -> None:
    game = position(kingdom="Duchess", seats=[{}, {}], phase="buy", coins=5)
    answer(game, "Duchy")
    decision = asked(game)
    assert (decision.kind, decision.options, decision.source) == ("gain", ("Duchess",), "Duchess")
    assert (decision.least, decision.most) == (0, 1)
    answer(game, *wanted)
    assert seat(game, 0)["cards"] == {"Duchy": 1} | dict.fromkeys(wanted, 1)


def test_a_duchy_gained_by_a_card_may_bring_a_duchess_too() -> None:
    game = position(kingdom="Duchess", seats=[{"hand": "Remodel, Silver"}, {}])
    answers(game, "Remodel", "Duchy", "Duchess")
    assert seat(game, 0)["discard"] == ["Duchy", "Duchess"]


def test_no_duchess_is_offered_when_there_is_none_or_the_duchy_was_replaced() -> None:
    game = position(seats=[{}, {}], phase="buy", coins=5, supply={"Duchess": 0})
    answer(game, "Duchy")
    assert question(game) == (1, "buy")
    game = position(kingdom="Duchess", seats=[{"hand": "Trader"}, {}], phase="buy", coins=5)
    answers(game, "Duchy", "Trader")
    assert question(game) == (1, "buy")
    assert seat(game, 0)["cards"] == {"Silver": 1, "Trader": 1}


# --- Fool's Gold ----------------------------------------------------------------------------


def test_fools_gold_is_worth_one_then_four() -> None:
    gold = "Fool's Gold"
    game = position(seats=[{"hand": "3 Fool's Gold"}, {}], phase="buy")
    answer(game, gold, gold, gold)
    assert counters(game)[2] == 9


def test_a_fools_gold_in_play_makes_the_next_worth_four() -> None:
    seats = [{"hand": "Fool's Gold", "in_play": "Fool's Gold"}, {}]
    game = position(seats=seats, phase="buy", coins=1)
    answer(game, "Fool's Gold")
    assert counters(game)[2] == 5


def test_fools_golds_of_several_players_react_to_a_bought_province_in_turn_order() -> None:
    gold = "Fool's Gold"
    others = [{"hand": "Copper"}, {"hand": "2 Fool's Gold"}, {"hand": "Fool's Gold"}]
    game = position(seats=[{"hand": gold}, *others], current=1, phase="buy", coins=8, turn=3)
    answers(game, None, "Province")
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.about) == (2, "react", "Province")
    assert (decision.options, decision.least) == ((gold, gold), 0)
    answers(game, gold, gold)
    assert question(game) == (3, "react")
    answer(game)
    assert question(game) == (0, "react")
    answer(game, gold)
    assert seat(game, 2)["deck"] == ["Gold", "Gold"]
    assert (seat(game, 3)["deck"], seat(game, 0)["deck"]) == ([], ["Gold"])
    assert game.view(None)["trash"] == [gold] * 3


def test_fools_gold_reacts_to_a_remodelled_province_too() -> None:
    game = position(seats=[{"hand": "Remodel, Gold"}, {"hand": "Fool's Gold"}])
    answers(game, "Remodel", "Province", "Fool's Gold")
    assert seat(game, 1)["deck"] == ["Gold"]


def test_fools_gold_does_not_react_to_the_owners_province_nor_to_other_cards() -> None:
    game = position(seats=[{"hand": "Fool's Gold"}, {}], phase="buy", coins=8)
    answers(game, None, "Province")
    assert question(game) == (1, "buy")
    game = position(seats=[{}, {"hand": "Fool's Gold"}], phase="buy", coins=8)
    answer(game, "Gold")
    assert question(game) == (1, "play_treasures")


def test_fools_gold_may_be_trashed_without_a_gold_left() -> None:
    seats = [{}, {"hand": "Fool's Gold"}]
    game = position(seats=seats, phase="buy", coins=8, supply={"Gold": 0})
    answers(game, "Province", "Fool's Gold")
    assert seat(game, 1)["deck"] == []
    assert game.view(None)["trash"] == ["Fool's Gold"]


def test_trader_replaces_the_gold_of_fools_gold_by_a_silver_in_the_discard_pile() -> None:
    game = position(seats=[{}, {"hand": "Fool's Gold, Trader"}], phase="buy", coins=8)
    answers(game, "Province", "Fool's Gold", "Trader")
    assert (seat(game, 1)["deck"], seat(game, 1)["discard"]) == ([], ["Silver"])


def test_a_replaced_province_lets_nobody_trash_fools_gold() -> None:
    game = position(seats=[{"hand": "Trader"}, {"hand": "Fool's Gold"}], phase="buy", coins=8)
    answers(game, "Province", "Trader")
    assert question(game) == (1, "play_treasures")


# --- Develop --------------------------------------------------------------------------------


def test_develop_asks_which_gain_comes_first_and_stacks_both_on_the_deck() -> None:
    seats = [{"hand": "Develop, Silver", "deck": "Copper"}, {}]
    game = position(kingdom="Smithy, Cellar, Moat", seats=seats)
    answer(game, "Develop")
    decision = asked(game)
    assert (decision.kind, decision.source) == ("choose", "Develop")
    assert decision.options == ("costing 1 more", "costing 1 less")
    answers(game, "costing 1 more")
    assert asked(game).options == ("Cellar", "Estate", "Moat")
    answer(game, "Estate")
    assert seat(game, 0)["deck"] == ["Estate", "Smithy", "Copper"]


def test_develop_gains_in_the_other_order_too() -> None:
    game = position(kingdom="Smithy", seats=[{"hand": "Develop, Silver"}, {}])
    answers(game, "Develop", "costing 1 less")
    assert seat(game, 0)["deck"] == ["Smithy", "Estate"]


def test_develop_gains_one_card_where_only_one_is_possible() -> None:
    game = position(kingdom="Duchess, Oasis", seats=[{"hand": "Develop, Duchess"}, {}])
    answers(game, "Develop", "Oasis")
    assert seat(game, 0)["deck"] == ["Oasis"]


def test_develop_gains_nothing_for_a_copper() -> None:
    game = position(seats=[{"hand": "Develop, Copper"}, {}])
    answer(game, "Develop")
    assert question(game) == (0, "buy")
    assert game.view(None)["trash"] == ["Copper"]


def test_develop_without_a_card_to_trash_gains_nothing() -> None:
    game = position(kingdom="Smithy", seats=[{"hand": "Develop"}, {}])
    answer(game, "Develop")
    assert seat(game, 0)["cards"] == {"Develop": 1}


def test_highway_and_develop_make_an_estate_of_a_copper() -> None:
    game = position(seats=[{"hand": "Develop, Copper", "in_play": "Highway"}, {}])
    answer(game, "Develop")
    assert seat(game, 0)["deck"] == ["Estate"]


def test_develop_with_two_highways_compares_the_costs_of_now() -> None:
    seats = [{"hand": "Develop, Smithy", "in_play": "2 Highway"}, {}]
    game = position(kingdom="Duchess, Oasis", seats=seats)
    answers(game, "Develop", "costing 1 less")
    assert asked(game).options == ("Develop", "Oasis", "Silver")
    answer(game, "Silver")
    assert asked(game).options == ("Duchy", "Highway")


def test_trader_replaces_one_gain_of_develop() -> None:
    game = position(kingdom="Smithy", seats=[{"hand": "Develop, Silver, Trader"}, {}])
    answers(game, "Develop", "Silver", "costing 1 more", "Smithy")
    assert asked(game).about == "Smithy"
    answer(game)
    assert question(game) == (0, "react")
    assert asked(game).about == "Estate"
    answer(game, "Trader")
    assert (seat(game, 0)["deck"], seat(game, 0)["discard"]) == (["Smithy"], ["Silver"])


# --- Oasis ----------------------------------------------------------------------------------


def test_oasis_draws_then_discards_one_card_perhaps_the_drawn_one() -> None:
    game = position(seats=[{"hand": "Oasis, Copper", "deck": "Estate, Gold"}, {}])
    answers(game, "Oasis", "Estate")
    assert (hand(game), seat(game, 0)["discard"]) == (["Copper"], ["Estate"])
    assert counters(game) == (1, 1, 1)


def test_oasis_discards_even_where_nothing_could_be_drawn() -> None:
    game = position(seats=[{"hand": "Oasis, Copper"}, {}])
    answer(game, "Oasis")
    assert (hand(game), seat(game, 0)["discard"]) == ([], ["Copper"])


# --- Oracle ---------------------------------------------------------------------------------


def test_oracle_judges_each_players_top_two_cards_from_the_left_then_draws() -> None:
    mine = {"hand": "Oracle", "deck": "Gold, Silver, Copper"}
    game = position(seats=[mine, {"deck": "Estate, Duchy, Curse"}])
    answer(game, "Oracle")
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.source) == (0, "choose", "Oracle")
    assert decision.about == ("Estate", "Duchy")
    assert decision.options == ("discard", "put back")
    answer(game, "put back")
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.ordered) == (1, "order", True)
    answer(game, "Duchy", "Estate")
    assert seat(game, 1)["deck"] == ["Duchy", "Estate", "Curse"]
    assert asked(game).about == ("Silver", "Gold")
    answers(game, "put back", ("Gold", "Silver"))
    assert hand(game) == ["Gold", "Silver"]


def test_oracle_discards_both_cards_and_draws_the_next() -> None:
    game = position(seats=[{"hand": "Oracle", "deck": "Curse, Estate, 2 Gold"}, {"deck": "Gold"}])
    answers(game, "Oracle", "discard", "discard")
    assert hand(game) == ["Gold", "Gold"]
    assert seat(game, 1)["discard"] == ["Gold"]


def test_oracle_is_stopped_by_moat_but_for_its_own_player() -> None:
    game = position(seats=[{"hand": "Oracle", "deck": "Gold"}, {"hand": "Moat", "deck": "Gold"}])
    answers(game, "Oracle", "Moat")
    assert asked(game).about == "Gold"
    answer(game, "discard")
    assert seat(game, 1)["deck"] == ["Gold"]


def test_two_tunnels_discarded_by_oracle_are_asked_one_by_one() -> None:
    game = position(seats=[{"hand": "Oracle"}, {"deck": "2 Tunnel"}])
    answers(game, "Oracle", "discard")
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.about) == (1, "react", "Tunnel")
    answers(game, "Tunnel", None)
    assert seat(game, 1)["discard"] == ["Tunnel", "Tunnel", "Gold"]


# --- Scheme ---------------------------------------------------------------------------------


def test_scheme_puts_an_action_onto_the_deck_before_the_new_hand_is_drawn() -> None:
    seats = [{"hand": "Scheme", "deck": "9 Copper", "in_play": "Smithy"}, {}]
    game = position(seats=seats)
    answers(game, "Scheme", None, None)
    decision = asked(game)
    assert (decision.kind, decision.options) == ("put_back", ("Scheme", "Smithy"))
    assert (decision.least, decision.most, decision.source) == (0, 1, "Scheme")
    answer(game, "Smithy")
    assert hand(game) == ["Copper"] * 4 + ["Smithy"]
    assert seat(game, 0)["discard"] == ["Copper", "Scheme"]


def test_scheme_may_choose_itself_or_nothing() -> None:
    for wanted in ("Scheme", None):
        game = position(seats=[{"hand": "Scheme", "deck": "9 Copper"}, {}])
        answers(game, "Scheme", None, None, wanted)
        assert hand(game).count("Scheme") == (wanted is not None)


def test_scheme_counts_only_actions_in_play() -> None:
    game = position(seats=[{"hand": "Scheme, Copper"}, {}])
    answers(game, "Scheme", "Copper", None)
    assert asked(game).options == ("Scheme",)


@pytest.mark.parametrize("first", ["2 Scheme", "Throne Room, Scheme"])
def test_each_play_of_scheme_keeps_a_card_the_last_chosen_ends_on_top(first: str) -> None:
    seats = [{"hand": first, "deck": "5 Copper", "in_play": "Smithy, Village"}, {}]
    game = position(seats=seats)
    while question(game)[1] == "play_action":
        answer(game, asked(game).options[-1])  # type: ignore[arg-type]
    while question(game)[1] != "put_back":
        answer(game)
    answers(game, "Smithy", "Village")
    backs = [event["cards"] for event in typed(game, "put_back")]
    assert backs == [["Smithy"], ["Village"]]
    assert {"Smithy", "Village"} <= set(hand(game))


def test_positions_remember_schemes_that_were_played() -> None:
    game = position(seats=[{"hand": "Throne Room, Scheme", "deck": "9 Copper"}, {}])
    answer(game, "Throne Room")
    written = game.position()
    assert written["tokens"] == {"Scheme": 2}
    again = position(**written)
    answers(again, None, None, "Scheme")
    assert question(again) == (0, "put_back")


def test_a_scheme_in_play_in_a_position_was_played_once() -> None:
    game = position(seats=[{"in_play": "Scheme"}, {}], phase="buy")
    answer(game)
    assert question(game) == (0, "put_back")


# --- Tunnel ---------------------------------------------------------------------------------


def test_tunnel_is_worth_two_points() -> None:
    game = position(seats=[{"hand": "3 Tunnel"}, {}])
    assert game.scores == [6, 0]


def test_tunnel_discarded_by_a_card_in_the_own_turn_may_bring_a_gold() -> None:
    game = position(seats=[{"hand": "Oasis, Tunnel, Copper"}, {}])
    answers(game, "Oasis", "Tunnel")
    decision = asked(game)
    assert (decision.kind, decision.options) == ("react", ("Tunnel",))
    assert (decision.least, decision.most) == (0, 1)
    answer(game, "Tunnel")
    assert seat(game, 0)["discard"] == ["Tunnel", "Gold"]


def test_tunnel_need_not_be_shown() -> None:
    game = position(seats=[{"hand": "Oasis, Tunnel, Copper"}, {}])
    answers(game, "Oasis", "Tunnel", None)
    assert seat(game, 0)["discard"] == ["Tunnel"]


@pytest.mark.parametrize("attack", ["Militia", "Margrave"])
def test_tunnel_discarded_in_another_players_turn_may_bring_a_gold(attack: str) -> None:
    game = position(seats=[{"hand": attack}, {"hand": "2 Tunnel, 3 Copper"}])
    answers(game, attack, ("Tunnel", "Tunnel"), "Tunnel", "Tunnel")
    assert seat(game, 1)["discard"] == ["Tunnel", "Tunnel", "Gold", "Gold"]


def test_several_tunnels_discarded_by_embassy_bring_several_golds() -> None:
    game = position(seats=[{"hand": "Embassy, 3 Tunnel, Copper"}, {}])
    answers(game, "Embassy", ("Tunnel", "Tunnel", "Tunnel"), "Tunnel", None, "Tunnel")
    assert seat(game, 0)["cards"]["Gold"] == 2


def test_tunnel_reacts_before_cellar_draws() -> None:
    game = position(seats=[{"hand": "Cellar, Tunnel"}, {}])
    answers(game, "Cellar", "Tunnel", "Tunnel")
    assert (len(hand(game)), sorted(seat(game, 0)["cards"])) == (1, ["Cellar", "Gold", "Tunnel"])


def test_tunnel_brings_nothing_without_a_gold_left() -> None:
    game = position(seats=[{"hand": "Oasis, Tunnel, Copper"}, {}], supply={"Gold": 0})
    answers(game, "Oasis", "Tunnel", "Tunnel")
    assert seat(game, 0)["discard"] == ["Tunnel"]


def test_tunnel_does_not_react_in_clean_up() -> None:
    game = position(seats=[{"hand": "Tunnel"}, {}], phase="buy")
    answer(game)
    assert question(game) == (1, "buy")


def test_tunnel_does_not_react_when_it_is_gained_or_its_deck_is_put_down() -> None:
    game = position(kingdom="Tunnel", seats=[{}, {}], phase="buy", coins=3)
    answer(game, "Tunnel")
    assert question(game) == (1, "buy")
    game = position(seats=[{"hand": "Chancellor", "deck": "Tunnel"}, {}])
    answers(game, "Chancellor", "discard your deck")
    assert question(game) == (0, "buy")


def test_a_shown_tunnel_is_known_to_all_a_kept_one_is_not() -> None:
    for wanted, known in ((None, 0), ("Tunnel", 1)):
        game = position(seats=[{"hand": "Militia"}, {"hand": "Tunnel, Gold, 3 Copper"}])
        answers(game, "Militia", ("Tunnel", "Gold"), wanted)
        assert game.knowledge(0)["players"][1]["discard"].count("Tunnel") == known
