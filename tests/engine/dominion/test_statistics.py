"""What statistics count of a game: its turns, and what each seat bought first."""

from typing import Any

from engine.dominion.statistics import game_statistics
from engine.statistics import reader


def turn(seat: int, number: int, *bought: str) -> list[dict[str, Any]]:
    start = {"type": "turn", "seat": seat, "turn": number}
    return [start, *({"type": "buy", "seat": seat, "cards": [card]} for card in bought)]


def test_openings_are_bought_in_two_turns_in_any_order() -> None:
    events = [
        *turn(0, 1, "Silver"),
        *turn(1, 1, "Moat", "Cellar"),
        *turn(0, 2, "Militia"),
        {"type": "gain", "seat": 1, "cards": ["Curse"]},
        *turn(1, 2),
        *turn(0, 3, "Gold"),
        *turn(1, 3, "Silver"),
    ]
    found = game_statistics(events, 2)
    assert found.length == 3
    assert found.openings == (("Militia", "Silver"), ("Cellar", "Moat"))


def test_a_game_that_ends_at_once_has_no_openings() -> None:
    assert game_statistics(turn(0, 1, "Silver"), 2) == (1, ())


def test_an_extra_turn_makes_the_game_no_shorter() -> None:
    assert game_statistics([*turn(0, 4), *turn(1, 3)], 2).length == 4


def test_dominion_reads_its_own_events() -> None:
    assert reader("dominion") is game_statistics
    assert reader("nonsense") is None
