"""Rulings of the Prosperity cards, one test per sentence of the card notes.

Source: rules/dominion-prosperity.de.txt, "Kartenübersicht".
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

# --- Trade Route ----------------------------------------------------------------------------


def test_trade_route_gives_a_coin_for_each_token_on_its_mat_when_it_is_played() -> None:
    tokens = {"Trade Route": ["Estate", "Province"]}
    game = position(seats=[{"hand": "Trade Route, Estate, Gold"}, {}], tokens=tokens)
    answers(game, "Trade Route", "Estate")
    assert counters(game) == (0, 2, 2)
    assert game.view(None)["trash"] == ["Estate"]


def test_trade_route_trashes_nothing_from_an_empty_hand() -> None:
    game = position(seats=[{"hand": "Trade Route"}, {}])
    answer(game, "Trade Route")
    assert question(game) == (0, "buy")
    assert game.view(None)["trash"] == []


def test_trade_route_moves_the_token_with_the_first_card_of_a_victory_pile_only() -> None:
    game = position(
        kingdom="Trade Route, Gardens", seats=[{}, {}], phase="buy", buys=4, coins=30, bought=True
    )
    answers(game, "Duchy", "Duchy", "Gardens", "Gold")
    assert game.view(None)["tokens"] == {"Trade Route": ["Duchy", "Gardens"]}
    assert [event["cards"] for event in typed(game, "pile_token")] == [["Duchy"], ["Gardens"]]


def test_trade_route_moves_the_token_however_the_card_is_gained_and_by_whomever() -> None:
    game = position(
        kingdom="Trade Route", seats=[{}, {"hand": "Workshop"}], current=1, supply={"Duchy": 3}
    )
    answers(game, "Workshop", "Estate")
    assert game.view(None)["tokens"] == {"Trade Route": ["Estate"]}


def test_trade_route_keeps_the_tokens_over_the_turns() -> None:
    game = position(
        kingdom="Trade Route",
        seats=[{}, {"hand": "Trade Route"}],
        phase="buy",
        coins=2,
        bought=True,
    )
    answers(game, "Estate", "Trade Route")
    assert counters(game) == (0, 2, 1)


# --- Loan -----------------------------------------------------------------------------------


def test_loan_gives_a_coin_and_trashes_the_first_treasure_of_the_deck() -> None:
    game = position(seats=[{"hand": "Loan", "deck": "Estate, Curse, Silver, Gold"}, {}])
    answer(game, "Loan")
    decision = asked(game)
    assert (decision.kind, decision.options) == ("choose", ("discard", "trash"))
    assert (decision.source, decision.about) == ("Loan", "Silver")
    answer(game, "trash")
    assert game.view(None)["trash"] == ["Silver"]
    assert sorted(seat(game, 0)["discard"]) == ["Curse", "Estate"]
    assert seat(game, 0)["deck"] == ["Gold"]
    assert counters(game)[2] == 1


def test_loan_may_discard_the_treasure() -> None:
    game = position(seats=[{"hand": "Loan", "deck": "Estate, Silver, Gold"}, {}])
    answers(game, "Loan", "discard")
    assert sorted(seat(game, 0)["discard"]) == ["Estate", "Silver"]
    assert game.view(None)["trash"] == []


def test_loan_without_a_treasure_shuffles_once_and_discards_all() -> None:
    game = position(seats=[{"hand": "Loan", "deck": "Estate", "discard": "Duchy"}, {}])
    answer(game, "Loan")
    assert question(game) == (0, "buy")
    assert sorted(seat(game, 0)["discard"]) == ["Duchy", "Estate"]
    assert seat(game, 0)["set_aside"] == []


# --- Watchtower -----------------------------------------------------------------------------


def test_watchtower_draws_up_to_six_cards() -> None:
    game = position(seats=[{"hand": "Watchtower, 2 Estate", "deck": "5 Silver"}, {}])
    answer(game, "Watchtower")
    assert len(hand(game)) == 6


def test_watchtower_draws_nothing_into_a_hand_of_six() -> None:
    game = position(seats=[{"hand": "Watchtower, 6 Estate", "deck": "5 Silver"}, {}])
    answer(game, "Watchtower")
    assert hand(game) == ["Estate"] * 6


def test_watchtower_reacts_to_each_card_of_an_attack_and_stays_in_hand() -> None:
    game = position(seats=[{"hand": "Mountebank"}, {"hand": "Watchtower, Gold"}])
    answer(game, "Mountebank")
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.about) == (1, "react", "Curse")
    answer(game, "Watchtower")
    decision = asked(game)
    assert (decision.kind, decision.options) == ("choose", ("trash", "put on deck"))
    assert (decision.source, decision.about) == ("Watchtower", "Curse")
    answers(game, "trash", "Watchtower", "put on deck")
    assert game.view(None)["trash"] == ["Curse"]
    assert seat(game, 1)["deck"] == ["Copper"]
    assert hand(game, 1) == ["Gold", "Watchtower"]
    assert question(game) == (0, "buy")


def test_watchtower_may_react_to_one_of_several_cards() -> None:
    game = position(seats=[{"hand": "Mountebank"}, {"hand": "Watchtower"}])
    answers(game, "Mountebank", None, "Watchtower", "trash")
    assert game.view(None)["trash"] == ["Copper"]
    assert seat(game, 1)["discard"] == ["Curse"]


def test_watchtower_reacts_to_a_bought_card_in_the_own_turn() -> None:
    game = position(seats=[{"hand": "Watchtower"}, {}], phase="buy", coins=6, bought=True)
    answers(game, "Gold", "Watchtower", "put on deck")
    assert typed(game, "put_back")[-1]["cards"] == ["Gold"]
    assert "Gold" in hand(game)


def test_watchtower_that_has_reacted_may_be_played_in_the_next_turn() -> None:
    game = position(seats=[{"hand": "Mountebank"}, {"hand": "Watchtower", "deck": "6 Gold"}])
    answers(game, "Mountebank", "Watchtower", "trash", None, None)
    assert asked(game).options == ("Watchtower",)


def test_watchtower_reacts_to_a_card_gained_to_the_hand() -> None:
    game = position(seats=[{"hand": "Mine, Silver, Watchtower"}, {}])
    answers(game, "Mine", "Gold", "Watchtower", "put on deck")
    assert hand(game) == ["Watchtower"]
    assert seat(game, 0)["deck"] == ["Gold"]


# --- Worker's Village, Bishop, Monument -----------------------------------------------------


def test_workers_village_gives_a_card_two_actions_and_a_buy() -> None:
    game = position(seats=[{"hand": "Worker's Village", "deck": "Smithy, Gold"}, {}])
    answer(game, "Worker's Village")
    assert (hand(game), counters(game)) == (["Smithy"], (2, 2, 0))


@pytest.mark.parametrize(
    ("trashed", "tokens"), [("Worker's Village", 3), ("Rabble", 3), ("Peddler", 5), ("Curse", 1)]
)
def test_bishop_gives_half_the_cost_in_tokens_rounded_down(trashed: str, tokens: int) -> None:
    game = position(seats=[{"hand": ["Bishop", trashed]}, {}])
    answer(game, "Bishop")
    assert seat(game, 0)["vp"] == tokens
    assert counters(game) == (0, 1, 1)
    assert game.view(None)["trash"] == [trashed]


def test_bishop_with_an_empty_hand_still_gives_a_coin_and_a_token() -> None:
    game = position(seats=[{"hand": "Bishop"}, {}])
    answer(game, "Bishop")
    assert (seat(game, 0)["vp"], counters(game)[2]) == (1, 1)


def test_bishop_lets_the_others_trash_a_card_for_nothing() -> None:
    seats = [{"hand": "Bishop"}, {"hand": "Gold, Curse"}, {"hand": "Estate"}]
    game = position(seats=seats)
    answer(game, "Bishop")
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.source) == (1, "trash", "Bishop")
    assert (decision.options, decision.least) == (("Curse", "Gold"), 0)
    answer(game, "Curse")
    assert question(game) == (2, "trash")
    answer(game)
    assert game.view(None)["trash"] == ["Curse"]
    assert [seat(game, number)["vp"] for number in range(3)] == [1, 0, 0]


def test_monument_gives_two_coins_and_a_token_that_counts_at_the_end() -> None:
    game = position(seats=[{"hand": "Monument"}, {}], supply={"Province": 1}, coins=6)
    answers(game, "Monument", "Province")
    assert game.outcome is not None
    assert game.outcome.scores == [7, 0]


# --- Quarry, Talisman -----------------------------------------------------------------------


def test_quarry_makes_all_actions_two_cheaper_and_adds_up() -> None:
    game = position(
        kingdom="Mint, Cellar", seats=[{"in_play": "2 Quarry"}, {"hand": "Goons"}], phase="buy"
    )
    costs = game.view(None)["costs"]
    assert (costs["Mint"], costs["Goons"], costs["Cellar"]) == (1, 2, 0)
    assert (costs["Gold"], costs["Quarry"]) == (6, 4)


def test_quarry_makes_cards_in_hand_cheaper_too() -> None:
    game = position(
        kingdom="Laboratory", seats=[{"hand": "Remodel, Smithy", "in_play": "Quarry"}, {}]
    )
    answer(game, "Remodel")
    assert "Remodel" in asked(game).options
    assert "Laboratory" in asked(game).options  # 3 now, and the Smithy costs 2
    assert "Gold" not in asked(game).options


def test_talisman_doubles_every_cheap_card_bought() -> None:
    game = position(
        kingdom="Village", seats=[{"in_play": "Talisman"}, {}], phase="buy", buys=2, coins=7
    )
    answers(game, "Village", "Silver")
    assert seat(game, 0)["cards"] == {"Silver": 2, "Talisman": 1, "Village": 2}


def test_talisman_does_nothing_for_victory_cards_and_dear_cards() -> None:
    game = position(
        kingdom="Gardens", seats=[{"in_play": "Talisman"}, {}], phase="buy", buys=2, coins=10
    )
    answers(game, "Gardens", "Gold")
    assert seat(game, 0)["cards"] == {"Gardens": 1, "Gold": 1, "Talisman": 1}


def test_talisman_does_nothing_for_a_card_gained_otherwise() -> None:
    game = position(seats=[{"hand": "Workshop", "in_play": "Talisman"}, {}])
    answers(game, "Workshop", "Silver")
    assert seat(game, 0)["discard"] == ["Silver"]


def test_talisman_gains_nothing_from_a_pile_that_runs_out() -> None:
    game = position(seats=[{"in_play": "Talisman"}, {}], phase="buy", coins=3, supply={"Silver": 1})
    answer(game, "Silver")
    assert seat(game, 0)["cards"] == {"Silver": 1, "Talisman": 1}


def test_talisman_counts_the_cost_at_that_moment() -> None:
    game = position(
        kingdom="Expand", seats=[{"in_play": "Talisman, 2 Quarry"}, {}], phase="buy", coins=3
    )
    answer(game, "Expand")
    assert seat(game, 0)["cards"]["Expand"] == 2


def test_talisman_does_nothing_for_an_expand_that_costs_five() -> None:
    game = position(
        kingdom="Expand", seats=[{"in_play": "Talisman, Quarry"}, {}], phase="buy", coins=5
    )
    answer(game, "Expand")
    assert seat(game, 0)["cards"]["Expand"] == 1


# --- Venture --------------------------------------------------------------------------------


def test_venture_plays_the_first_treasure_of_the_deck() -> None:
    game = position(seats=[{"hand": "Venture", "deck": "Estate, Curse, Gold, Silver"}, {}])
    answer(game, "Venture")
    assert counters(game)[2] == 4
    assert seat(game, 0)["in_play"] == ["Venture", "Gold"]
    assert seat(game, 0)["discard"] == ["Estate", "Curse"]


def test_venture_shuffles_and_discards_all_if_there_is_no_treasure() -> None:
    game = position(seats=[{"hand": "Venture", "deck": "Estate", "discard": "2 Duchy"}, {}])
    answer(game, "Venture")
    assert sorted(seat(game, 0)["discard"]) == ["Duchy", "Duchy", "Estate"]
    assert counters(game)[2] == 1


# --- Rabble, Vault --------------------------------------------------------------------------


def test_rabble_discards_actions_and_treasures_and_lets_the_rest_be_put_back_in_any_order() -> None:
    seats = [{"hand": "Rabble", "deck": "4 Gold"}, {"deck": "Estate, Copper, Curse, Gold"}]
    game = position(seats=seats)
    answer(game, "Rabble")
    assert hand(game) == ["Gold"] * 3
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.ordered) == (1, "order", True)
    assert decision.options == ("Curse", "Estate")
    answer(game, "Estate", "Curse")
    assert seat(game, 1)["deck"] == ["Estate", "Curse", "Gold"]
    assert seat(game, 1)["discard"] == ["Copper"]


def test_rabble_goes_round_from_the_left_and_is_kept_off_by_moat() -> None:
    seats = [{"hand": "Rabble"}, {"deck": "3 Silver"}, {"hand": "Moat", "deck": "3 Silver"}]
    game = position(seats=seats)
    answers(game, "Rabble", "Moat")
    assert seat(game, 1)["discard"] == ["Silver"] * 3
    assert seat(game, 2)["deck"] == ["Silver"] * 3


def test_vault_gives_a_coin_for_each_card_discarded_new_ones_too() -> None:
    game = position(seats=[{"hand": "Vault, Estate, Copper", "deck": "Gold, Curse"}, {}])
    answer(game, "Vault")
    assert (asked(game).kind, asked(game).least, asked(game).most) == ("discard", 0, 4)
    answer(game, "Curse", "Estate", "Gold")
    assert counters(game)[2] == 3
    assert hand(game) == ["Copper"]


def test_vault_may_discard_nothing() -> None:
    game = position(seats=[{"hand": "Vault", "deck": "Gold, Curse"}, {}])
    answers(game, "Vault", None)
    assert counters(game)[2] == 0


def test_vault_lets_each_opponent_discard_two_and_draw_one() -> None:
    seats = [{"hand": "Vault"}, {"hand": "Estate, Curse, Gold", "deck": "Silver"}, {"hand": "Gold"}]
    game = position(seats=seats)
    answer(game, "Vault")
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.options) == (1, "confirm", ("yes", "no"))
    assert (decision.source, decision.default) == ("Vault", (1,))
    answer(game, "yes")
    assert (asked(game).kind, asked(game).least, asked(game).most) == ("discard", 2, 2)
    answer(game, "Curse", "Estate")
    assert hand(game, 1) == ["Gold", "Silver"]
    assert question(game) == (2, "confirm")


def test_vault_lets_a_single_card_be_discarded_without_drawing() -> None:
    game = position(seats=[{"hand": "Vault"}, {"hand": "Estate", "deck": "Gold"}])
    answers(game, "Vault", "yes")
    assert (hand(game, 1), seat(game, 1)["discard"]) == ([], ["Estate"])


def test_vault_asks_nobody_who_has_no_cards() -> None:
    game = position(seats=[{"hand": "Vault"}, {"deck": "Gold"}])
    answer(game, "Vault")
    assert question(game) == (0, "buy")


# --- Hoard, Royal Seal ----------------------------------------------------------------------


def test_hoard_gives_a_gold_for_each_victory_card_bought() -> None:
    game = position(
        kingdom="Gardens", seats=[{"in_play": "Hoard"}, {}], phase="buy", buys=3, coins=9
    )
    answers(game, "Gardens", "Estate", "Silver")
    assert seat(game, 0)["cards"] == {
        "Estate": 1, "Gardens": 1, "Gold": 2, "Hoard": 1, "Silver": 1,
    }  # fmt: skip


def test_two_hoards_give_two_golds() -> None:
    game = position(seats=[{"in_play": "2 Hoard"}, {}], phase="buy", coins=8)
    answer(game, "Province")
    assert seat(game, 0)["cards"]["Gold"] == 2


def test_hoard_gives_nothing_without_gold_in_the_supply() -> None:
    game = position(seats=[{"in_play": "Hoard"}, {}], phase="buy", coins=2, supply={"Gold": 0})
    answer(game, "Estate")
    assert seat(game, 0)["cards"] == {"Estate": 1, "Hoard": 1}


def test_hoard_gives_nothing_for_a_victory_card_gained_otherwise() -> None:
    game = position(seats=[{"hand": "Workshop", "in_play": "Hoard"}, {}])
    answers(game, "Workshop", "Estate")
    assert seat(game, 0)["discard"] == ["Estate"]


def test_hoard_gives_gold_even_if_the_bought_card_is_trashed_at_once() -> None:
    seats = [{"hand": "Watchtower", "in_play": "Hoard"}, {}]
    game = position(seats=seats, phase="buy", coins=2, bought=True)
    answers(game, "Estate", None, "Watchtower", "trash")
    assert game.view(None)["trash"] == ["Estate"]
    assert seat(game, 0)["cards"]["Gold"] == 1


def test_royal_seal_asks_for_each_card_gained_whether_it_goes_onto_the_deck() -> None:
    game = position(seats=[{"in_play": "Royal Seal"}, {}], phase="buy", buys=3, coins=12)
    answer(game, "Gold")
    decision = asked(game)
    assert (decision.kind, decision.options, decision.least) == ("put_back", ("Gold",), 0)
    assert (decision.source, decision.about) == ("Royal Seal", "Gold")
    answers(game, "Gold", "Silver", None)
    assert seat(game, 0)["deck"] == ["Gold"]
    assert seat(game, 0)["discard"] == ["Silver"]


def test_royal_seal_works_for_cards_gained_otherwise() -> None:
    game = position(seats=[{"hand": "Workshop", "in_play": "Royal Seal"}, {}])
    answers(game, "Workshop", "Silver", "Silver")
    assert seat(game, 0)["deck"] == ["Silver"]
