"""The cards of Alchemy, and Potions in prices."""

from __future__ import annotations

from typing import Any

import pytest

from engine import catalogue, conformance, record
from engine.dominion import Dominion, position
from engine.dominion.card import CARDS, of_expansion
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

POOL = "Golem, Alchemist, Vineyard, University, Familiar"


def playing(cards: str, *others: dict[str, Any], **more: Any) -> Dominion:
    first = {"hand": cards, "deck": more.pop("deck", ""), "discard": more.pop("discard", "")}
    return position(seats=[first, *(others or ({},))], **more)


# --- Potions --------------------------------------------------------------------------------


def test_the_potion_pile_follows_the_prices() -> None:
    assert playing("Golem", kingdom=POOL).view(0)["supply"]["Potion"] == 16
    assert "Potion" not in playing("Apprentice", kingdom="Apprentice, Herbalist").view(0)["supply"]


def test_a_potion_pays_once_and_is_lost_with_the_turn() -> None:
    game = playing("Potion, 4 Silver, Copper", kingdom=POOL, buys=3, phase="buy")
    answer(game, *asked(game).options)  # type: ignore[arg-type]
    assert {"Golem", "Vineyard", "Alchemist"} <= set(asked(game).options)
    assert game.view(0)["potions"] == 1
    answer(game, "Golem")
    assert game.view(0)["potions"] == 0
    assert "Vineyard" not in asked(game).options
    assert counters(game) == (1, 2, 5)


def test_a_potion_that_is_left_over_is_lost() -> None:
    game = playing("Potion, Copper", {"hand": "Silver"}, kingdom=POOL, phase="buy")
    answers(game, ("Potion", "Copper"), None)
    assert game.view(1)["potions"] == 0


def test_the_view_names_the_cards_with_a_potion_in_their_price() -> None:
    game = playing("Golem", kingdom=POOL + ", Apprentice")
    assert set(game.view(0)["potion_costs"]) == set(POOL.split(", "))
    assert game.view(0)["costs"]["Golem"] == 4
    assert "potions" not in playing("Smithy").view(0)


def test_up_to_a_cost_admits_no_potion() -> None:
    game = playing("Workshop", kingdom=POOL + ", Workshop")
    answer(game, "Workshop")
    assert not set(POOL.split(", ")) & set(asked(game).options)


@pytest.mark.parametrize(
    ("trashed", "best"), [("Golem", {"Golem", "Possession"}), ("Smithy", set())]
)
def test_up_to_more_admits_the_potions_of_the_compared_card(trashed: str, best: set[str]) -> None:
    best &= set(CARDS)
    game = playing(f"Remodel, {trashed}, Copper", kingdom=[*POOL.split(", "), "Remodel", *best])
    answers(game, "Remodel", trashed)
    assert {"Potion", "Smithy"} & set(asked(game).options)
    dear = {name for name in asked(game).options if CARDS[str(name)].potion}
    assert bool(dear) == (trashed == "Golem")
    assert best <= dear


def test_exactly_more_compares_the_potions_too() -> None:
    game = playing("Upgrade, Alchemist, Copper", kingdom=POOL + ", Smithy, Upgrade")
    answers(game, "Upgrade", "Alchemist")  # 3P: nothing but 4P
    assert typed(game, "gain")[-1]["cards"] == ["Golem"]


def test_developing_a_card_with_a_potion_finds_its_neighbours() -> None:
    game = playing("Develop, Alchemist, Copper", kingdom=POOL + ", Smithy, Develop")
    answers(game, "Develop", "Alchemist")
    assert asked(game).options == ("costing 1 more", "costing 1 less")


@pytest.mark.parametrize(("bought", "cheaper"), [("Golem", True), ("Laboratory", False)])
def test_cheaper_means_that_coins_or_potions_are_less_and_none_is_more(
    bought: str, cheaper: bool
) -> None:
    game = position(
        seats=[{"in_play": "Haggler"}, {}],
        kingdom=POOL + ", Haggler, Smithy, Laboratory",
        phase="buy", bought=True, coins=5, potions=1,
    )  # fmt: skip
    answer(game, bought)
    options = set(asked(game).options)
    assert ({"Alchemist", "Smithy", "University"} <= options) == cheaper
    assert "Golem" not in options
    assert ("Alchemist" in options) == cheaper


def test_swindler_gives_a_card_of_the_same_coins_and_potions() -> None:
    game = playing("Swindler", {"deck": "Alchemist, Copper"}, kingdom=POOL + ", Village")
    answer(game, "Swindler")
    assert set(asked(game).options) == {"Alchemist", "Familiar"}


