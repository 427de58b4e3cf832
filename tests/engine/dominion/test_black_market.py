"""Rulings of Black Market: what is turned up, bought and put under."""

from __future__ import annotations

from typing import Any

import pytest

from engine.dominion import Dominion, position
from engine.dominion.card import CARDS
from tests.engine.dominion.playing import answer, answers, asked, counters, question, seat, typed

CARD = "Black Market"


def market(cards: str, hand: str = "", **rest: Any) -> Dominion:
    """A position in which seat 0 has played Black Market over a deck with these cards on top."""
    zones = {"hand": f"Black Market, {hand}" if hand else "Black Market"} | rest.pop("zones", {})
    seats = [zones, *rest.pop("others", [{}])]
    game = position(seats=seats, market=cards, **rest)
    answer(game, "Black Market")
    return game


def deck(game: Dominion) -> list[str]:
    """The order of the deck, top first."""
    return list(game.view(None)["black_market"]["known"])


def buyable(cards: str, **rest: Any) -> tuple[Any, ...]:
    """What may be bought of these cards, once those in hand have been played."""
    game = market(cards, **rest)
    if asked(game).kind == "play_treasures":
        game.choose(tuple(range(asked(game).most)))
    decision = asked(game)
    return decision.options if (decision.kind, decision.source) == ("buy", CARD) else ()


# --- the card itself ------------------------------------------------------------------------


def test_black_market_gives_two_coins_and_turns_up_three_cards_for_all_to_see() -> None:
    game = market("Smithy, Village, Moat, Festival")
    assert counters(game)[2] == 2
    for viewer in (0, 1, None):
        assert game.view(viewer)["black_market"]["shown"] == ["Smithy", "Village", "Moat"]
        assert game.view(viewer)["black_market"]["size"] == 1
        assert game.view(viewer)["costs"]["Smithy"] == 4
    assert typed(game, "turn_up", 1)[0]["cards"] == ["Smithy", "Village", "Moat"]


def test_it_asks_for_treasures_then_for_a_purchase_then_for_the_order_of_the_others() -> None:
    game = market("Smithy, Village, Moat, Festival", "Copper, Silver")
    kinds = []
    for wanted in (["Copper", "Silver"], ["Smithy"], ["Village", "Moat"]):
        kinds.append((asked(game).kind, asked(game).source, asked(game).seat))
        answer(game, *wanted)
    assert kinds == [(kind, "Black Market", 0) for kind in ("play_treasures", "buy", "order")]
    assert seat(game, 0)["discard"] == ["Smithy"]
    assert deck(game) == ["Festival", "Village", "Moat"]
    assert question(game) == (0, "buy")
    assert asked(game).source is None


def test_the_options_are_ordered_by_cost_then_name() -> None:
    game = market("Smithy, Village, Moat", actions=2)
    assert asked(game).options == ("Moat",)
    answer(game)
    assert asked(game).options == ("Moat", "Village", "Smithy")


def test_nothing_need_be_bought_and_the_first_pick_is_uppermost() -> None:
    game = market("Smithy, Village, Moat, Festival")
    answers(game, None, ("Moat", "Smithy", "Village"))
    assert deck(game) == ["Festival", "Moat", "Smithy", "Village"]
    assert typed(game, "buy") == []


def test_a_single_card_left_goes_under_without_a_question_and_all_know_it_there() -> None:
    game = market("Village, Moat", "Copper")
    answers(game, "Copper", "Village")
    assert question(game) == (0, "buy")
    assert game.view(1)["black_market"] == {"size": 1, "shown": [], "known": ["Moat"]}


@pytest.mark.parametrize("cards", ["Moat, Village", "Moat"])
def test_a_short_deck_turns_up_what_it_has(cards: str) -> None:
    game = market(cards)
    assert game.view(0)["black_market"] == {"size": 0, "shown": cards.split(", "), "known": []}
    answer(game, "Moat")
    assert seat(game, 0)["discard"] == ["Moat"]
    assert typed(game, "gain")[0]["from"] == "market"
    assert len(typed(game, "put_under")) == len(cards.split(", ")) - 1


