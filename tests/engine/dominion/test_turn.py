"""The turn and the end of the game.

Source: rules/dominion-base.de.txt, "Zugablauf", "Spielende", "Generelle Spielregeln";
rules/dominion-base-cards.de.txt, "Spielende" (four piles with five and six players).
"""

from __future__ import annotations

from typing import Any

import pytest

from engine import catalogue
from engine.dominion import Dominion, position
from engine.game import IllegalChoice
from tests.engine.dominion.playing import (
    FIRST_GAME,
    answer,
    answers,
    asked,
    counters,
    hand,
    question,
    seat,
    typed,
)

# --- the Action phase -----------------------------------------------------------------------


def test_play_action_names_each_card_once_by_cost_then_name() -> None:
    game = position(seats=[{"hand": "Smithy, Militia, 2 Cellar, Moat, Market, Copper"}, {}])
    decision = asked(game)
    assert decision.kind == "play_action"
    assert decision.options == ("Cellar", "Moat", "Militia", "Smithy", "Market")
    assert (decision.least, decision.most, decision.source) == (0, 1, None)


def test_declining_an_action_ends_the_phase() -> None:
    game = position(actions=3, seats=[{"hand": "Village, Copper"}, {}])
    answer(game)
    assert question(game) == (0, "play_treasures")


def test_without_actions_left_nobody_is_asked() -> None:
    game = position(actions=0, seats=[{"hand": "Village"}, {}])
    assert question(game) == (0, "buy")


def test_actions_played_stay_on_the_table_until_clean_up() -> None:
    game = position(seats=[{"hand": "Village, Copper", "deck": "6 Estate"}, {"hand": "Copper"}])
    answers(game, "Village", "Copper")
    assert seat(game, 0)["in_play"] == ["Village", "Copper"]
    answer(game)
    assert seat(game, 0)["in_play"] == []
    assert seat(game, 0)["discard"] == ["Estate", "Village", "Copper"]


# --- treasures ------------------------------------------------------------------------------


def test_treasures_are_offered_one_entry_a_card_by_cost() -> None:
    game = position(phase="buy", seats=[{"hand": "Gold, 2 Copper, Estate, Silver, Village"}, {}])
    decision = asked(game)
    assert decision.kind == "play_treasures"
    assert decision.options == ("Copper", "Copper", "Silver", "Gold")
    assert (decision.least, decision.most, decision.ordered) == (0, 4, True)


def test_treasures_are_asked_for_again_while_some_remain() -> None:
    game = position(phase="buy", seats=[{"hand": "Gold, 2 Copper"}, {}])
    answer(game, "Gold")
    assert (question(game), asked(game).options) == ((0, "play_treasures"), ("Copper", "Copper"))
    answer(game, "Copper", "Copper")
    assert question(game) == (0, "buy")
    assert counters(game)[2] == 5


def test_treasures_are_not_asked_for_again_after_an_empty_answer() -> None:
    game = position(phase="buy", seats=[{"hand": "Gold, 2 Copper"}, {}])
    answers(game, "Gold", None)
    assert question(game) == (0, "buy")
    assert hand(game) == ["Copper", "Copper"]
    assert counters(game)[2] == 3


def test_treasures_are_played_in_the_order_picked() -> None:
    game = position(phase="buy", seats=[{"hand": "Gold, Copper, Silver"}, {}])
    answer(game, "Gold", "Copper", "Silver")
    assert seat(game, 0)["in_play"] == ["Gold", "Copper", "Silver"]
    assert typed(game, "play", viewer=1)[0]["cards"] == ["Gold", "Copper", "Silver"]


def test_a_hand_without_treasures_goes_straight_to_buying() -> None:
    game = position(phase="buy", seats=[{"hand": "3 Estate"}, {}])
    assert question(game) == (0, "buy")


# --- buying ---------------------------------------------------------------------------------


def test_buy_offers_what_the_coins_pay_for_by_cost_then_name() -> None:
    game = position(kingdom=FIRST_GAME, phase="buy", coins=3, seats=[{}, {}])
    decision = asked(game)
    assert decision.options == (
        "Copper", "Curse", "Cellar", "Estate", "Moat", "Silver", "Village", "Woodcutter",
        "Workshop",
    )  # fmt: skip
    assert (decision.kind, decision.least, decision.most) == ("buy", 0, 1)


def test_a_bought_card_goes_to_the_discard_pile_and_is_paid_for() -> None:
    game = position(phase="buy", coins=7, buys=2, seats=[{"discard": "Copper"}, {}])
    answer(game, "Gold")
    assert seat(game, 0)["discard"] == ["Copper", "Gold"]
    assert counters(game) == (1, 1, 1)
    assert game.view(None)["supply"]["Gold"] == 29


