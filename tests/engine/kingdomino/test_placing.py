""" "Anlegeregeln" of rules/kingdomino.de.txt, one test per sentence."""

from __future__ import annotations

from typing import Any

from engine.kingdomino import position
from tests.engine.kingdomino.play import line, placed_on


def places(number: int, *tiles: list[Any], **config: Any) -> list[Any]:
    """Return a domino's places in a kingdom of these tiles, without the discard."""
    seats = [{"tiles": list(tiles), "domino": number}, {}]
    game = position(seats=seats, config={"must_place": False, **config})
    return [] if game.decision is None else placed_on(game)[:-1]


def covers(place: list[int]) -> set[tuple[int, int]]:
    x, y, dx, dy = place
    return {(x, y), (x + dx, y + dy)}


def test_the_first_domino_lies_beside_the_castle_in_any_orientation() -> None:
    found = places(48)
    beside = {(1, 0), (0, 1), (-1, 0), (0, -1)}
    assert len(found) == 24
    assert all(covers(place) & beside for place in found)
    assert {(dx, dy) for _, _, dx, dy in found} == beside


def test_any_terrain_may_lie_beside_the_castle() -> None:
    for number in (1, 3, 7, 10, 12, 45):
        assert [1, 0, 1, 0] in places(number)


def test_later_dominoes_lie_beside_their_own_terrain_or_the_castle() -> None:
    """Domino 45 is mine and wheat; the kingdom is a row of forest to the right of the castle."""
    found = places(45, *line("forest", 3))
    castle = {(0, 1), (-1, 0), (0, -1)}
    assert found
    assert all(covers(place) & castle for place in found)


def test_one_half_that_matches_is_enough_and_the_other_may_lie_beside_anything() -> None:
    tiles = [[1, 0, "mine", 0], [2, 0, "forest", 0]]
    assert [1, 1, 1, 0] in places(45, *tiles), "mine above mine, wheat above forest"
    assert [2, 1, -1, 0] not in places(45, *tiles), "mine above forest, wheat above mine"


def test_a_corner_is_no_side() -> None:
    tiles = [[1, 0, "forest", 0], [2, 0, "wheat", 0]]
    assert [3, 1, 0, 1] not in places(1, *tiles)
    assert [2, 1, 0, 1] in places(1, *tiles)


def test_beside_the_castle_nothing_has_to_match() -> None:
    tiles = [[1, 0, "forest", 0], [1, 1, "forest", 0]]
    assert [0, 1, -1, 0] in places(47, *tiles)


def test_a_half_does_not_match_the_other_half_of_its_own_domino() -> None:
    assert places(12, *line("forest", 2)) == places(10, *line("forest", 2))
    assert [3, 0, 0, 1] not in places(12, *line("forest", 2))


def test_no_domino_lies_on_another_or_on_the_castle() -> None:
    tiles = line("wheat", 3)
    taken = {(0, 0), *((x, y) for x, y, _, _ in tiles)}
    assert not any(covers(place) & taken for place in places(1, *tiles))


def test_all_dominoes_fit_into_five_by_five_with_the_castle_anywhere() -> None:
    found = places(1, *line("wheat", 4))  # the castle at the left end
    assert found
    assert all(0 <= x <= 4 for place in found for x, _ in covers(place))
    left = places(1, *line("wheat", 2), *line("wheat", 2, x=-2))  # in the middle
    assert all(-2 <= x <= 2 for place in left for x, _ in covers(place))
    assert {y for place in left for _, y in covers(place)} == {-2, -1, 1, 2}


def test_the_bounds_are_those_of_the_squares_and_not_of_the_castle() -> None:
    """A kingdom four wide may grow to either side, but by one square only."""
    tiles = [*line("wheat", 2), [-1, 0, "wheat", 0]]
    found = [place for place in places(1, *tiles) if {y for _, y in covers(place)} == {0}]
    assert found == []
    upright = [one for one in places(1, *tiles) if one[0] in (-2, 3) and one[2] == 0]
    assert sorted(upright) == [[-2, -1, 0, 1], [-2, 0, 0, 1], [3, -1, 0, 1], [3, 0, 0, 1]]


def test_the_mighty_duel_is_played_on_seven_by_seven() -> None:
    assert [5, 0, 1, 0] in places(1, *line("wheat", 4), variants=["mighty_duel"])
    assert [6, 0, 1, 0] not in places(1, *line("wheat", 5), variants=["mighty_duel"])
    assert [6, 0, 0, 1] in places(1, *line("wheat", 5), variants=["mighty_duel"])


def test_identical_halves_give_one_option_and_not_two() -> None:
    assert len(places(1)) == 12
    assert len({frozenset(covers(place)) for place in places(1)}) == 12
    assert len(places(13)) == 24
    turned = places(19)  # wheat with a crown, forest: the crown makes a difference
    assert len(turned) == 24