def test_an_empty_deck_gives_only_the_coins() -> None:
    game = market("", "Copper")
    assert (asked(game).source, counters(game)) == (None, (0, 1, 2))
    assert typed(game, "turn_up") == []


def test_only_what_can_be_paid_for_may_be_bought() -> None:
    assert buyable("Festival, Smithy, Village") == ()
    assert buyable("Festival, Smithy, Village", hand="Copper") == ("Village",)
    assert buyable("Festival, Smithy, Village", hand="Silver") == ("Village", "Smithy")


# --- treasures ------------------------------------------------------------------------------


def test_treasures_may_be_played_without_buying_and_stay_in_play_with_their_coins() -> None:
    game = market("Smithy, Village, Moat", "Copper, Gold, Village", actions=2)
    answers(game, "Gold", None, None, ("Moat", "Smithy", "Village"))
    assert question(game) == (0, "play_action")
    assert counters(game) == (1, 1, 5)
    answer(game)
    answer(game, "Copper")
    assert counters(game)[2] == 6
    assert sorted(seat(game, 0)["in_play"]) == ["Black Market", "Copper", "Gold"]


def test_treasures_are_asked_for_again_as_long_as_some_are_played() -> None:
    game = market("Smithy, Village, Moat", "Venture, Silver", zones={"deck": "Estate, Gold"})
    answer(game, "Venture")
    assert (asked(game).options, asked(game).source) == (("Silver",), "Black Market")
    assert seat(game, 0)["in_play"] == ["Black Market", "Venture", "Gold"]
    answer(game, "Silver")
    assert (asked(game).kind, counters(game)[2]) == ("buy", 2 + 1 + 3 + 2)


def test_coppersmith_and_diadem_count_what_is_played_there() -> None:
    game = market("Smithy", "Copper, Diadem", this_turn={"Copper gives more": 1}, actions=3)
    answer(game, "Copper", "Diadem")
    assert counters(game)[2] == 2 + 2 + 2 + 2


def test_treasures_played_there_are_no_actions_for_conspirator() -> None:
    zones = {"deck": "9 Estate"}
    game = market("Smithy", "Conspirator, 2 Copper", actions=2, zones=zones)
    answers(game, ("Copper", "Copper"), None, "Conspirator")
    assert counters(game) == (0, 1, 6)


def test_it_is_no_buy_phase() -> None:
    game = market("Smithy", "Copper", zones={"tokens": {"coin": 3}}, kingdom="Baker")
    assert game.view(0)["phase"] == "action"
    answer(game, "Copper")
    assert (asked(game).kind, game.view(0)["phase"]) == ("amount", "buy")


def test_peddler_keeps_its_price() -> None:
    assert buyable("Peddler", hand="Gold") == ()
    assert buyable("Peddler", hand="2 Gold") == ("Peddler",)
    game = market("Peddler, Moat")
    assert game.view(0)["costs"]["Peddler"] == 8


def test_no_buy_is_used() -> None:
    game = market("Moat", "Copper", buys=0)
    answers(game, None, "Moat")
    assert counters(game)[:2] == (0, 0)
    assert seat(game, 0)["discard"] == ["Moat"]


# --- prices ---------------------------------------------------------------------------------


def test_bridge_and_quarry_make_its_cards_cheaper() -> None:
    less = {"kingdom": "Bridge", "this_turn": {"cards cost less": 2}}
    assert buyable("Festival, Gardens", **less) == ("Gardens",)
    assert buyable("Smithy, Gardens", zones={"in_play": "Quarry"}) == ("Smithy",)
    game = market("Smithy", zones={"in_play": "Quarry"})
    assert game.view(0)["costs"]["Smithy"] == 2
    answer(game, "Smithy")
    assert counters(game)[2] == 0