def test_bought_treasures_cannot_be_played_in_the_same_turn() -> None:
    game = position(phase="buy", coins=3, buys=2, seats=[{}, {}])
    answer(game, "Silver")
    assert question(game) == (0, "buy")


def test_even_a_curse_may_be_bought() -> None:
    game = position(phase="buy", seats=[{}, {}])
    answer(game, "Curse")
    assert game.scores == [-1, 0]


def test_declining_to_buy_forfeits_the_other_buys() -> None:
    game = position(phase="buy", coins=9, buys=3, seats=[{}, {"hand": "Copper"}])
    answer(game)
    assert question(game) == (1, "play_treasures")


def test_empty_piles_are_not_offered() -> None:
    game = position(phase="buy", coins=3, supply={"Silver": 0}, seats=[{}, {}])
    assert "Silver" not in asked(game).options


def test_a_pile_bought_empty_is_no_longer_offered() -> None:
    game = position(phase="buy", coins=9, buys=3, supply={"Silver": 1}, seats=[{}, {}])
    answer(game, "Silver")
    assert "Silver" not in asked(game).options
    assert "Gold" in asked(game).options


def test_a_pile_run_out_in_a_copy_is_still_there_in_the_original() -> None:
    game = position(phase="buy", coins=6, buys=2, supply={"Silver": 1}, seats=[{}, {}])
    twin = game.copy()
    answer(twin, "Silver")
    answer(game, "Copper")
    assert "Silver" not in asked(twin).options
    assert "Silver" in asked(game).options


def test_the_trash_is_not_for_sale() -> None:
    game = position(phase="buy", coins=9, trash="Gold", supply={"Gold": 0}, seats=[{}, {}])
    assert "Gold" not in asked(game).options


def test_coins_left_over_are_lost() -> None:
    game = position(phase="buy", coins=9, seats=[{"deck": "5 Copper"}, {"hand": "Copper"}])
    answer(game)
    assert counters(game) == (1, 1, 0)


# --- Clean-up -------------------------------------------------------------------------------


def test_no_card_is_kept_for_the_next_turn() -> None:
    game = position(phase="buy", seats=[{"hand": "Estate", "deck": "5 Gold"}, {}])
    answer(game)
    assert hand(game) == ["Gold"] * 5
    assert seat(game, 0)["discard"] == ["Estate"]


def test_clean_up_draws_the_rest_then_shuffles() -> None:
    zones = {"hand": "Estate", "deck": "2 Gold", "discard": "4 Copper"}
    game = position(phase="buy", seats=[zones, {}])
    answer(game)
    assert hand(game).count("Gold") == 2
    assert (seat(game, 0)["hand_size"], seat(game, 0)["deck_size"]) == (5, 2)
    assert seat(game, 0)["discard"] == []


def test_a_deck_that_is_just_enough_is_not_shuffled_yet() -> None:
    game = position(phase="buy", seats=[{"hand": "Estate", "deck": "5 Gold"}, {}])
    answer(game)
    assert not typed(game, "shuffle")


def test_who_owns_nothing_draws_nothing() -> None:
    game = position(phase="buy", seats=[{}, {"hand": "Copper"}])
    answer(game)
    assert seat(game, 0)["hand_size"] == 0


def test_the_next_seat_begins_with_one_action_one_buy_and_no_coins() -> None:
    game = position(
        phase="buy", coins=5, buys=2, actions=4, seats=[{}, {"hand": "Village, Copper"}]
    )
    answer(game)
    table = game.view(None)
    assert (table["current"], table["phase"], table["turn"]) == (1, "action", 1)
    assert counters(game) == (1, 1, 0)


# --- the end --------------------------------------------------------------------------------


def run_out(game: Dominion, *bought: str) -> Dominion:
    """Buy these cards, then end the turn if it is still going on."""
    answers(game, *bought)
    decision = game.decision
    if decision is not None and decision.kind == "buy" and decision.seat == 0:
        answer(game)
    return game


def end_position(**more: Any) -> Dominion:
    arguments: dict[str, Any] = {
        "kingdom": FIRST_GAME,
        "phase": "buy",
        "coins": 30,
        "buys": 5,
        "seats": [{}, {"hand": "Copper"}],
    } | more
    return position(**arguments)


def test_the_last_province_ends_the_game() -> None:
    game = run_out(end_position(supply={"Province": 1}), "Province")
    assert game.decision is None
    assert game.outcome is not None
    assert game.outcome.reason == "Province pile empty"
    assert game.outcome.scores == [6, 0]
    assert game.outcome.ranks == [1, 2]


