""" "Spielablauf" of rules/kingdomino.de.txt: rounds, turns, and the parts of a turn."""

from __future__ import annotations

import pytest

from engine.game import IllegalChoice
from engine.kingdomino import position
from tests.engine.kingdomino.play import (
    answer,
    asked,
    by_chance,
    events,
    first,
    new,
    placed_on,
    play,
)


@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 12), (4, 12)])
def test_a_game_has_twelve_rounds_or_six_with_two_seats(seats: int, rounds: int) -> None:
    game = play(new(seats), by_chance(8))
    turns = [event["turn"] for event in events(game, "turn")]
    assert turns == sorted(turns)
    assert set(turns) == set(range(rounds + 1))  # 0: the kings' first setting


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_each_round_the_king_on_the_lowest_domino_goes_first_and_the_highest_last(
    seats: int,
) -> None:
    game = play(new(seats), by_chance(9))
    laid = [e for e in game.events(None) if e["type"] in ("place", "discard")]
    kings = {event["number"]: event["seat"] for event in events(game, "pick")}
    size = 3 if seats == 3 else 4
    for start in range(0, len(laid), size):
        numbers = [event["number"] for event in laid[start : start + size]]
        assert numbers == sorted(numbers)
        assert [event["seat"] for event in laid[start : start + size]] == [
            kings[number] for number in numbers
        ]


def test_with_two_seats_each_has_two_turns_a_round() -> None:
    game = play(new(2), by_chance(2))
    turns = [(event["turn"], event["seat"]) for event in events(game, "turn")]
    for number in range(1, 7):
        assert turns.count((number, 0)) == turns.count((number, 1)) == 2


def test_a_turn_places_first_and_picks_then() -> None:
    game = position(seats=[{"domino": 13}, {"domino": 20}], next_row=[5, 30], bag=[])
    assert asked(game) == (0, "place")
    answer(game, [1, 0, 1, 0])
    assert asked(game) == (0, "pick")
    assert game.decision is not None
    assert game.decision.options == (5, 30)
    answer(game, 30)
    assert asked(game) == (1, "place")


def test_the_last_free_domino_is_picked_without_a_question() -> None:
    game = position(seats=[{"domino": 13}, {"domino": 20}], next_row=[5, 30])
    answer(game, [1, 0, 1, 0], 30, [1, 0, 1, 0])
    assert [event["number"] for event in events(game, "pick")] == [30, 5]
    assert asked(game) == (1, "place"), "the king on 5 is seat 1's, and goes first"


def test_a_domino_may_be_declined_and_its_king_still_goes_on() -> None:
    game = position(seats=[{"domino": 13}, {"domino": 20}], next_row=[5, 30])
    assert placed_on(game)[-1] is None
    answer(game, None)
    assert game.view(0)["seats"][0]["tiles"] == []
    assert events(game, "discard") == [
        {"type": "discard", "seat": 0, "number": 13, "forced": False}
    ]
    assert asked(game) == (0, "pick")


def test_where_a_domino_must_be_placed_it_cannot_be_declined() -> None:
    game = position(seats=[{"domino": 13}, {}], config={"must_place": True})
    assert None not in placed_on(game)
    with pytest.raises(IllegalChoice, match="no option"):
        game.choose((len(placed_on(game)),))


def test_the_new_row_comes_when_everybody_had_a_turn() -> None:
    game = position(
        seats=[{"domino": 13}, {"domino": 20}], next_row=[5, 30], bag=[40, 7, 1, 2], round=3
    )
    answer(game, None, 30)
    assert [one["number"] for one in game.view(0)["next_row"]] == [5, 30]
    answer(game, None)
    view = game.view(0)
    assert view["round"] == 4
    assert [(one["number"], one["king"]) for one in view["row"]] == [(5, 1), (30, 0)]
    assert [one["number"] for one in view["next_row"]] == [1, 2, 7, 40]


def test_when_the_last_dominoes_are_drawn_one_round_more_is_played_and_only_places() -> None:
    game = play(new(4), by_chance(5))
    last = events(game, "row")[-1]["numbers"]
    log = game.events(None)
    start = max(number for number, event in enumerate(log) if event["type"] == "pick")
    after = [event["type"] for event in log[start + 1 :]]
    assert set(after) <= {"turn", "place", "discard", "end"}
    assert after.count("turn") == len(last) == 4
    assert after[-1] == "end"


def test_every_seat_gets_twelve_dominoes() -> None:
    for seats in (2, 3, 4):
        game = play(new(seats), by_chance(6))
        laid = [e["seat"] for e in game.events(None) if e["type"] in ("place", "discard")]
        assert [laid.count(seat) for seat in range(seats)] == [12] * seats


def test_a_seat_without_a_bot_places_on_the_first_square_it_can() -> None:
    """The default is the first option, and so no discard while a place is left."""
    game = play(new(2), first)
    assert not [event for event in events(game, "discard") if not event["forced"]]


def nearly_full() -> list[list[object]]:
    """Wheat on all of 5 by 5 but (2, 0) and (2, 1)."""
    squares = [(x, y) for x in range(-2, 3) for y in range(-2, 3)]
    left_out = [(0, 0), (2, 0), (2, 1)]
    return [[x, y, "wheat", 0] for x, y in squares if (x, y) not in left_out]


def test_where_there_is_one_place_and_it_must_be_taken_nobody_is_asked() -> None:
    seats = [{"tiles": nearly_full(), "domino": 1}, {}]
    game = position(seats=seats, config={"must_place": True})
    assert game.decision is None
    assert events(game, "place") == [{"type": "place", "seat": 0, "number": 1, "at": [2, 0, 0, 1]}]
    assert placed_on(position(seats=seats)) == [[2, 0, 0, 1], None]


def test_a_domino_that_fits_nowhere_goes_away_without_a_question() -> None:
    for must_place in (False, True):
        seats = [{"tiles": nearly_full(), "domino": 3}, {}]
        game = position(seats=seats, config={"must_place": must_place}, next_row=[5, 6])
        assert events(game, "discard") == [
            {"type": "discard", "seat": 0, "number": 3, "forced": True}
        ]
        assert asked(game) == (0, "pick"), "its king goes on all the same"
