"""The cards of Cornucopia, the Prizes and the Bane."""

from __future__ import annotations

from typing import Any

import pytest

from engine import catalogue, conformance
from engine.dominion import Dominion, position
from engine.dominion.card import of_expansion
from engine.game import BadConfig, Game
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

PRIZES = ["Bag of Gold", "Diadem", "Followers", "Princess", "Trusty Steed"]
KINGDOM = [
    "Young Witch", "Tournament", "Menagerie", "Harvest", "Jester", "Remake", "Fairgrounds",
    "Horn of Plenty", "Hunting Party", "Farming Village",
]  # fmt: skip


def deal(**config: Any) -> Dominion:
    game = catalogue.new("dominion", seats=2, seed=5, config={"kingdom": KINGDOM, **config})
    assert isinstance(game, Dominion)
    return game


# --- Hamlet to Remake -----------------------------------------------------------------------


def test_hamlet_gives_an_action_and_a_buy_for_a_discarded_card_each() -> None:
    game = position(seats=[{"hand": "Hamlet, Tunnel, Estate", "deck": "Copper"}, {}])
    answers(game, "Hamlet", "Tunnel", "Tunnel", "Estate")
    assert counters(game) == (2, 2, 0)
    assert hand(game) == ["Copper"]


def test_hamlet_gives_nothing_for_no_card() -> None:
    game = position(seats=[{"hand": "Hamlet, Copper"}, {}])
    answers(game, "Hamlet", None, None)
    assert counters(game) == (1, 1, 0)


def test_fortune_teller_puts_the_first_victory_card_or_curse_on_top() -> None:
    game = position(
        seats=[{"hand": "Fortune Teller"}, {"deck": "Gold, Curse, Estate"}, {"deck": "Copper"}]
    )
    answer(game, "Fortune Teller")
    assert seat(game, 1)["deck"] == ["Curse", "Estate"]
    assert seat(game, 1)["discard"] == ["Gold"]
    assert seat(game, 2)["discard"] == ["Copper"]
    assert game.view(0)["seats"][1]["known"]["deck"] == ["Curse"]


def test_fortune_teller_counts_cards_of_two_types_and_keeps_revealed_ones_out_of_a_shuffle() -> (
    None
):
    game = position(
        seats=[{"hand": "Fortune Teller"}, {"deck": "Gold", "discard": "Island"}], kingdom="Island"
    )
    answer(game, "Fortune Teller")
    assert (seat(game, 1)["deck"], seat(game, 1)["discard"]) == (["Island"], ["Gold"])


@pytest.mark.parametrize(
    ("held", "drawn"), [("", 3), ("Copper, Silver", 3), ("2 Copper, Silver", 1)]
)
def test_menagerie_draws_three_cards_where_all_names_differ(held: str, drawn: int) -> None:
    game = position(seats=[{"hand": f"Menagerie, {held}", "deck": "9 Estate"}, {}])
    before = len(hand(game)) - 1
    answer(game, "Menagerie")
    assert len(hand(game)) == before + drawn


def test_farming_village_takes_the_first_treasure_or_action() -> None:
    game = position(seats=[{"hand": "Farming Village", "deck": "Tunnel, Village, Gold"}, {}])
    answers(game, "Farming Village", "Tunnel")
    assert hand(game) == ["Village"]
    assert counters(game)[0] == 2


def test_farming_village_that_finds_none_discards_all() -> None:
    game = position(seats=[{"hand": "Farming Village", "deck": "2 Estate"}, {}])
    answer(game, "Farming Village")
    assert seat(game, 0)["discard"] == ["Estate", "Estate"]


def test_horse_traders_discard_what_there_is() -> None:
    game = position(seats=[{"hand": "Horse Traders, Copper"}, {}])
    answer(game, "Horse Traders")
    assert counters(game) == (0, 2, 3)
    assert seat(game, 0)["discard"] == ["Copper"]


def test_several_horse_traders_are_set_aside_and_come_back_with_a_card_each() -> None:
    zones = {"hand": "2 Horse Traders, 3 Copper", "deck": "5 Silver"}
    game = position(seats=[{"hand": "Militia"}, zones])
    answers(game, "Militia", "Horse Traders", "Horse Traders")
    assert seat(game, 1)["mats"] == {"Horse Traders": ["Horse Traders"] * 2}
    assert hand(game, 1) == ["Copper"] * 3
    answer(game)
    assert question(game) == (1, "play_action")
    assert hand(game, 1) == ["Copper"] * 3 + ["Horse Traders"] * 2 + ["Silver"] * 2
    assert seat(game, 1)["next_turn"] == []