def test_reductions_leave_the_potion() -> None:
    game = position(
        seats=[{"in_play": "5 Highway"}, {}],
        kingdom=POOL + ", Highway", phase="buy", bought=True,
    )  # fmt: skip
    assert game.view(0)["costs"]["Golem"] == 0
    assert not set(POOL.split(", ")) & set(asked(game).options)


def test_talisman_copies_no_card_with_a_potion() -> None:
    game = position(
        seats=[{"in_play": "Talisman"}, {}],
        kingdom=POOL + ", Talisman", phase="buy", bought=True, coins=4, potions=1,
    )  # fmt: skip
    answer(game, "Golem")
    assert seat(game, 0)["cards"]["Golem"] == 1


def test_numbers_read_off_a_cost_are_coins() -> None:
    game = playing("Bishop, Golem, Copper")
    answers(game, "Bishop", "Golem")
    assert seat(game, 0)["vp"] == 3


def test_potions_may_be_overpaid() -> None:
    game = position(
        seats=[{}, {}], kingdom=POOL + ", Stonemason", phase="buy", bought=True, coins=5, potions=1
    )
    answer(game, "Stonemason")
    game.choose([3])
    assert (asked(game).kind, asked(game).about, asked(game).options) == (
        "amount",
        "potions",
        (0, 1),
    )
    game.choose([1])
    assert set(asked(game).options) == {"Alchemist", "Familiar"}


def test_no_card_with_a_potion_is_a_bane() -> None:
    with pytest.raises(BadConfig, match="Apothecary"):
        position(kingdom="Young Witch", bane="Apothecary", seats=[{"hand": "Copper"}, {}])


def test_mine_on_a_potion_may_gain_a_treasure_up_to_seven_without_a_potion() -> None:
    game = playing("Mine, Potion, Copper", kingdom="Philosopher's Stone, Mine")
    answers(game, "Mine", "Potion")
    assert "Philosopher's Stone" not in asked(game).options
    answer(game, "Gold")
    assert hand(game) == ["Copper", "Gold"]


def test_potions_count_in_knowledge_and_positions() -> None:
    game = playing("Potion, Copper", kingdom=POOL, phase="buy")
    answer(game, "Potion", "Copper")
    assert Dominion.resume(game.knowledge(0), 5).view(0)["potions"] == 1
    assert game.position()["potions"] == 1


# --- the cards ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trashed", "gained"),
    [
        ("Village", ["Duchy"]), ("Copper", ["Transmute"]), ("Estate", ["Gold"]),
        ("Nobles", ["Duchy", "Gold"]), ("Harem", ["Transmute", "Gold"]), ("Curse", []),
    ],
)  # fmt: skip
def test_transmute_brings_a_card_for_each_type(trashed: str, gained: list[str]) -> None:
    game = playing(f"Transmute, {trashed}, Smithy", deck="5 Copper")
    answers(game, "Transmute", trashed)
    assert [card for event in typed(game, "gain") for card in event["cards"]] == gained


def test_transmute_does_nothing_with_an_empty_hand_or_pile() -> None:
    game = playing("Transmute")
    answer(game, "Transmute")
    assert not typed(game, "gain")
    game = playing("Transmute, Nobles, Copper", supply={"Duchy": 0})
    answers(game, "Transmute", "Nobles")
    assert seat(game, 0)["discard"] == ["Gold"]


@pytest.mark.parametrize(("held", "points"), [("2 Smithy", 0), ("3 Nobles", 7), ("7 Smithy", 2)])
def test_vineyard_is_worth_a_point_for_every_three_actions(held: str, points: int) -> None:
    assert playing(f"Vineyard, {held}").scores[0] == points


def test_herbalists_each_put_a_treasure_from_play_onto_the_deck() -> None:
    zones = {"in_play": "2 Herbalist, Potion, Gold, Silver", "deck": "5 Copper"}
    game = position(seats=[zones, {"hand": "Copper"}], phase="buy", bought=True)
    answer(game)
    assert set(asked(game).options) == {"Silver", "Potion", "Gold"}
    assert question(game) == (0, "put_back")
    answers(game, "Gold", "Potion")
    assert hand(game) == ["Copper", "Copper", "Copper", "Gold", "Potion"]
    assert question(game)[0] == 1


def test_herbalist_may_be_declined() -> None:
    game = position(
        seats=[{"in_play": "Herbalist, Gold", "deck": "5 Copper"}, {}], phase="buy", bought=True
    )
    answers(game, None, None)
    assert hand(game) == ["Copper"] * 5