def test_a_potion_is_paid_and_its_pile_is_there() -> None:
    game = market("Familiar, Golem, Moat", "Potion, Copper, Silver")
    assert game.view(0)["supply"]["Potion"] == 16
    answers(game, ("Copper", "Potion"), None)
    assert asked(game).options == ("Moat", "Familiar")
    answer(game, "Familiar")
    assert game.view(0)["potions"] == 0
    assert "Golem" not in game.view(0)["supply"]
    assert set(game.view(0)["potion_costs"]) == {"Familiar", "Golem"}
    assert buyable("Familiar", hand="Gold") == ()


@pytest.mark.parametrize(("in_play", "able"), [("Copper", ()), ("Silver", ("Grand Market",))])
def test_grand_market_cannot_be_bought_with_a_copper_in_play(
    in_play: str, able: tuple[str, ...]
) -> None:
    assert buyable("Grand Market", coins=9, zones={"in_play": in_play}) == able


def test_contraband_may_name_and_forbid_a_card_of_the_deck() -> None:
    game = market("Smithy, Village, Library", "Contraband")
    answer(game, "Contraband")
    assert question(game) == (1, "name")
    assert {"Smithy", "Village", "Library"} <= set(asked(game).options)
    answer(game, "Smithy")
    assert asked(game).options == ("Village", "Library")


@pytest.mark.parametrize("name", ["Wishing Well", "Doctor", "Journeyman"])
def test_cards_of_the_deck_and_prizes_may_be_named(name: str) -> None:
    zones = {"hand": name, "deck": "Copper, Smithy"}
    game = position(seats=[zones, {}], kingdom="Black Market", market="Smithy, Tournament")
    answer(game, name)
    assert asked(game).kind == "name"
    assert {"Smithy", "Tournament", "Diadem", "Copper"} <= set(asked(game).options)
    order = [CARDS[str(card)].order for card in asked(game).options]
    assert order == sorted(order)


# --- a real purchase ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Goons", "Merchant Guild"])
def test_what_rewards_purchases_rewards_these(name: str) -> None:
    game = market("Moat", zones={"in_play": name})
    answer(game, "Moat")
    gained = {"vp": 1, "coin": 0} if name == "Goons" else {"vp": 0, "coin": 1}
    own = seat(game, 0)
    assert {"vp": own["vp"], "coin": own.get("tokens", {}).get("coin", 0)} == gained


def test_hoard_brings_a_gold_for_a_victory_card() -> None:
    game = market("Island", zones={"in_play": "Hoard"}, coins=4)
    answer(game, "Island")
    assert seat(game, 0)["discard"] == ["Gold", "Island"]


def test_haggler_brings_a_cheaper_card_of_the_supply() -> None:
    game = market("Smithy", zones={"in_play": "Haggler"}, coins=2, kingdom="Cellar")
    answer(game, "Smithy")
    assert "Cellar" in asked(game).options
    assert "Smithy" not in asked(game).options


def test_talisman_finds_no_copy() -> None:
    game = market("Smithy", zones={"in_play": "Talisman"}, coins=2)
    answer(game, "Smithy")
    assert [event["cards"] for event in typed(game, "gain")] == [["Smithy"]]


def test_mint_bought_there_trashes_the_treasures_in_play_and_their_coins_remain() -> None:
    game = market("Mint, Village", "Silver, Gold")
    answers(game, ("Silver", "Gold"), "Mint")
    assert game.view(0)["trash"] == ["Silver", "Gold"]
    assert counters(game)[2] == 2
    assert seat(game, 0)["in_play"] == ["Black Market"]


def test_farmland_bought_there_remakes_a_card() -> None:
    game = market("Farmland", "Estate, Curse", coins=4, kingdom="Smithy")
    answers(game, "Farmland", "Estate")
    assert seat(game, 0)["discard"] == ["Smithy", "Farmland"]


def test_noble_brigand_bought_there_robs() -> None:
    others = [{"deck": "Gold, Copper"}]
    game = market("Noble Brigand", coins=2, others=others)
    answer(game, "Noble Brigand")
    assert seat(game, 0)["discard"] == ["Gold", "Noble Brigand"]