def test_another_reaction_may_follow_horse_traders() -> None:
    game = position(seats=[{"hand": "Witch"}, {"hand": "Horse Traders, Moat"}])
    answers(game, "Witch", "Horse Traders", "Moat")
    assert "Curse" not in seat(game, 1)["cards"]


def test_a_position_with_horse_traders_on_their_mat_brings_them_back() -> None:
    zones = {"mats": {"Horse Traders": "2 Horse Traders"}, "deck": "5 Silver"}
    game = position(seats=[{}, zones])
    assert position(**game.position()).view(None) == game.view(None)
    answer(game)
    assert hand(game, 1) == ["Horse Traders", "Horse Traders", "Silver", "Silver"]


def test_remake_trashes_and_gains_twice_in_turn() -> None:
    game = position(seats=[{"hand": "Remake, Estate, Copper"}, {}], kingdom="Village")
    answers(game, "Remake", "Estate", "Village")
    assert game.view(None)["trash"] == ["Estate", "Copper"]
    assert [event["type"] for event in game.events(None) if event["type"] in ("trash", "gain")] == [
        "trash", "gain", "trash",
    ]  # fmt: skip


# --- Tournament -----------------------------------------------------------------------------


def test_tournament_gives_a_prize_onto_the_deck_and_draws_it_where_nobody_else_reveals() -> None:
    game = position(seats=[{"hand": "Tournament, Province"}, {"hand": "Copper"}])
    answers(game, "Tournament", "Province")
    assert asked(game).options == (*PRIZES, "Duchy")
    answer(game, "Diadem")
    assert hand(game) == ["Diadem"]
    assert counters(game) == (1, 1, 1)
    assert seat(game, 0)["discard"] == ["Province"]
    assert game.view(1)["prizes"] == [name for name in PRIZES if name != "Diadem"]


def test_others_keep_the_province_with_which_they_stop_the_draw() -> None:
    game = position(seats=[{"hand": "Tournament", "deck": "Gold"}, {"hand": "Province"}, {}])
    answers(game, "Tournament", "Province")
    assert hand(game, 1) == ["Province"]
    assert game.view(0)["seats"][1]["known"]["hand"] == ["Province"]
    assert (hand(game), counters(game)) == ([], (1, 1, 0))


def test_revealing_at_a_tournament_is_optional_for_all() -> None:
    game = position(seats=[{"hand": "Tournament, Province"}, {"hand": "Province"}])
    answers(game, "Tournament", None, None)
    assert counters(game) == (1, 1, 1)
    assert hand(game) == ["Province"]


def test_a_prize_may_be_chosen_where_none_is_left() -> None:
    game = position(seats=[{"hand": "Tournament, Province"}, {}], prizes="")
    answers(game, "Tournament", "Province")
    assert (asked(game).options, asked(game).least) == (("Duchy",), 0)
    answer(game)
    assert "Duchy" not in seat(game, 0)["cards"]


# --- Young Witch ----------------------------------------------------------------------------


def test_young_witch_curses_those_who_show_no_bane() -> None:
    game = position(
        seats=[{"hand": "Young Witch, 3 Copper"}, {"hand": "Cellar"}, {"hand": "Moat"}],
        bane="Cellar",
    )
    answers(game, "Young Witch", None)
    assert (question(game), asked(game).options) == ((1, "reveal"), ("Cellar",))
    answer(game, "Cellar")
    assert hand(game, 1) == ["Cellar"]
    assert seat(game, 2)["cards"] == {"Moat": 1, "Curse": 1}
    assert game.view(0)["bane"] == "Cellar"


def test_a_reaction_may_be_the_bane_as_well() -> None:
    game = position(seats=[{"hand": "Young Witch"}, {"hand": "Moat"}], bane="Moat")
    answers(game, "Young Witch", None, "Moat")
    assert seat(game, 1)["cards"] == {"Moat": 1}


def test_a_game_with_young_witch_has_an_eleventh_pile() -> None:
    game = deal()
    bane = game.view(None)["bane"]
    assert bane not in KINGDOM
    assert game.view(None)["costs"][bane] in (2, 3)
    assert game.view(None)["supply"][bane] > 0
    assert deal(bane="Hamlet").view(None)["bane"] == "Hamlet"


