"""Rulings of Guilds, card by card."""

from __future__ import annotations

import pytest

from engine import catalogue
from engine.dominion import Dominion, position
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


def number(game: Dominion, amount: int) -> None:
    """Answer a question for an amount."""
    assert asked(game).kind == "amount"
    game.choose([asked(game).options.index(amount)])


def coin_tokens(game: Dominion, owner: int = 0) -> int:
    found: int = seat(game, owner)["tokens"]["coin"]
    return found


# --- Candlestick Maker ----------------------------------------------------------------------


def test_candlestick_maker_gives_an_action_a_buy_and_a_coin_token() -> None:
    game = position(seats=[{"hand": "Candlestick Maker"}, {}])
    answer(game, "Candlestick Maker")
    assert counters(game) == (1, 2, 0)
    assert coin_tokens(game) == 1
    assert question(game) == (0, "amount")


# --- Stonemason -----------------------------------------------------------------------------


def test_stonemason_trashes_a_card_for_two_cheaper_ones() -> None:
    game = position(kingdom="Village", seats=[{"hand": "Stonemason, Gold"}, {}])
    answer(game, "Stonemason")
    assert (asked(game).kind, asked(game).least) == ("gain", 1)
    assert "Gold" not in asked(game).options
    answer(game, "Duchy")
    assert "Duchy" in asked(game).options
    answer(game, "Silver")
    assert seat(game, 0)["discard"] == ["Duchy", "Silver"]


def test_stonemason_gains_what_there_is() -> None:
    game = position(
        supply={"Copper": 1, "Curse": 0, "Estate": 0},
        seats=[{"hand": "Stonemason, Estate, Gold"}, {}],
    )
    answers(game, "Stonemason", "Estate")
    assert seat(game, 0)["discard"] == ["Copper"]


def test_overpaying_stonemason_gains_two_actions_of_that_cost_before_it() -> None:
    game = position(
        kingdom="Stonemason, Smithy, Militia", phase="buy", coins=6, buys=2, seats=[{}, {}]
    )
    answer(game, "Stonemason")
    decision = asked(game)
    assert (decision.kind, decision.source, decision.about) == ("amount", "Stonemason", "coins")
    assert (decision.options, decision.least, decision.most) == ((0, 1, 2, 3, 4), 1, 1)
    number(game, 4)
    assert asked(game).options == ("Militia", "Smithy")
    answers(game, "Smithy", "Militia")
    gained = [event["cards"][0] for event in typed(game, "gain")]
    assert gained == ["Smithy", "Militia", "Stonemason"]


def test_overpaying_nothing_does_nothing() -> None:
    game = position(kingdom="Stonemason", phase="buy", coins=6, buys=2, seats=[{}, {}])
    answer(game, "Stonemason")
    number(game, 0)
    assert [event["cards"] for event in typed(game, "gain")] == [["Stonemason"]]
    assert counters(game)[2] == 4


def test_the_last_stonemason_can_be_gained_by_overpaying_two() -> None:
    game = position(
        supply={"Stonemason": 1}, phase="buy", coins=4, buys=2, seats=[{}, {"hand": "Copper"}]
    )
    answer(game, "Stonemason")
    number(game, 2)
    assert [event["cards"] for event in typed(game, "gain")] == [["Stonemason"]]


def test_a_gained_stonemason_is_not_overpaid() -> None:
    game = position(kingdom="Stonemason", seats=[{"hand": "Workshop, Gold"}, {}])
    answers(game, "Workshop", "Stonemason")
    assert asked(game).kind == "play_treasures"


def test_what_is_overpaid_is_spent_beyond_the_reduced_cost() -> None:
    game = position(kingdom="Bridge, Stonemason", seats=[{"hand": "Bridge, Gold"}, {}])
    answers(game, "Bridge", "Gold", "Stonemason")
    assert asked(game).options == (0, 1, 2, 3)
    number(game, 3)
    assert counters(game)[2] == 0


def test_overpaying_is_ordered_against_other_effects_of_buying() -> None:
    game = position(
        kingdom="Masterpiece", phase="buy", coins=4, buys=2, seats=[{"in_play": "Talisman"}, {}]
    )
    answer(game, "Masterpiece")
    number(game, 1)
    assert (asked(game).kind, asked(game).options) == ("choose", ("Masterpiece", "Talisman"))


# --- Doctor ---------------------------------------------------------------------------------


def test_doctor_trashes_all_named_cards_of_three_and_puts_the_rest_back() -> None:
    game = position(
        seats=[{"hand": "Doctor", "deck": "Estate, Gold, Estate, Copper"}, {}], kingdom="Doctor"
    )
    answer(game, "Doctor")
    assert asked(game).kind == "name"
    answer(game, "Estate")
    assert game.view(0)["trash"] == ["Estate", "Estate"]
    assert seat(game, 0)["deck"] == ["Gold", "Copper"]