def test_treasury_counts_a_victory_card_bought_there() -> None:
    for card in ("Island", "Smithy"):
        game = market(card, zones={"in_play": "Treasury"}, coins=2)
        answer(game, card)
        answer(game)
        assert (question(game)[1] == "put_back") == (card == "Smithy")


@pytest.mark.parametrize(
    ("card", "asks"), [("Royal Seal", "put_back"), ("Watchtower", "react"), ("Trader", "react")]
)
def test_what_answers_gains_answers_these(card: str, asks: str) -> None:
    in_play = card == "Royal Seal"
    zones = {"in_play": card} if in_play else {}
    game = market("Moat, Village", "" if in_play else card, zones=zones)
    answer(game, "Moat")
    assert question(game) == (0, asks)
    answer(game, "Moat" if in_play else card)
    if card == "Watchtower":
        answer(game, "trash")
        assert game.view(0)["trash"] == ["Moat"]
        assert deck(game) == ["Village"]
    elif card == "Royal Seal":
        assert seat(game, 0)["deck"] == ["Moat"]
    else:
        assert asked(game).options == ("Moat", "Village")


def test_a_card_that_trader_replaces_goes_under_with_the_others() -> None:
    game = market("Moat, Village, Festival", "Trader")
    answers(game, "Moat", "Trader")
    assert asked(game).options == ("Moat", "Village", "Festival")
    answer(game, "Village", "Moat", "Festival")
    assert deck(game) == ["Village", "Moat", "Festival"]
    assert seat(game, 0)["discard"] == ["Silver"]


def test_masterpiece_bought_there_may_be_overpaid() -> None:
    game = market("Masterpiece, Moat, Village", coins=5)
    answer(game, "Masterpiece")
    decision = asked(game)
    assert (decision.kind, decision.source, decision.about) == ("amount", "Masterpiece", "coins")
    game.choose([2])
    gains = [(event["cards"], event.get("from")) for event in typed(game, "gain")]
    assert gains == [(["Silver"], None)] * 2 + [(["Masterpiece"], "market")]
    assert (question(game), counters(game)[2]) == ((0, "order"), 2)


@pytest.mark.parametrize("card", ["University", "Alchemist"])
def test_stonemason_bought_there_may_be_overpaid_with_a_potion(card: str) -> None:
    coins = CARDS[card].cost
    game = market("Stonemason", "Potion", coins=coins, kingdom=f"{card}, Smithy, Cellar")
    answers(game, "Potion", "Stonemason")
    game.choose([coins])
    assert (asked(game).about, asked(game).source) == ("potions", "Stonemason")
    game.choose([1])
    gained = [event["cards"] for event in typed(game, "gain")]
    assert gained == [[card], [card], ["Stonemason"]]
    assert typed(game, "gain")[-1]["from"] == "market"


# --- no pile --------------------------------------------------------------------------------


def test_the_card_has_no_pile() -> None:
    game = market("Great Hall", coins=1, kingdom="Trade Route")
    answer(game, "Great Hall")
    view = game.view(0)
    assert "Great Hall" not in view["supply"]
    assert view["tokens"] == {}


def test_ambassador_returns_no_card_of_the_deck() -> None:
    zones = {"hand": "Ambassador, Smithy, Copper"}
    game = position(seats=[zones, {}], kingdom="Black Market", market="Moat", sold="Smithy")
    answers(game, "Ambassador", "Smithy")
    assert question(game) == (0, "play_treasures")
    assert seat(game, 1)["cards"] == {}


def test_smugglers_cannot_copy_it() -> None:
    last = {"gained": "Smithy"}
    game = position(
        seats=[{"hand": "Smugglers"}, last], kingdom="Black Market", market="Moat", sold="Smithy"
    )
    answer(game, "Smugglers")
    assert typed(game, "gain") == []