def test_apothecary_takes_all_coppers_and_potions_and_orders_the_rest() -> None:
    game = playing("Apothecary", deck="Estate, Copper, Gold, Potion, Silver, Duchy")
    answer(game, "Apothecary")
    assert hand(game) == ["Copper", "Estate", "Potion"]
    assert question(game) == (0, "order")
    answer(game, "Silver", "Gold")
    assert seat(game, 0)["deck"] == ["Silver", "Gold", "Duchy"]


def test_apothecary_shuffles_for_the_rest() -> None:
    game = playing("Apothecary", deck="Estate, Gold", discard="2 Copper")
    answer(game, "Apothecary")
    assert hand(game) == ["Copper", "Copper", "Estate"]


def test_scrying_pool_judges_every_top_card_then_digs_through_actions() -> None:
    game = playing(
        "Scrying Pool", {"deck": "Gold, Copper"}, {"hand": "Moat", "deck": "Duchy"},
        deck="Estate, Smithy, Village, Silver, Gold",
    )  # fmt: skip
    answers(game, "Scrying Pool", "Moat")
    assert (asked(game).seat, asked(game).about) == (0, "Estate")
    answer(game, "discard")
    assert (asked(game).seat, asked(game).about) == (0, "Gold")
    answer(game, "discard")
    assert hand(game) == ["Silver", "Smithy", "Village"]
    assert game.view(1)["seats"][0]["known"]["hand"] == ["Silver", "Smithy", "Village"]
    assert seat(game, 1)["discard"] == ["Gold"]
    assert seat(game, 2)["deck"] == ["Duchy"]


def test_what_scrying_pool_digs_is_no_part_of_a_shuffle() -> None:
    game = playing("Scrying Pool", {}, deck="Smithy", discard="2 Village")
    answers(game, "Scrying Pool", "put back")
    assert hand(game) == ["Smithy", "Village", "Village"]
    assert asked(game).options == ("Village", "Smithy")


def test_university_may_gain_an_action_up_to_five() -> None:
    kingdom = "University, Laboratory, Gardens, Great Hall, Golem, Nobles"
    game = playing("University", kingdom=kingdom)
    answer(game, "University")
    assert set(asked(game).options) == {"Laboratory", "Great Hall"}
    answer(game)
    assert counters(game)[0] == 2
    assert not typed(game, "gain")


def test_alchemists_go_back_while_a_potion_lies_in_play() -> None:
    zones = {"in_play": "2 Alchemist, Potion", "deck": "5 Copper"}
    game = position(seats=[zones, {}], phase="buy", bought=True)
    answers(game, None, "Alchemist", "Alchemist")
    assert hand(game) == ["Alchemist", "Alchemist", "Copper", "Copper", "Copper"]


def test_alchemist_stays_without_a_potion() -> None:
    game = position(
        seats=[{"in_play": "Alchemist, Gold"}, {"hand": "Copper"}], phase="buy", bought=True
    )
    answer(game)
    assert question(game)[0] == 1


def test_alchemist_needs_the_potion_before_herbalist_takes_it() -> None:
    def begin() -> Dominion:
        zones = {"in_play": "Alchemist, Herbalist, Potion", "deck": "5 Copper"}
        game = position(seats=[zones, {"hand": "Copper"}], phase="buy", bought=True)
        answer(game)
        assert set(asked(game).options) == {"Alchemist", "Potion"}
        return game

    game = begin()
    answer(game, "Potion")
    assert question(game)[0] == 1
    game = begin()
    answers(game, "Alchemist", "Potion")
    assert hand(game) == ["Alchemist", "Copper", "Copper", "Copper", "Potion"]


def test_scheme_keeps_a_herbalist_that_still_returns_a_treasure() -> None:
    game = playing("Scheme, Herbalist", deck="Copper", actions=2)
    answers(game, "Scheme", "Herbalist", ("Copper",), None)
    assert set(asked(game).options) >= {"Copper", "Herbalist"}
    answers(game, "Herbalist", "Copper")
    assert hand(game)[:2] == ["Copper", "Herbalist"]


def test_familiar_curses_in_turn_order() -> None:
    game = playing("Familiar", {}, {}, deck="Gold", supply={"Curse": 1})
    answer(game, "Familiar")
    assert counters(game)[0] == 1
    assert [seat(game, number)["discard"] for number in (1, 2)] == [["Curse"], []]
    assert hand(game) == ["Gold"]


