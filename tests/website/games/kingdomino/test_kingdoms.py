"""Kingdoms from stored events: the engine's scores, and a description square by square."""

from typing import Any

import pytest

from tests.website.games.kingdomino.tables import BONUSES, NAMES, play
from website.games.kingdomino.stored_game import game_result

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"variants": BONUSES, "must_place": True}),
    (4, {"variants": ["dynasty", *BONUSES]}),
    (2, {"variants": ["mighty_duel", *BONUSES]}),
    (2, {"variants": ["dynasty", "mighty_duel"]}),
]


@pytest.mark.parametrize(("seats", "config"), TABLES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_kingdom_is_worth_what_the_engine_says(
    seats: int, config: dict[str, Any], seed: int
) -> None:
    game = play(seats, config, seed)
    found = game_result(game.events(None), NAMES[:seats], config)
    assert game.outcome
    assert [total for _name, _points, total in found.totals] == game.outcome.scores
    assert len(found.games) == (3 if found.is_dynasty else 1)
    last = game.view(None)["seats"]
    for kingdom_view, seat in zip(found.games[-1].kingdoms, last, strict=True):
        assert [list(tile) for tile in kingdom_view.kingdom.tiles] == seat["tiles"]
        listed = sum(area.points for area in kingdom_view.areas) + sum(
            bonus.points for bonus in kingdom_view.bonuses
        )
        assert listed == kingdom_view.points


@pytest.mark.parametrize("most", [0, 1, 9, 40, 75])
def test_a_game_that_was_broken_off_is_worth_what_had_been_laid(most: int) -> None:
    config = {"variants": ["dynasty", *BONUSES]}
    game = play(2, config, seed=5, most=most)
    found = game_result(game.events(None), NAMES[:2], config)
    assert [total for _name, _points, total in found.totals] == game.scores


def test_bonuses_are_told_apart_by_what_was_earned() -> None:
    config = {"variants": BONUSES}
    for seed in range(30):
        game = play(2, config, seed)
        for kingdom_view in game_result(game.events(None), NAMES[:2], config).games[0].kingdoms:
            harmony, middle = kingdom_view.bonuses
            assert harmony.points == (5 if len(kingdom_view.kingdom.tiles) == 24 else 0)
            assert middle.points == (10 if kingdom_view.kingdom.is_centred else 0)
            assert (harmony.earned and bool(kingdom_view.away)) is False


def test_what_was_put_away_says_whether_it_had_a_place() -> None:
    events = [
        {"type": "discard", "seat": 1, "number": 12, "forced": True},
        {"type": "discard", "seat": 1, "number": 13, "forced": False},
    ]
    away = [
        kingdom_view.away for kingdom_view in game_result(events, NAMES[:2], {}).games[0].kingdoms
    ]
    assert away == [[], [(12, True), (13, False)]]


def test_every_square_is_told_in_words() -> None:
    events = [
        {"type": "place", "seat": 0, "number": 45, "at": [1, 0, 1, 0]},
        {"type": "place", "seat": 0, "number": 1, "at": [2, 1, 0, 1]},
    ]
    words = game_result(events, NAMES[:2], {}).games[0].kingdoms[0].in_words
    rows = "empty, empty, wheat; empty, empty, wheat; castle, mine with 2 crowns, wheat"
    assert words == f"Row by row from the top: {rows}."