def test_embargo_lies_on_piles_alone() -> None:
    game = position(seats=[{"hand": "Embargo"}, {}], kingdom="Black Market", market="Smithy")
    answer(game, "Embargo")
    assert "Smithy" not in asked(game).options


def test_an_empty_deck_is_no_empty_pile() -> None:
    supply = {"Estate": 0, "Moat": 0}
    game = market("", supply=supply, others=[{"hand": "Copper"}])
    answer(game)
    assert game.outcome is None


# --- with other cards -----------------------------------------------------------------------


def test_throne_room_holds_the_market_twice() -> None:
    zones = {"hand": "Throne Room, Black Market"}
    game = position(seats=[zones, {}], market="Moat, Cellar, Smithy, Village, Chapel")
    answers(game, "Throne Room", "Moat", ("Cellar", "Smithy"))
    assert game.view(0)["black_market"]["shown"] == ["Village", "Chapel", "Cellar"]
    assert counters(game)[2] == 2
    answers(game, "Cellar", ("Chapel", "Village"))
    assert deck(game) == ["Smithy", "Chapel", "Village"]


def test_the_possessor_gains_the_card_and_both_know_the_order_of_the_others() -> None:
    zones = [{"hand": "Possession"}, {"hand": "Black Market, Copper"}, {}]
    game = position(seats=zones, market="Smithy, Village, Moat", kingdom="Possession")
    answer(game, "Possession")
    answer(game)
    answers(game, "Black Market", "Copper", "Village")
    assert (asked(game).kind, asked(game).seat, asked(game).of) == ("order", 0, 1)
    answer(game, "Smithy", "Moat")
    assert "Village" in seat(game, 0)["cards"]
    known = [game.view(viewer)["black_market"]["known"] for viewer in range(3)]
    assert known == [["Smithy", "Moat"], ["Smithy", "Moat"], []]


def test_embargo_in_the_deck_works_once_it_is_played() -> None:
    zones = {"hand": "Embargo, Copper"}
    game = position(seats=[zones, {}], kingdom="Black Market", market="Moat", sold="Embargo")
    answers(game, "Embargo", "Copper")
    answers(game, "Copper", "Copper")
    assert [event["cards"] for event in typed(game, "gain")] == [["Curse"], ["Copper"]]


def test_duchess_in_the_deck_comes_with_no_duchy() -> None:
    zones = {"in_play": "Royal Seal"}
    given = {"phase": "buy", "coins": 5, "bought": True}
    game = position(seats=[zones, {}], kingdom="Black Market", market="Duchess", **given)
    answer(game, "Duchy")
    assert question(game) == (0, "put_back")
    other = position(seats=[zones, {}], kingdom="Black Market, Duchess", **given)
    answer(other, "Duchy")
    assert question(other) == (0, "choose")


def test_contraband_of_the_deck_forbids_a_purchase() -> None:
    zones = {"hand": "Contraband, Copper"}
    game = position(
        seats=[zones, {}], phase="buy", kingdom="Black Market", market="", sold="Contraband"
    )
    answers(game, "Contraband", "Silver", "Copper")
    assert game.view(0)["coins"] == 4
    assert "Silver" not in asked(game).options


def test_a_duration_of_the_deck_stays_in_play() -> None:
    zones = {"hand": "Caravan", "deck": "9 Copper"}
    game = position(seats=[zones, {}], kingdom="Black Market", sold="Caravan")
    answer(game, "Caravan")
    while game.view(None)["current"] == 0:
        answer(game)
    assert seat(game, 0)["in_play"] == ["Caravan"]


@pytest.mark.parametrize("card", ["Treasury", "Walled Village"])
def test_a_card_of_the_deck_may_return_onto_the_deck_at_clean_up(card: str) -> None:
    game = position(
        seats=[{"in_play": card}, {}], phase="buy", bought=True, kingdom="Black Market", sold=card
    )
    answer(game)
    assert (question(game), asked(game).options) == ((0, "put_back"), (card,))