@pytest.mark.parametrize(("deck", "discard", "coins"), [(4, 0, 0), (7, 3, 2), (0, 14, 2)])
def test_philosophers_stone_counts_deck_and_discard_pile(
    deck: int, discard: int, coins: int
) -> None:
    game = playing(
        "Philosopher's Stone, Estate",
        deck=f"{deck} Copper",
        discard=f"{discard} Copper",
        phase="buy",
    )
    answer(game, "Philosopher's Stone")
    assert counters(game)[2] == coins


def test_golem_plays_two_actions_in_either_order_and_discards_the_rest() -> None:
    game = playing("Golem", deck="Copper, Village, Golem, Smithy, 3 Estate, Gold")
    answer(game, "Golem")
    assert asked(game).options == ("Village", "Smithy")
    assert seat(game, 0)["discard"] == ["Copper", "Golem"]
    assert seat(game, 0)["mats"] == {"Golem": ["Village", "Smithy"]}
    answer(game, "Smithy")
    assert seat(game, 0)["in_play"] == ["Golem", "Smithy", "Village"]
    assert hand(game) == ["Estate", "Estate", "Estate", "Gold"]
    assert counters(game)[0] == 2


def test_golem_discards_before_it_plays() -> None:
    game = playing("Golem", deck="Tunnel, Village, Smithy, 3 Estate")
    answer(game, "Golem")
    assert (asked(game).kind, asked(game).about) == ("react", "Tunnel")
    answer(game, "Tunnel")
    assert (asked(game).kind, asked(game).source) == ("choose", "Golem")


def test_golem_finding_one_plays_one() -> None:
    game = playing("Golem", deck="Gold, Smithy", discard="Copper")
    answer(game, "Golem")
    assert seat(game, 0)["in_play"] == ["Golem", "Smithy"]
    assert len(hand(game)) == 2  # what Golem has discarded is drawn again


def test_the_action_that_waits_for_golem_is_not_in_hand_and_not_shuffled() -> None:
    game = playing("Golem", deck="Throne Room, Militia, 2 Gold")
    answers(game, "Golem", "Throne Room")  # there is no Action in the hand
    assert seat(game, 0)["in_play"] == ["Golem", "Throne Room", "Militia"]
    game = playing("Golem", deck="Smithy, Militia", discard="Gold, Copper")
    answers(game, "Golem", "Smithy")
    assert hand(game) == ["Copper", "Gold"]


def test_attacks_that_golem_plays_can_be_reacted_to() -> None:
    game = playing("Golem", {"hand": "Moat, 4 Copper"}, deck="Militia, Village")
    answers(game, "Golem", "Village")
    assert question(game) == (1, "react")
    answer(game, "Moat")
    assert len(hand(game, 1)) == 5


def test_golem_in_a_throne_room_keeps_what_waits_apart() -> None:
    game = playing("Throne Room, Golem", deck="Village, Bazaar, 4 Copper, Market, Festival")
    answers(game, "Throne Room", "Village")
    assert asked(game).options == ("Festival", "Market")
    assert seat(game, 0)["mats"] == {"Golem": ["Market", "Festival"]}
    assert seat(game, 0)["in_play"] == ["Throne Room", "Golem", "Village", "Bazaar"]


@pytest.mark.parametrize(("trashed", "drawn"), [("Golem", 6), ("Copper", 0), ("Silver", 3)])
def test_apprentice_draws_for_coins_and_two_for_a_potion(trashed: str, drawn: int) -> None:
    game = playing(f"Apprentice, {trashed}, Estate", deck="9 Duchy")
    answers(game, "Apprentice", trashed)
    assert hand(game).count("Duchy") == drawn
    assert counters(game)[0] == 1


def test_apprentice_must_trash() -> None:
    game = playing("Apprentice, Copper, Estate")
    answer(game, "Apprentice")
    assert (asked(game).kind, asked(game).least) == ("trash", 1)


# --- together -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Schemes and Dreams", "Wine Country"])
def test_the_recommended_kingdoms_with_alchemy_conform(name: str) -> None:
    conformance.check(
        "dominion", seats=3, seed=4, config={"kingdom": name, "turn_limit": 20}, every=7
    )


def test_a_game_with_golems_is_shown_again_as_it_was() -> None:
    game = catalogue.new("dominion", seats=2, seed=3, config={"kingdom": "Wine Country"})
    while (decision := game.decision) is not None and game.view(None)["turn"] < 14:
        wanted = [
            n for n, name in enumerate(decision.options) if name in ("Golem", "Potion", "Silver")
        ]
        game.choose(wanted[-1:] if wanted and decision.most == 1 else decision.default)
    assert record.replay(game.record()).events(None) == game.events(None)


def test_every_card_of_alchemy_is_known() -> None:
    assert {card.potion for card in of_expansion("alchemy")} == {0, 1}