@pytest.mark.parametrize(
    ("config", "culprit"),
    [
        ({"bane": "Smithy"}, "Smithy"),
        ({"bane": "Menagerie"}, "Menagerie"),
        ({"bane": "Copper"}, "Copper"),
        ({"bane": "Nonsense"}, "Nonsense"),
        ({"bane": 3}, "3"),
        ({"bane": "Hamlet", "kingdom": "First Game"}, "Young Witch"),
        ({"bane": "Hamlet", "kingdom": "random", "sets": ["base"]}, "Young Witch"),
        ({"bane": "Smithy", "kingdom": "random", "sets": ["cornucopia"]}, "Smithy"),
        ({"kingdom": [*KINGDOM[:9], "Diadem"]}, "Diadem"),
    ],
)
def test_a_bad_bane_or_prize_is_refused(config: dict[str, Any], culprit: str) -> None:
    with pytest.raises(BadConfig, match=culprit):
        deal(**config)


@pytest.mark.parametrize(("kingdom", "bane"), [("Smithy", "Hamlet"), ("Young Witch", "Smithy")])
def test_a_position_with_a_bad_bane_is_refused(kingdom: str, bane: str) -> None:
    with pytest.raises(BadConfig, match=bane):
        position(kingdom=kingdom, seats=[{}, {}], bane=bane)


def random_deal(seed: int, bane: str) -> Game:
    config = {"kingdom": "random", "sets": ["cornucopia"], "bane": bane}
    return catalogue.new("dominion", seats=2, seed=seed, config=config)


def test_a_random_kingdom_with_young_witch_has_the_named_bane() -> None:
    for seed in range(8):
        view = random_deal(seed, "Cellar").view(None)
        needed = "Young Witch" in view["supply"]
        assert view.get("bane") == ("Cellar" if needed else None)
        assert ("Cellar" in view["supply"]) == needed


def test_a_random_kingdom_with_the_named_bane_draws_another() -> None:
    banes = {random_deal(seed, "Hamlet").view(None).get("bane") for seed in range(8)}
    assert len(banes - {"Hamlet", None}) > 1


# --- Harvest to Fairgrounds -----------------------------------------------------------------


def test_harvest_discards_four_cards_and_counts_their_names() -> None:
    game = position(seats=[{"hand": "Harvest", "deck": "Copper, Copper, Tunnel, Gold, Estate"}, {}])
    answers(game, "Harvest", "Tunnel")
    assert counters(game)[2] == 3
    assert seat(game, 0)["deck"] == ["Estate"]


def test_horn_of_plenty_counts_names_in_play_and_goes_for_a_victory_card() -> None:
    zones = {"hand": "Horn of Plenty", "in_play": "Village, Caravan, Copper, Copper, Silver"}
    game = position(seats=[zones, {}], phase="buy")
    answer(game, "Horn of Plenty")
    assert "Duchy" in asked(game).options
    assert "Gold" not in asked(game).options
    answer(game, "Duchy")
    assert game.view(None)["trash"] == ["Horn of Plenty"]
    assert seat(game, 0)["discard"] == ["Duchy"]


def test_horn_of_plenty_stays_where_trader_brings_a_silver() -> None:
    zones = {"hand": "Horn of Plenty, Trader", "in_play": "Copper"}
    game = position(seats=[zones, {}], phase="buy")
    answers(game, "Horn of Plenty", "Estate", "Trader")
    assert game.view(None)["trash"] == []


def test_hunting_party_takes_the_first_card_with_another_name() -> None:
    zones = {"hand": "Hunting Party, Copper", "deck": "Silver, Copper, Silver, Estate, Gold"}
    game = position(seats=[zones, {}])
    answer(game, "Hunting Party")
    assert hand(game) == ["Copper", "Estate", "Silver"]
    assert sorted(seat(game, 0)["discard"]) == ["Copper", "Silver"]
    assert seat(game, 0)["deck"] == ["Gold"]