def test_doctor_puts_the_rest_back_in_any_order() -> None:
    game = position(seats=[{"hand": "Doctor", "deck": "Gold, Silver, Copper"}, {}])
    answers(game, "Doctor", "Curse")
    assert asked(game).kind == "order"
    answer(game, "Silver", "Copper", "Gold")
    assert seat(game, 0)["deck"] == ["Silver", "Copper", "Gold"]


def test_overpaying_doctor_looks_at_the_top_card_once_for_each_coin() -> None:
    game = position(
        kingdom="Doctor", phase="buy", coins=6, buys=2, seats=[{"deck": "Curse, Estate, Gold"}, {}]
    )
    answer(game, "Doctor")
    number(game, 3)
    assert (asked(game).kind, asked(game).about) == ("choose", "Curse")
    assert asked(game).options == ("trash", "discard", "put back")
    assert game.view(1)["seats"][0]["set_aside"] == [None]
    answer(game, "trash")
    assert asked(game).about == "Estate"
    answer(game, "put back")
    assert asked(game).about == "Estate"
    answer(game, "discard")
    assert seat(game, 0)["deck"] == ["Gold"]
    assert sorted(seat(game, 0)["discard"]) == ["Doctor", "Estate"]


def test_doctor_shuffles_also_what_it_discarded_itself() -> None:
    game = position(kingdom="Doctor", phase="buy", coins=5, buys=2, seats=[{"deck": "Curse"}, {}])
    answer(game, "Doctor")
    number(game, 2)
    answers(game, "discard")
    assert asked(game).about == "Curse"


# --- Masterpiece ----------------------------------------------------------------------------


def test_masterpiece_gives_a_coin_and_silvers_for_what_is_overpaid() -> None:
    game = position(
        kingdom="Masterpiece", phase="buy", coins=4, buys=2, seats=[{"hand": "Masterpiece"}, {}]
    )
    answers(game, "Masterpiece", "Masterpiece")
    number(game, 2)
    assert seat(game, 0)["discard"][:3] == ["Silver", "Silver", "Masterpiece"]


def test_masterpiece_brings_no_more_silvers_than_there_are() -> None:
    game = position(
        kingdom="Masterpiece", supply={"Silver": 1}, phase="buy", coins=9, buys=2, seats=[{}, {}]
    )
    answer(game, "Masterpiece")
    number(game, 6)
    assert seat(game, 0)["cards"] == {"Masterpiece": 1, "Silver": 1}


# --- Advisor --------------------------------------------------------------------------------


def test_the_left_neighbour_chooses_which_of_advisor_s_cards_is_discarded() -> None:
    game = position(
        seats=[{"hand": "Advisor", "deck": "Gold, Silver, Copper"}, {"hand": "Moat"}, {}]
    )
    answer(game, "Advisor")
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.source) == (1, "discard", "Advisor")
    assert decision.options == ("Copper", "Silver", "Gold")
    answer(game, "Gold")
    assert hand(game) == ["Copper", "Silver"]
    assert seat(game, 0)["discard"] == ["Gold"]
    assert game.view(2)["seats"][0]["known"]["hand"] == ["Copper", "Silver"]
    assert counters(game)[0] == 1


def test_the_only_card_that_advisor_reveals_is_discarded() -> None:
    game = position(seats=[{"hand": "Advisor", "deck": "Gold"}, {}])
    answer(game, "Advisor")
    assert (hand(game), seat(game, 0)["discard"]) == ([], ["Gold"])


def test_a_tunnel_discarded_for_advisor_may_be_shown() -> None:
    game = position(kingdom="Tunnel", seats=[{"hand": "Advisor", "deck": "Tunnel"}, {}])
    answer(game, "Advisor")
    assert question(game) == (0, "react")


# --- Herald ---------------------------------------------------------------------------------


def test_herald_plays_a_revealed_action_without_using_one() -> None:
    game = position(seats=[{"hand": "Herald", "deck": "Copper, Smithy, 3 Gold"}, {}])
    answer(game, "Herald")
    assert hand(game) == ["Copper", "Gold", "Gold", "Gold"]
    assert counters(game)[0] == 1
    assert seat(game, 0)["in_play"] == ["Herald", "Smithy"]


def test_herald_puts_another_card_back() -> None:
    game = position(seats=[{"hand": "Herald", "deck": "Copper, Gold"}, {}])
    answer(game, "Herald")
    assert seat(game, 0)["deck"] == ["Gold"]
    assert game.view(1)["seats"][0]["known"]["deck"] == ["Gold"]


