"""Looking at hidden cards: each seat's knowledge, proven with a test card."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.dominion import Dominion, position
from tests.engine.dominion import proof
from tests.engine.dominion.playing import (
    answer,
    answers,
    asked,
    hand,
    question,
    seat,
)


@pytest.fixture(autouse=True)
def _proof_cards() -> Iterator[None]:
    with proof.in_use():
        yield


# --- looking at hidden cards ----------------------------------------------------------------


def looking(deck: str = "Gold, Silver, Copper, 4 Estate") -> Dominion:
    game = position(seats=[{"hand": "Proof Seer, Moat", "deck": deck}, {"hand": "Copper"}])
    answer(game, "Proof Seer")
    return game


def test_only_who_looks_sees_the_cards() -> None:
    game = looking()
    assert asked(game).kind == "order"
    assert asked(game).options == ("Gold", "Silver", "Copper")
    assert game.view(0)["seats"][0]["set_aside"] == ["Gold", "Silver", "Copper"]
    assert game.view(1)["seats"][0]["set_aside"] == [None, None, None]


def test_cards_go_back_in_the_order_picked_the_first_on_top() -> None:
    game = looking()
    answer(game, "Copper", "Gold", "Silver")
    assert seat(game, 0)["deck"][:4] == ["Copper", "Gold", "Silver", "Estate"]
    assert game.view(0)["seats"][0]["known"] == {"deck": ["Copper", "Gold", "Silver"]}
    assert game.view(1)["seats"][0]["known"] == {}


def test_the_others_learn_nothing_from_a_private_look() -> None:
    stories = []
    for deck, order in (
        ("Gold, Silver, Copper, 4 Estate", ("Copper", "Gold", "Silver")),
        ("Estate, Copper, Gold, Silver, 3 Estate", ("Gold", "Copper", "Estate")),
    ):
        game = looking(deck)
        middle = game.view(1), game.knowledge(1)
        answer(game, *order)
        stories.append((middle, game.view(1), game.knowledge(1), game.events(1)))
    assert stories[0] == stories[1]


def test_worlds_keep_the_cards_for_who_looked_and_deal_them_anew_for_the_others() -> None:
    game = looking()
    answer(game, "Copper", "Gold", "Silver")
    own = {tuple(seat(game.imagine(0, seed), 0)["deck"][:3]) for seed in range(20)}
    theirs = {tuple(seat(game.imagine(1, seed), 0)["deck"][:3]) for seed in range(20)}
    assert own == {("Copper", "Gold", "Silver")}
    assert len(theirs) > 5


def test_worlds_in_the_middle_of_a_look_ask_for_the_cards_that_lie_there() -> None:
    game = looking()
    for seed in range(10):
        assert asked(game.imagine(0, seed)) == asked(game)
        world = game.imagine(1, seed)
        shown = [name for name in seat(world, 0)["set_aside"] if name]
        assert sorted(str(option) for option in asked(world).options) == sorted(shown)


def test_looked_at_cards_are_drawn_from_the_top_and_what_is_left_stays_known() -> None:
    game = looking()
    answers(game, ("Copper", "Gold", "Silver"), "Moat")
    assert hand(game) == ["Copper", "Gold"]
    assert game.view(0)["seats"][0]["known"] == {"deck": ["Silver"]}


def test_a_shuffle_forgets_what_was_known_of_the_deck() -> None:
    game = position(
        seats=[{"hand": "Proof Seer, Smithy", "deck": "Gold, Silver", "discard": "9 Copper"}, {}]
    )
    answer(game, "Proof Seer")
    assert sorted(str(option) for option in asked(game).options) == ["Copper", "Gold", "Silver"]
    assert seat(game, 0)["deck_size"] == 8
    answers(game, ("Gold", "Silver", "Copper"), "Smithy")
    assert hand(game) == ["Copper", "Gold", "Silver"]
    assert game.view(0)["seats"][0]["known"] == {}


def test_looked_at_cards_are_not_shuffled_in() -> None:
    game = position(seats=[{"hand": "Proof Seer", "deck": "Gold, Silver", "discard": ""}, {}])
    answer(game, "Proof Seer")
    assert asked(game).options == ("Gold", "Silver")
    assert (seat(game, 0)["deck_size"], seat(game, 0)["discard_size"]) == (0, 0)


def test_the_order_of_equal_cards_is_not_asked() -> None:
    game = looking("5 Copper")
    assert question(game) == (0, "play_action")
    assert game.view(0)["seats"][0]["known"] == {"deck": ["Copper"] * 3}