def test_the_turn_that_empties_the_provinces_is_played_to_its_end() -> None:
    game = end_position(supply={"Province": 1})
    answer(game, "Province")
    assert (question(game), game.outcome) == ((0, "buy"), None)
    run_out(game, "Duchy")
    assert game.outcome is not None
    assert game.outcome.scores == [9, 0]


def test_a_pile_emptied_in_the_action_phase_still_leaves_the_buy_phase() -> None:
    game = position(
        kingdom=FIRST_GAME,
        supply={"Province": 1},
        seats=[{"hand": "Remodel, Gold, Copper"}, {}],
    )
    answers(game, "Remodel", "Gold", "Province")
    assert question(game) == (0, "play_treasures")
    answers(game, "Copper", None)
    assert game.outcome is not None


def test_two_empty_piles_do_not_end_the_game() -> None:
    game = run_out(end_position(supply={"Cellar": 1, "Moat": 0}), "Cellar")
    assert game.outcome is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_empty_piles_end_the_game_with_up_to_four_seats(seats: int) -> None:
    supply = {"Cellar": 1, "Moat": 0, "Curse": 0}
    game = run_out(end_position(seats=[{}] * seats, supply=supply), "Cellar")
    assert game.outcome is not None
    assert game.outcome.reason == "3 piles empty"


@pytest.mark.parametrize("seats", [5, 6])
def test_five_and_six_seats_need_four_empty_piles(seats: int) -> None:
    supply = {"Cellar": 1, "Moat": 0, "Curse": 0}
    game = run_out(end_position(seats=[{}] * seats, supply=supply), "Cellar")
    assert game.outcome is None
    game = run_out(end_position(seats=[{}] * seats, supply=supply | {"Estate": 0}), "Cellar")
    assert game.outcome is not None
    assert game.outcome.reason == "4 piles empty"


def test_the_last_colony_ends_the_game_where_there_are_colonies() -> None:
    game = run_out(end_position(colonies=True, supply={"Colony": 1}), "Colony")
    assert game.outcome is not None
    assert game.outcome.reason == "Colony pile empty"
    assert game.outcome.scores == [10, 0]


def test_all_zones_count_at_the_end() -> None:
    zones = {"hand": "Duchy", "deck": "Estate", "discard": "Province", "in_play": "", "vp": 4}
    game = end_position(seats=[zones | {"hand": "Duchy, Curse"}, {}], supply={"Province": 0})
    assert game.scores == [6 + 3 + 1 + 4 - 1, 0]


def test_equal_points_are_won_by_the_fewer_turns() -> None:
    game = end_position(supply={"Province": 0}, seats=[{"hand": "Duchy"}, {"hand": "Duchy"}])
    run_out(game)
    assert game.outcome is not None
    assert game.outcome.scores == [3, 3]
    assert game.outcome.ranks == [2, 1]


def test_equal_points_and_turns_share_the_victory() -> None:
    zones = [{"discard": "Duchy"}, {"discard": "Duchy"}, {"discard": "Estate"}]
    game = position(phase="buy", current=2, seats=zones, supply={"Province": 0}, kingdom=FIRST_GAME)
    answer(game)
    assert game.outcome is not None
    assert game.outcome.ranks == [1, 1, 3]


def test_more_points_beat_fewer_turns() -> None:
    zones = [{"discard": "Duchy"}, {"discard": "Estate"}]
    game = position(phase="buy", seats=zones, supply={"Province": 0})
    answer(game)
    assert game.outcome is not None
    assert game.outcome.ranks == [1, 2]


def test_after_the_end_nothing_can_be_chosen() -> None:
    game = run_out(end_position(supply={"Province": 0}))
    with pytest.raises(IllegalChoice, match="over"):
        game.choose([])


def test_the_view_of_a_finished_game_shows_its_last_turn() -> None:
    game = run_out(end_position(supply={"Province": 0}, turn=14))
    table = game.view(None)
    assert (table["phase"], table["turn"], table["seats"][0]["turns"]) == ("over", 14, 14)
    assert typed(game, "end")[0]["scores"] == [0, 0]


@pytest.mark.parametrize("start", [0, 1, 2])
def test_the_turn_limit_gives_every_seat_as_many_turns(start: int) -> None:
    config = {"turn_limit": 2, "start_seat": start}
    game = catalogue.new("dominion", seats=3, seed=5, config=config)
    while game.decision is not None:
        game.choose([])
    events = [event for event in game.events(None) if event["type"] == "turn"]
    turns = [(event["seat"], event["turn"]) for event in events]
    order = [(start + step) % 3 for step in range(3)]
    assert turns == [(number, turn) for turn in (1, 2) for number in order]
    assert game.outcome is not None
    assert game.outcome.reason == "turn limit"
    assert game.outcome.ranks == [1, 1, 1]
