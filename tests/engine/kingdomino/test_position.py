"""Positions: building, writing back, and errors."""

from __future__ import annotations

from typing import Any

import pytest

from engine import record
from engine.game import BadConfig
from engine.kingdomino import Kingdomino, position
from tests.engine.kingdomino.play import answer, asked, by_chance, line, new, play


def test_a_position_is_asked_what_the_current_seat_has_to_do() -> None:
    game = position(
        seats=[{}, {"tiles": line("wheat", 2), "domino": 20}, {"domino": 7}],
        current=1,
        next_row=[3, 9, 30],
        bag=[4, 5, 6],
    )
    assert asked(game) == (1, "place")
    view = game.view(1)
    assert [seat["domino"] for seat in view["seats"]] == [None, 20, None]
    assert [(one["number"], one["king"]) for one in view["row"]] == [(7, 2), (20, 1)]
    assert view["bag_size"] == 3
    answer(game, None, 9)
    assert asked(game) == (2, "place"), "then the others in the order of their dominoes"


def test_a_position_without_a_domino_for_the_current_seat_asks_it_to_pick() -> None:
    game = position(seats=[{}, {"domino": 20}], next_row=[{"number": 3, "king": 1}, 9, 11])
    assert asked(game) == (0, "pick")
    assert game.decision is not None
    assert game.decision.options == (9, 11)


def test_a_position_with_free_dominoes_in_the_row_alone_sets_the_first_kings() -> None:
    game = position(row=[4, 9, 11, 30], bag=[1, 2, 3, 5], current=1)
    answer(game, 9)
    assert asked(game) == (0, "pick")
    answer(game, 4, 30)
    view = game.view(None)
    assert [one["king"] for one in view["row"]] == [0, 1, 1, 0]
    assert [one["number"] for one in view["next_row"]] == [1, 2, 3, 5]


def test_a_position_of_a_bag_alone_is_the_beginning_with_this_bag() -> None:
    game = position(bag=[9, 4, 30, 11, 5, 6, 7, 8])
    assert [one["number"] for one in game.view(None)["row"]] == [4, 9, 11, 30]
    play(game)
    assert game.outcome is not None


def test_kings_that_have_set_out_are_not_asked_again() -> None:
    game = position(seats=[{}, {}, {}], row=[{"number": 4, "king": 1}, 9, 11], bag=[1, 2, 3])
    assert asked(game) == (0, "pick")
    answer(game, 11)
    assert [one["king"] for one in game.view(0)["row"]] == [1, 2, 0]


def test_a_position_of_fewer_kings_than_dominoes_plays_on() -> None:
    game = position(seats=[{"domino": 13}, {}], next_row=[5, 6, 7, 8], bag=[1, 2, 3, 4])
    answer(game, None, 7)
    assert asked(game) == (0, "place")
    assert [one["number"] for one in game.view(0)["row"]] == [7]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variants", [[], ["dynasty", "harmony"]])
def test_every_state_is_written_back_as_the_position_that_it_is(
    seats: int, variants: list[str]
) -> None:
    game = new(seats, 5, variants=variants)
    assert isinstance(game, Kingdomino)
    chooser = by_chance(seats)
    number = 0
    while game.decision is not None:
        if number % 5 == 0:
            again = position(**game.position(), seed=5)
            assert again.decision == game.decision
            assert again.view(None) == game.view(None)
            assert again.position() == game.position()
        game.choose((chooser(game.decision),))
        number += 1
    assert position(**game.position()).outcome == game.outcome


def test_a_position_is_recorded_and_replayed() -> None:
    game = position(seats=[{"domino": 13}, {"domino": 20}], next_row=[5, 30], bag=[1, 2], seed=4)
    play(game, by_chance(1))
    assert record.replay(game.record()).events(None) == game.events(None)


