"""Kingdoms from stored events: worth what the engine says, drawn square by square."""

from typing import Any

import pytest

from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.kingdom import Kingdom, Where
from tests.website.dominoes.tables import BONUSES, NAMES, play
from website.dominoes.drawing import EDGE, UNIT, Board, piece
from website.dominoes.kingdoms import chronicle

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
    found = chronicle(game.events(None), NAMES[:seats], config)
    assert game.outcome
    assert [total for _name, _points, total in found.totals] == game.outcome.scores
    assert len(found.legs) == (3 if found.is_dynasty else 1)
    last = game.view(None)["seats"]
    for realm, seat in zip(found.legs[-1].realms, last, strict=True):
        assert [list(tile) for tile in realm.kingdom.tiles] == seat["tiles"]
        listed = sum(area.points for area in realm.areas) + sum(
            bonus.points for bonus in realm.bonuses
        )
        assert listed == realm.points


@pytest.mark.parametrize("most", [0, 1, 9, 40, 75])
def test_a_game_that_was_broken_off_is_worth_what_had_been_laid(most: int) -> None:
    config = {"variants": ["dynasty", *BONUSES]}
    game = play(2, config, seed=5, most=most)
    found = chronicle(game.events(None), NAMES[:2], config)
    assert [total for _name, _points, total in found.totals] == game.scores


def test_bonuses_are_told_apart_by_what_was_earned() -> None:
    config = {"variants": BONUSES}
    for seed in range(30):
        game = play(2, config, seed)
        for realm in chronicle(game.events(None), NAMES[:2], config).legs[0].realms:
            harmony, middle = realm.bonuses
            assert harmony.points == (5 if len(realm.kingdom.tiles) == 24 else 0)
            assert middle.points == (10 if realm.kingdom.is_centred else 0)
            assert (harmony.earned and bool(realm.away)) is False


def test_what_was_put_away_says_whether_it_had_a_place() -> None:
    events = [
        {"type": "discard", "seat": 1, "number": 12, "forced": True},
        {"type": "discard", "seat": 1, "number": 13, "forced": False},
    ]
    away = [realm.away for realm in chronicle(events, NAMES[:2], {}).legs[0].realms]
    assert away == [[], [(12, True), (13, False)]]


def laid(size: int, *dominoes: tuple[int, tuple[int, int, int, int]]) -> Board:
    kingdom = Kingdom(size)
    for number, where in dominoes:
        kingdom = kingdom.place(DOMINOES[number], Where(where))
    return Board(kingdom, tuple((number, Where(where)) for number, where in dominoes))


def test_the_window_holds_the_kingdom_with_its_castle_as_near_the_middle_as_can_be() -> None:
    assert laid(5).corner == (-2, 2)
    assert laid(5, (1, (1, 0, 1, 0))).corner == (-2, 2)
    assert laid(5, (1, (1, 0, 1, 0)), (2, (3, 0, 1, 0))).corner == (0, 2)
    assert laid(7, (1, (0, -1, 0, -1)), (2, (0, -3, 0, -1))).corner == (-3, 2)


def test_y_runs_upwards_in_the_game_and_downwards_in_the_drawing() -> None:
    board = laid(5, (19, (0, 1, 0, 1)))
    lower, upper = board.pieces[0].halves
    assert (lower.terrain, lower.crowns, upper.terrain) == ("wheat", 1, "forest")
    assert (upper.x, upper.y + UNIT) == (lower.x, lower.y)
    assert (lower.x, lower.y + UNIT) == board.castle == (EDGE + 2 * UNIT, EDGE + 2 * UNIT)


def test_walls_stand_where_terrains_differ_but_never_across_a_domino() -> None:
    alone = laid(5, (19, (1, 0, 1, 0)))
    assert alone.walls.count("M") == 6  # the domino's outline; its halves differ
    assert alone.pieces[0].is_divided
    joined = laid(5, (1, (1, 0, 1, 0)), (2, (1, 1, 1, 0)))
    assert joined.walls.count("M") == 8  # four squares of wheat, and none between them
    assert not joined.pieces[0].is_divided


@pytest.mark.parametrize("step", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_crowns_stay_clear_of_the_number_whichever_way_a_domino_lies(step: tuple[int, int]) -> None:
    for number in DOMINOES:
        one = piece(number, (0, 0, *step))
        left, top = one.tag
        for half in one.halves:
            x, y, width = half.pill
            assert half.x < x
            assert x + width < half.x + UNIT
            apart = y + 17 <= top or top + 16 <= y
            assert not half.crowns or apart or x + width <= left or left + 24 <= x


def test_every_square_is_told_in_words() -> None:
    events = [{"type": "place", "seat": 0, "number": 45, "at": [1, 0, 1, 0]}]
    words = chronicle(events, NAMES[:2], {}).legs[0].realms[0].in_words
    assert words.count("empty") == 22
    assert "empty, empty, castle, mine with 2 crowns, wheat;" in words