def test_the_first_pick_of_herald_ends_on_top_and_others_do_not_see_it() -> None:
    game = position(
        kingdom="Herald",
        phase="buy",
        coins=6,
        buys=2,
        seats=[{"discard": "Gold, Estate, Silver, Copper"}, {}],
    )
    answer(game, "Herald")
    number(game, 2)
    decision = asked(game)
    assert (decision.kind, decision.ordered, decision.least) == ("put_back", True, 2)
    assert "Herald" not in decision.options
    answer(game, "Gold", "Silver")
    assert seat(game, 0)["deck"] == ["Gold", "Silver"]
    assert seat(game, 0)["discard"] == ["Estate", "Copper", "Herald"]
    assert typed(game, "put_back", 1)[0].get("cards") is None
    assert game.view(1)["seats"][0]["known"] == {}
    for seed in range(10):
        world = game.imagine(1, seed)
        assert world.view(1) == game.view(1)


def test_herald_overpaid_by_more_than_there_are_discards_takes_all() -> None:
    game = position(
        kingdom="Herald", phase="buy", coins=9, buys=2, seats=[{"discard": "Gold, Silver"}, {}]
    )
    answer(game, "Herald")
    number(game, 5)
    assert len(asked(game).options) == asked(game).least == 2


# --- Plaza ----------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["Copper", "Harem"])
def test_plaza_may_discard_a_treasure_for_a_coin_token(card: str) -> None:
    game = position(seats=[{"hand": ["Plaza", card, "Tunnel"], "deck": "Estate"}, {}])
    answer(game, "Plaza")
    assert counters(game)[0] == 2
    assert (asked(game).kind, asked(game).options, asked(game).least) == ("discard", (card,), 0)
    answer(game, card)
    assert coin_tokens(game) == 1
    assert hand(game) == ["Estate", "Tunnel"]


# --- Taxman ---------------------------------------------------------------------------------


def test_taxman_trashes_a_treasure_taxes_the_others_and_gains_a_better_one() -> None:
    game = position(
        seats=[
            {"hand": "Taxman, Silver"},
            {"hand": "Silver, 4 Copper"},
            {"hand": "5 Copper"},
            {"hand": "4 Silver"},
        ]
    )
    answers(game, "Taxman", "Silver")
    assert seat(game, 1)["discard"] == ["Silver"]
    assert game.view(0)["seats"][2]["known"]["hand"] == ["Copper"] * 5
    assert seat(game, 3)["hand_size"] == 4
    assert asked(game).options == ("Copper", "Silver", "Gold")
    answer(game, "Gold")
    assert seat(game, 0)["deck"] == ["Gold"]


def test_taxman_that_trashes_nothing_does_nothing_but_reactions_come_first() -> None:
    game = position(seats=[{"hand": "Taxman, Silver"}, {"hand": "Moat, Silver, 3 Copper"}])
    answer(game, "Taxman")
    assert question(game) == (1, "react")
    answers(game, None, None)
    assert question(game) == (0, "play_treasures")


def test_a_moat_saves_from_taxman() -> None:
    game = position(seats=[{"hand": "Taxman, Silver"}, {"hand": "Moat, Silver, 3 Copper"}])
    answers(game, "Taxman", "Moat", "Silver", "Gold")
    assert seat(game, 1)["hand_size"] == 5


# --- Baker ----------------------------------------------------------------------------------


def test_everybody_begins_with_a_coin_token_in_games_with_baker() -> None:
    game = catalogue.new("dominion", seats=3, seed=1, config={"kingdom": "Clean Living"})
    assert [one["tokens"] for one in game.view(0)["seats"]] == [{"coin": 1}] * 3
    assert not typed(game, "tokens")  # type: ignore[arg-type]


def test_baker_gives_a_card_an_action_and_a_coin_token() -> None:
    game = position(seats=[{"hand": "Baker", "deck": "Gold"}, {}])
    answer(game, "Baker")
    assert (counters(game)[0], hand(game), coin_tokens(game)) == (1, ["Gold"], 1)


# --- Butcher --------------------------------------------------------------------------------


def test_butcher_pays_tokens_for_a_dearer_card() -> None:
    game = position(seats=[{"hand": "Butcher, Estate", "tokens": {"coin": 1}}, {}])
    answers(game, "Butcher", "Estate")
    decision = asked(game)
    assert (decision.kind, decision.source, decision.about) == ("amount", "Butcher", "coin tokens")
    assert decision.options == (0, 1, 2, 3)
    number(game, 3)
    assert set(asked(game).options) >= {"Copper", "Silver", "Duchy"}
    assert "Gold" not in asked(game).options
    assert asked(game).least == 1
    answer(game, "Duchy")
    assert coin_tokens(game) == 0


