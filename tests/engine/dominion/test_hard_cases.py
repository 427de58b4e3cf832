"""Mechanics beyond the first game, proven with cards made for it (tests/engine/dominion/proof.py).

Tests the claims of docs/decisions/engine.md, "The hard cases".
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from typing import Any

import pytest

from engine import catalogue, conformance, record
from engine.dominion import Dominion, position
from tests.engine.dominion import proof
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


@pytest.fixture(autouse=True)
def _proof_cards() -> Iterator[None]:
    with proof.in_use():
        yield


# --- Throne Room ----------------------------------------------------------------------------


def test_a_throne_plays_the_chosen_card_twice_for_one_action() -> None:
    game = position(seats=[{"hand": "Proof Throne, Market", "deck": "3 Copper"}, {}])
    answer(game, "Proof Throne")
    assert counters(game) == (2, 3, 2)
    assert seat(game, 0)["in_play"] == ["Proof Throne", "Market"]
    assert [event["type"] for event in logged_events(game, 1)] == [
        "play", "play", "draw", "play_again", "draw",
    ]  # fmt: skip


def test_a_throne_asks_play_action_in_its_own_name_and_one_must_be_chosen() -> None:
    game = position(seats=[{"hand": "Proof Throne, Market, Moat"}, {}])
    answer(game, "Proof Throne")
    decision = asked(game)
    assert (decision.kind, decision.source) == ("play_action", "Proof Throne")
    assert (decision.least, decision.most) == (1, 1)


def test_a_throne_without_another_action_does_nothing() -> None:
    game = position(seats=[{"hand": "Proof Throne, Copper"}, {}])
    answer(game, "Proof Throne")
    assert question(game) == (0, "play_treasures")


def test_a_throned_throne_plays_two_cards_twice_each_not_one_four_times() -> None:
    game = position(
        seats=[{"hand": "2 Proof Throne, Village, Smithy, Copper", "deck": "20 Copper"}, {}]
    )
    answers(game, "Proof Throne", "Proof Throne")
    assert asked(game).options == ("Village", "Smithy")
    answer(game, "Village")
    assert seat(game, 0)["in_play"] == ["Proof Throne", "Proof Throne", "Village", "Smithy"]
    assert len(hand(game)) == 1 + 2 + 6
    assert counters(game)[0] == 4


def test_every_play_of_a_throned_throne_of_attacks_asks_for_reactions_anew() -> None:
    game = position(
        seats=[
            {"hand": "2 Proof Throne, 2 Militia"},
            {"hand": "Moat, Gold, 3 Estate"},
            {"hand": "2 Moat, Silver, 3 Estate"},
        ]
    )
    answers(game, "Proof Throne", "Proof Throne")
    for _ in range(3):
        assert question(game) == (1, "react")
        answer(game, "Moat")
        assert question(game) == (2, "react")
        answer(game, "Moat")
    assert (len(hand(game, 1)), len(hand(game, 2))) == (5, 6)
    answers(game, None, "Moat")
    assert question(game) == (1, "discard")
    answer(game, "Estate", "Estate")
    assert question(game) == (0, "buy")
    assert (len(hand(game, 1)), len(hand(game, 2))) == (3, 6)
    assert counters(game) == (0, 1, 8)


def test_a_moat_shown_to_the_first_play_does_not_shield_from_the_second() -> None:
    game = position(seats=[{"hand": "Proof Throne, Militia"}, {"hand": "Moat, Gold, 3 Estate"}])
    answers(game, "Proof Throne", "Moat", None)
    assert question(game) == (1, "discard")


def test_a_moat_not_shown_to_the_first_play_may_be_shown_to_the_second() -> None:
    game = position(
        seats=[{"hand": "Proof Throne, Proof Torturer"}, {"hand": "Moat, Gold, 3 Estate"}]
    )
    answers(game, "Proof Throne", None, "curse")
    assert question(game) == (1, "react")
    answer(game, "Moat")
    assert question(game) == (0, "buy")
    assert seat(game, 1)["discard"] == ["Curse"]


# --- gaining and buying ---------------------------------------------------------------------


def tower_and_idol(*more: str) -> Dominion:
    game = position(
        supply={"Proof Idol": 5},
        phase="buy",
        coins=5,
        buys=2,
        seats=[{"hand": ["Proof Tower", *more]}, {"hand": "Copper"}],
    )
    answer(game, "Proof Idol")
    return game


def test_who_gains_chooses_the_order_of_what_happens_at_once() -> None:
    decision = asked(tower_and_idol())
    assert (decision.seat, decision.kind) == (0, "choose")
    assert decision.options == ("Proof Tower", "Proof Idol")
    assert (decision.least, decision.most, decision.about) == (1, 1, "Proof Idol")


def test_the_reaction_first_then_the_card_s_own_text() -> None:
    game = tower_and_idol()
    answers(game, "Proof Tower", "Proof Tower")
    assert (asked(game).options, asked(game).about) == (("trash", "put on deck"), "Proof Idol")
    answer(game, "trash")
    assert game.view(None)["trash"] == ["Proof Idol"]
    assert (question(game), asked(game).about) == ((0, "react"), "Silver")
    answers(game, "Proof Tower", "put on deck")
    assert game.view(1)["seats"][0]["known"]["deck"] == ["Silver"]


def test_a_reaction_loses_track_of_a_card_that_the_next_gain_has_covered() -> None:
    game = tower_and_idol()
    answer(game, "Proof Idol")
    assert (question(game), asked(game).about) == ((0, "react"), "Silver")
    answers(game, None)
    assert question(game) == (0, "buy")
    assert seat(game, 0)["discard"] == ["Proof Idol", "Silver"]


def test_three_things_at_once_are_ordered_until_one_is_left() -> None:
    game = tower_and_idol("Proof Scout")
    assert asked(game).options == ("Proof Scout", "Proof Tower", "Proof Idol")
    answers(game, "Proof Scout", None)
    assert asked(game).options == ("Proof Tower", "Proof Idol")
    answers(game, "Proof Tower", None)
    assert (question(game), asked(game).about) == ((0, "choose"), "Silver")


def test_one_reaction_is_shown_once_a_gain_however_many_copies_are_held() -> None:
    game = position(phase="buy", coins=3, seats=[{"hand": "2 Proof Tower"}, {"hand": "Copper"}])
    answer(game, "Silver")
    assert asked(game).options == ("Proof Tower", "Proof Tower")
    answers(game, "Proof Tower", "put on deck")
    assert question(game) == (1, "play_treasures")


def test_a_reaction_to_a_gain_says_to_what() -> None:
    game = position(
        kingdom=FIRST_GAME, seats=[{"hand": "Workshop, Proof Tower"}, {"hand": "Copper"}]
    )
    answers(game, "Workshop", "Silver")
    assert asked(game).about == "Silver"
    answers(game, "Proof Tower", "trash")
    assert typed(game, "react")[0]["about"] == "Silver"


def test_what_happens_on_buying_comes_before_the_gain() -> None:
    game = position(
        supply={"Proof Fair": 5},
        phase="buy",
        coins=4,
        seats=[{"deck": "Gold, 9 Copper"}, {"hand": "Copper"}],
    )
    answer(game, "Proof Fair")
    assert (question(game), asked(game).source) == ((0, "gain"), "Proof Fair")
    assert seat(game, 0)["discard"] == []
    answer(game, "Silver")
    gains = [(event["cards"], event["bought"]) for event in typed(game, "gain")]
    assert gains == [(["Silver"], False), (["Proof Fair"], True)]
    types = [event["type"] for event in logged_events(game, 1)]
    assert types[:4] == ["buy", "gain", "gain", "draw"]


def test_who_buys_the_last_copy_and_gains_it_on_buying_does_not_gain_it_twice() -> None:
    game = position(
        supply={"Proof Fair": 1},
        phase="buy",
        coins=4,
        seats=[{"deck": "Gold, 9 Copper"}, {"hand": "Copper"}],
    )
    answers(game, "Proof Fair", "Proof Fair")
    assert seat(game, 0)["cards"] == {"Copper": 9, "Gold": 1, "Proof Fair": 1}
    assert game.view(0)["supply"]["Proof Fair"] == 0


def test_a_gain_that_is_no_buy_does_not_happen_on_buying() -> None:
    game = position(
        supply={"Proof Fair": 5}, seats=[{"hand": "Workshop", "deck": "Gold, Silver"}, {}]
    )
    answers(game, "Workshop", "Proof Fair")
    assert len(typed(game, "gain")) == 1
    assert hand(game) == ["Gold"]


# --- cheaper cards --------------------------------------------------------------------------


def test_cards_cost_less_while_the_card_is_in_play_but_never_below_nothing() -> None:
    game = position(
        kingdom=FIRST_GAME,
        phase="buy",
        coins=4,
        seats=[{"in_play": "3 Proof Road"}, {"hand": "Copper"}],
    )
    costs = game.view(1)["costs"]
    assert (costs["Province"], costs["Silver"], costs["Estate"], costs["Copper"]) == (5, 0, 0, 0)
    assert {"Market", "Gold"} <= set(asked(game).options)
    assert "Province" not in asked(game).options
    answer(game, "Gold")
    assert question(game) == (1, "play_treasures")
    assert game.view(1)["costs"]["Province"] == 8


def test_a_cheaper_card_is_paid_for_at_its_price() -> None:
    game = position(
        phase="buy", coins=9, buys=3, seats=[{"in_play": "Proof Road"}, {"hand": "Copper"}]
    )
    answer(game, "Province")
    assert counters(game) == (1, 2, 2)
    answer(game, "Copper")
    assert counters(game) == (1, 1, 2)


def test_cheaper_cards_count_for_both_sides_of_a_remodel() -> None:
    game = position(seats=[{"hand": "Remodel, Gold, Copper", "in_play": "2 Proof Road"}, {}])
    answers(game, "Remodel", "Gold")
    assert "Province" in asked(game).options


def test_at_the_floor_a_remodel_reaches_further() -> None:
    game = position(
        kingdom=FIRST_GAME, seats=[{"hand": "Remodel, Copper", "in_play": "2 Proof Road"}, {}]
    )
    answer(game, "Remodel")
    assert "Smithy" in asked(game).options
    assert "Market" not in asked(game).options


def test_cheaper_cards_help_a_workshop() -> None:
    game = position(seats=[{"hand": "Workshop", "in_play": "2 Proof Road"}, {}])
    answer(game, "Workshop")
    assert {"Gold", "Duchy"} <= set(asked(game).options)


def test_a_throned_road_makes_cards_cheaper_once_for_it_lies_there_once() -> None:
    game = position(seats=[{"hand": "Proof Throne, Proof Road", "deck": "5 Copper"}, {}])
    answer(game, "Proof Throne")
    assert counters(game)[0] == 2
    assert game.view(0)["costs"]["Province"] == 7


# --- several seats inside one card ----------------------------------------------------------


def test_each_victim_decides_to_the_end_before_the_next_one() -> None:
    victim = {"hand": "Gold, Silver, 3 Estate"}
    game = position(seats=[{"hand": "Proof Torturer"}, victim, victim, victim])
    answer(game, "Proof Torturer")
    trail = []
    for pick in ("discard", ("Estate", "Gold"), "curse", "discard", ("Estate", "Estate")):
        trail.append(question(game))
        answers(game, pick)
    assert trail == [
        (1, "choose"), (1, "discard"), (2, "choose"), (3, "choose"), (3, "discard"),
    ]  # fmt: skip
    assert question(game) == (0, "buy")
    assert seat(game, 2)["discard"] == ["Curse"]


def test_the_last_curses_are_dealt_out_in_turn_order() -> None:
    game = position(supply={"Curse": 1}, current=1, seats=[{}, {"hand": "Proof Torturer"}, {}, {}])
    answers(game, "Proof Torturer", "curse", "curse", "curse")
    assert [seat(game, number)["discard"] for number in range(4)] == [[], [], ["Curse"], []]


def test_a_victim_s_own_reaction_to_a_gain_comes_inside_the_attack() -> None:
    game = position(
        seats=[{"hand": "Proof Torturer"}, {"hand": "Proof Tower"}, {"hand": "4 Copper"}]
    )
    answers(game, "Proof Torturer", "curse")
    assert (question(game), asked(game).about) == ((1, "react"), "Curse")
    answers(game, "Proof Tower", "trash")
    assert game.view(None)["trash"] == ["Curse"]
    assert question(game) == (2, "choose")


def test_the_attacker_decides_for_each_victim_in_turn_order() -> None:
    game = position(
        seats=[
            {"hand": "Proof Spy", "deck": "Copper"},
            {"deck": "Gold, Copper"},
            {"deck": "", "discard": ""},
            {"discard": "Estate"},
        ]
    )
    answer(game, "Proof Spy")
    assert (question(game), asked(game).about) == ((0, "choose"), ("Gold",))
    assert game.view(3)["seats"][1]["set_aside"] == ["Gold"]
    answer(game, "discard")
    assert (question(game), asked(game).about) == ((0, "choose"), ("Estate",))
    answer(game, "put back")
    assert seat(game, 1)["discard"] == ["Gold"]
    for viewer in range(3):
        assert game.view(viewer)["seats"][3]["known"] == {"deck": ["Estate"]}


def twins(game: Dominion) -> list[Dominion]:
    """The game again: copied, pickled, and replayed from its record."""
    replayed = record.replay(json.loads(json.dumps(game.record())))
    assert isinstance(replayed, Dominion)
    return [game.copy(), pickle.loads(pickle.dumps(game)), replayed]


def test_a_game_goes_on_alike_from_a_copy_in_the_middle_of_nested_cards() -> None:
    game = position(
        seats=[
            {"hand": "2 Proof Throne, Proof Torturer, Proof Seer", "deck": "6 Copper, Gold"},
            {"hand": "Moat, Gold, 3 Estate"},
            {"hand": "Proof Tower, Gold, 3 Estate"},
        ]
    )
    path: list[Any] = [
        "Proof Throne", "Proof Throne", "Proof Torturer", "Moat", "curse", "Proof Tower",
        "trash", None, "discard", ("Estate", "Estate"),
    ]  # fmt: skip
    for pick in path:
        for twin in twins(game):
            assert twin == game
            answers(twin, pick)
            moved = game.copy()
            answers(moved, pick)
            assert twin.view(None) == moved.view(None)
            assert twin.decision == moved.decision
        answers(game, pick)


# --- one-shots ------------------------------------------------------------------------------


def test_a_one_shot_leaves_play_and_gives_its_gain() -> None:
    game = position(seats=[{"hand": "Proof Feast"}, {}])
    answers(game, "Proof Feast", "Duchy")
    assert (seat(game, 0)["in_play"], game.view(None)["trash"]) == ([], ["Proof Feast"])
    assert seat(game, 0)["discard"] == ["Duchy"]


def test_a_throned_one_shot_is_trashed_once_and_gains_twice() -> None:
    game = position(seats=[{"hand": "Proof Throne, Proof Feast"}, {}])
    answers(game, "Proof Throne", "Duchy", "Silver")
    assert game.view(None)["trash"] == ["Proof Feast"]
    assert seat(game, 0)["discard"] == ["Duchy", "Silver"]


def test_a_throned_one_shot_does_not_take_another_copy_from_the_table() -> None:
    zones = {"hand": "Proof Throne, Proof Feast", "in_play": "Proof Feast"}
    game = position(seats=[zones, {}])
    answers(game, "Proof Throne", "Duchy", "Silver")
    assert game.view(None)["trash"] == ["Proof Feast"]
    assert sorted(seat(game, 0)["in_play"]) == ["Proof Feast", "Proof Throne"]


# --- treasures that do more -----------------------------------------------------------------


def test_a_treasure_s_effect_comes_between_the_treasures_played_around_it() -> None:
    game = position(phase="buy", seats=[{"hand": "Copper, Proof Coin, Silver"}, {"hand": "Copper"}])
    answer(game, "Copper", "Proof Coin", "Silver")
    assert (question(game), asked(game).source) == ((0, "gain"), "Proof Coin")
    assert asked(game).options == ("Copper", "Curse")
    assert counters(game)[2] == 2
    assert game.view(1)["seats"][0]["known"] == {"hand": ["Silver"]}
    answer(game, "Copper")
    assert question(game) == (0, "buy")
    assert counters(game)[2] == 4
    assert [event["cards"] for event in typed(game, "play")] == [
        ["Copper"], ["Proof Coin"], ["Silver"],
    ]  # fmt: skip


# --- all of it at random --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kingdom", "seats", "seed"),
    [
        (proof.KINGDOM, 2, 1),
        (proof.KINGDOM, 3, 2),
        (proof.KINGDOM_OF_ATTACKS, 2, 3),
        (proof.KINGDOM_OF_ATTACKS, 4, 4),
    ],
)
def test_games_of_hard_cases_conform(kingdom: list[str], seats: int, seed: int) -> None:
    config = {"kingdom": kingdom, "turn_limit": 25}
    game = conformance.check("dominion", seats=seats, seed=seed, config=config, every=23)
    assert game.outcome is not None


def test_the_proof_cards_are_in_no_real_kingdom() -> None:
    config = {"kingdom": "random"}
    for seed in range(5):
        kingdom = catalogue.new("dominion", seats=2, seed=seed, config=config).view(0)["supply"]
        assert not set(kingdom) & set(proof.PROOF_CARDS)