def test_jester_gives_a_curse_for_a_victory_card_or_a_copy_to_either() -> None:
    game = position(
        seats=[{"hand": "Jester"}, {"deck": "Tunnel"}, {"deck": "Gold"}, {"deck": "Silver"}]
    )
    answers(game, "Jester", "Tunnel")
    assert seat(game, 1)["cards"] == {"Curse": 1, "Gold": 1, "Tunnel": 1}
    decision = asked(game)
    assert (decision.seat, decision.kind, decision.about) == (0, "choose", "Gold")
    answers(game, "you gain a copy", "they gain a copy")
    assert seat(game, 0)["cards"] == {"Gold": 1, "Jester": 1}
    assert seat(game, 3)["cards"] == {"Silver": 2}


def test_jester_finds_no_copy_of_a_prize_nor_of_an_empty_pile() -> None:
    game = position(
        seats=[{"hand": "Jester"}, {"deck": "Diadem"}, {"deck": "Gold"}], supply={"Gold": 0}
    )
    answer(game, "Jester")
    assert question(game) == (0, "buy")


@pytest.mark.parametrize(("names", "points"), [(9, 2), (10, 4)])
def test_fairgrounds_count_five_names_each(names: int, points: int) -> None:
    cards = [card.name for card in of_expansion("seaside") if not card.worth][: names - 1]
    game = position(seats=[{"hand": "Fairgrounds", "deck": cards}, {}])
    assert game.scores[0] == points


# --- Prizes ---------------------------------------------------------------------------------


def test_bag_of_gold_gains_a_gold_onto_the_deck() -> None:
    game = position(seats=[{"hand": "Bag of Gold"}, {}])
    answer(game, "Bag of Gold")
    assert seat(game, 0)["deck"] == ["Gold"]
    assert counters(game)[0] == 1


def test_diadem_counts_the_actions_left() -> None:
    game = position(seats=[{"hand": "Diadem"}, {}], actions=3)
    answer(game, "Diadem")
    assert counters(game)[2] == 5


def test_followers_curse_and_then_make_each_discard_down_to_three() -> None:
    game = position(seats=[{"hand": "Followers", "deck": "2 Gold"}, {"hand": "4 Copper"}])
    answer(game, "Followers")
    assert seat(game, 0)["discard"] == ["Estate"]
    assert len(hand(game, 1)) == 3
    assert typed(game, "gain")[-1] == {
        "type": "gain", "seat": 1, "to": "discard", "bought": False, "cards": ["Curse"],
    }  # fmt: skip


def test_princess_makes_cards_cheaper_while_in_play_and_is_not_doubled() -> None:
    game = position(seats=[{"hand": "Throne Room, Princess", "in_play": "Highway"}, {}])
    answer(game, "Throne Room")
    assert game.view(None)["costs"]["Province"] == 5
    assert counters(game)[1] == 3


def test_trusty_steed_does_two_things_in_printed_order_and_dumps_the_deck() -> None:
    game = position(seats=[{"hand": "Trusty Steed", "deck": "Gold, Copper, Tunnel"}, {}])
    answer(game, "Trusty Steed")
    game.choose([3, 0])
    assert hand(game) == ["Copper", "Gold"]
    assert sorted(seat(game, 0)["discard"]) == ["Silver"] * 4 + ["Tunnel"]


def test_a_prize_may_be_anywhere_but_only_once_and_is_no_pile() -> None:
    game = position(
        seats=[{"hand": "Diadem", "mats": {"Island": "Princess"}}, {}], kingdom="Tournament"
    )
    assert game.view(0)["prizes"] == ["Bag of Gold", "Followers", "Trusty Steed"]
    assert "Diadem" not in game.view(0)["supply"]
    with pytest.raises(BadConfig, match="Diadem"):
        position(seats=[{"hand": "2 Diadem"}, {}])
    with pytest.raises(BadConfig, match="Diadem"):
        position(seats=[{"hand": "Diadem"}, {}], prizes="Diadem")


def test_ambassador_and_prizes_do_nothing_together() -> None:
    game = position(seats=[{"hand": "Ambassador, Diadem"}, {}])
    answer(game, "Ambassador")
    assert hand(game) == ["Diadem"]
    assert question(game) == (0, "play_treasures")


@pytest.mark.parametrize("seed", range(9))
def test_random_kingdoms_of_cornucopia_conform(seed: int) -> None:
    config = {"kingdom": "random", "sets": ["cornucopia"], "turn_limit": 15}
    conformance.check("dominion", seats=2 + seed % 3, seed=seed, config=config, every=11)