def test_butcher_may_trash_nothing_and_may_pay_nothing() -> None:
    game = position(seats=[{"hand": "Butcher, Gold"}, {}])
    answers(game, "Butcher", None)
    assert coin_tokens(game) == 2
    other = position(seats=[{"hand": "Butcher, Gold"}, {}])
    answers(other, "Butcher", "Gold")
    number(other, 0)
    answer(other, "Gold")
    assert coin_tokens(other) == 2
    assert seat(other, 0)["discard"] == ["Gold"]


# --- Journeyman -----------------------------------------------------------------------------


def test_journeyman_takes_three_cards_with_other_names() -> None:
    game = position(
        seats=[{"hand": "Journeyman", "deck": "Estate, Copper, Copper, Estate, Gold, Silver"}, {}]
    )
    answers(game, "Journeyman", "Estate")
    assert hand(game) == ["Copper", "Copper", "Gold"]
    assert seat(game, 0)["discard"] == ["Estate", "Estate"]
    assert seat(game, 0)["deck"] == ["Silver"]


def test_journeyman_takes_what_there_is() -> None:
    game = position(seats=[{"hand": "Journeyman", "deck": "Estate", "discard": "Copper"}, {}])
    answers(game, "Journeyman", "Estate")
    assert hand(game) == ["Copper"]
    assert seat(game, 0)["discard"] == ["Estate"]


# --- Merchant Guild -------------------------------------------------------------------------


def test_merchant_guild_gives_a_token_for_each_card_bought_and_each_copy_in_play() -> None:
    game = position(
        phase="buy", coins=3, buys=2, seats=[{"in_play": "2 Merchant Guild"}, {"hand": "Copper"}]
    )
    answer(game, "Silver")
    assert coin_tokens(game) == 2
    assert question(game) == (0, "buy")
    answer(game, "Copper")
    assert coin_tokens(game) == 4


def test_a_throned_merchant_guild_gives_one_token() -> None:
    game = position(seats=[{"hand": "Throne Room, Merchant Guild"}, {"hand": "Copper"}])
    answers(game, "Throne Room", "Copper")
    assert counters(game)[2] == 2
    assert coin_tokens(game) == 1


def test_merchant_guild_gives_none_for_gains() -> None:
    game = position(seats=[{"hand": "Workshop, Copper", "in_play": "Merchant Guild"}, {}])
    answers(game, "Workshop", "Silver")
    assert coin_tokens(game) == 0


# --- Soothsayer -----------------------------------------------------------------------------


def test_soothsayer_gains_a_gold_then_all_are_cursed_then_all_draw() -> None:
    game = position(seats=[{"hand": "Soothsayer"}, {"deck": "Silver"}, {"deck": "Silver"}])
    answer(game, "Soothsayer")
    moves = [
        (event["type"], event["seat"], event["cards"])
        for event in game.events(None)
        if event["type"] in ("gain", "draw")
    ]
    assert moves == [
        ("gain", 0, ["Gold"]),
        ("gain", 1, ["Curse"]),
        ("gain", 2, ["Curse"]),
        ("draw", 1, ["Silver"]),
        ("draw", 2, ["Silver"]),
    ]


def test_without_a_curse_there_is_no_card_from_soothsayer() -> None:
    game = position(
        supply={"Curse": 1},
        seats=[{"hand": "Soothsayer"}, {"deck": "Silver"}, {"deck": "Silver"}],
    )
    answer(game, "Soothsayer")
    assert [hand(game, 1), hand(game, 2)] == [["Silver"], []]


@pytest.mark.parametrize(("card", "drawn"), [("Watchtower", 1), ("Trader", 0)])
def test_a_trashed_curse_was_gained_and_a_replaced_one_was_not(card: str, drawn: int) -> None:
    game = position(seats=[{"hand": "Soothsayer"}, {"hand": card, "deck": "Gold"}])
    answers(game, "Soothsayer", card)
    if card == "Watchtower":
        answer(game, "trash")
    assert hand(game, 1) == sorted([card, *["Gold"] * drawn])


def test_a_moat_saves_from_soothsayer() -> None:
    game = position(seats=[{"hand": "Soothsayer"}, {"hand": "Moat", "deck": "Gold"}])
    answers(game, "Soothsayer", "Moat")
    assert seat(game, 1)["cards"] == {"Gold": 1, "Moat": 1}
    assert hand(game, 1) == ["Moat"]
