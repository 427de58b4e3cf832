"""What statistics count of a game: which domino each seat picked first."""

import pytest

from engine.kingdomino.statistics import game_statistics
from tests.engine.kingdomino.play import by_chance, events, new, play


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_pick_is_told_by_its_place_in_the_row(seats: int) -> None:
    game = play(new(seats=seats, seed=4), by_chance(4))
    found = game_statistics(game.events(None), seats)
    row = events(game, "row")[0]["numbers"]
    picks = {event["seat"]: event["number"] for event in reversed(events(game, "pick")[:4])}
    assert found.openings == tuple((str(row.index(picks[seat]) + 1),) for seat in range(seats))
    assert found.length is None, "all games have as many rounds"


def test_a_game_without_picks_has_no_openings() -> None:
    assert game_statistics([{"type": "row", "numbers": [1, 2, 3, 4]}], 2).openings == ()