WHEAT = [1, 0, "wheat", 1]
ILLEGAL: list[tuple[dict[str, Any], str]] = [
    (
        {"seats": [{"tiles": [WHEAT, [1, 0, "mine", 0]]}, {}]},
        r"of seat 0 .* \(1, 0\) is taken already",
    ),
    ({"seats": [{}, {"tiles": [[0, 0, "mine", 0]]}]}, r"seat 1 .* \(0, 0\) is taken already"),
    ({"seats": [{"tiles": [[5, 0, "mine", 0]]}, {}]}, r"\(5, 0\) is outside the 5 by 5"),
    (
        {"seats": [{"tiles": [[3, 0, "mine", 0], [-2, 0, "mine", 0]]}, {}]},
        r"\(-2, 0\) is outside the 5 by 5",
    ),
    (
        {"seats": [{"tiles": [[0, 7, "mine", 0]]}, {}], "config": {"variants": ["mighty_duel"]}},
        "outside the 7 by 7",
    ),
    ({"seats": [{"tiles": [[1, 0, "lava", 0]]}, {}]}, "unknown terrain 'lava' of seat 0; the terr"),
    ({"seats": [{"tiles": [[1, 0, ["mine"], 0]]}, {}]}, "unknown terrain"),
    ({"seats": [{"tiles": [[1, 0, "mine", 4]]}, {}]}, "0 to 3 crowns"),
    ({"seats": [{"tiles": [[1, 0.5, "mine", 0]]}, {}]}, "whole numbers x and y"),
    (
        {"seats": [{"tiles": [[1, 0, "mine"]]}, {}]},
        r"a tile of seat 0 is \[x, y, terrain, crowns\]",
    ),
    ({"seats": [{"tiles": 7}, {}]}, "the tiles of seat 0 is a list, not 7"),
    ({"seats": [{"domino": 13}, {"domino": 13}]}, "domino 13 is held by two seats"),
    (
        {"seats": [{"domino": 13}, {}], "row": [{"number": 13, "king": 1}]},
        "domino 13 is held by two seats",
    ),
    ({"seats": [{"domino": 13}, {}], "next_row": [13]}, "domino 13 is in the position twice"),
    ({"next_row": [13, 14], "bag": [15, 13]}, "domino 13 is in the position twice"),
    ({"bag": [15, 15]}, "domino 15 is in the position twice"),
    ({"row": [4, 4]}, "domino 4 is twice in row"),
    ({"seats": [{"domino": 49}, {}]}, "a domino of seat 0 is a whole number from 1 to 48, not 49"),
    ({"seats": [{"domino": True}, {}]}, "whole number from 1 to 48, not True"),
    ({"row": [{"number": 4, "king": 2}]}, "the king of domino 4 is .* from 0 to 1, not 2"),
    ({"row": "4, 9"}, "row is a list, not '4, 9'"),
    ({"row": [[4]]}, "a domino of row is a whole number"),
    ({"seats": [{}]}, "seats is a list of 2 to 4 objects"),
    ({"seats": [{}] * 5}, "seats is a list of 2 to 4 objects"),
    ({"seats": [{}, 3]}, "seat 1 is an object with tiles and domino, not 3"),
    ({"seats": [{"tile": []}, {}]}, "seat 0 has an unknown 'tile'; a seat has tiles and domino"),
    ({"current": 2}, "current is a whole number from 0 to 1, not 2"),
    ({"phase": "buy"}, "phase is one of place, pick, not 'buy'"),
    ({"draft": [0, 2]}, "a seat of draft is a whole number from 0 to 1, not 2"),
    ({"dynasty_game": 2}, "dynasty_game is a whole number from 1 to 1, not 2"),
    ({"earlier": [1]}, "earlier has a number for each of the 2 seats, not 1"),
    ({"config": {"variants": ["duel"]}}, "unknown variant 'duel'"),
    ({"config": ["harmony"]}, "config is an object of options"),
    ({"seed": "1"}, "seed is a whole number, not '1'"),
    ({"tiles": []}, "not a position: .* unexpected keyword argument 'tiles'"),
]


@pytest.mark.parametrize(("arguments", "words"), ILLEGAL, ids=[words for _, words in ILLEGAL])
def test_an_illegal_position_says_what_is_wrong(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(BadConfig, match=words):
        position(**arguments)
