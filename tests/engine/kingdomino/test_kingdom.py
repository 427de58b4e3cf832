"""Places and areas, compared with a slow and simple generator."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kingdomino.dominoes import DOMINOES, TERRAINS, Domino
from engine.kingdomino.kingdom import DIRECTIONS, Kingdom, Where

Squares = dict[tuple[int, int], tuple[str, int]]  # (x, y) -> terrain and crowns; not the castle


def brute_places(squares: Squares, domino: Domino, size: int) -> set[tuple[int, int, int, int]]:
    """Return all legal places by trying every square and direction; twins once per pair."""
    found = set()
    seen = set()
    for x in range(-size, size + 1):
        for y in range(-size, size + 1):
            for dx, dy in DIRECTIONS:
                pair = frozenset({(x, y), (x + dx, y + dy)})
                if domino.twins and pair in seen:
                    continue
                if brute_fits(squares, domino, (x, y), (x + dx, y + dy), size):
                    seen.add(pair)
                    found.add((x, y, dx, dy))
    return found


def brute_fits(
    squares: Squares, domino: Domino, left: tuple[int, int], right: tuple[int, int], size: int
) -> bool:
    taken = {*squares, (0, 0)}
    if left in taken or right in taken:
        return False
    xs, ys = zip(*taken, left, right, strict=True)
    if max(xs) - min(xs) >= size or max(ys) - min(ys) >= size:
        return False
    halves = ((left, TERRAINS[domino.left]), (right, TERRAINS[domino.right]))
    return any(
        beside == (0, 0) or squares.get(beside, ("", 0))[0] == terrain
        for square, terrain in halves
        for beside in neighbours(square)
    )


def neighbours(square: tuple[int, int]) -> Iterator[tuple[int, int]]:
    x, y = square
    yield from ((x + dx, y + dy) for dx, dy in DIRECTIONS)


def brute_areas(squares: Squares) -> list[tuple[str, int, int]]:
    """Terrain, squares and crowns of every area."""
    left = set(squares)
    found = []
    while left:
        edge = [left.pop()]
        area = list(edge)
        while edge:
            for square in neighbours(edge.pop()):
                if square in left and squares[square][0] == squares[area[0]][0]:
                    left.remove(square)
                    edge.append(square)
                    area.append(square)
        found.append((squares[area[0]][0], len(area), sum(squares[one][1] for one in area)))
    return sorted(found)


def squares_of(kingdom: Kingdom) -> Squares:
    return {(x, y): (terrain, crowns) for x, y, terrain, crowns in kingdom.tiles}


def undirected(domino: Domino, places: list[Where]) -> set[object]:
    """Places to compare: of twins, which squares they cover."""
    if not domino.twins:
        return {tuple(place) for place in places}
    return {frozenset({(x, y), (x + dx, y + dy)}) for x, y, dx, dy in places}


@pytest.mark.long(2)
@settings(max_examples=60)
@given(st.sampled_from([5, 7]), st.integers(0, 2**32), st.integers(1, 24))
def test_places_and_areas_equal_those_of_a_slow_generator(size: int, seed: int, count: int) -> None:
    dice = random.Random(seed)
    kingdom = Kingdom(size)
    for number in dice.sample(sorted(DOMINOES), count):
        domino = DOMINOES[number]
        places = kingdom.places(domino)
        expected = brute_places(squares_of(kingdom), domino, size)
        assert undirected(domino, places) == undirected(domino, [Where(one) for one in expected])
        assert len(places) == len(expected), "a place is offered twice"
        if places:
            kingdom = kingdom.place(domino, dice.choice(places))
            check_worth(kingdom)


def check_worth(kingdom: Kingdom) -> None:
    expected = brute_areas(squares_of(kingdom))
    areas = kingdom.areas()
    assert sorted((area.terrain, len(area.squares), area.crowns) for area in areas) == expected
    assert kingdom.points == sum(size * crowns for _, size, crowns in expected)
    assert kingdom.points == sum(area.points for area in areas)
    assert kingdom.largest == max(size for _, size, _ in expected)
    squares = [square for area in areas for square in area.squares]
    assert sorted(squares) == sorted(squares_of(kingdom))


def perft(kingdom: Kingdom, numbers: list[int]) -> int:
    """Count the ways to place these dominoes, one after the other."""
    if not numbers:
        return 1
    domino, *rest = numbers
    places = kingdom.places(DOMINOES[domino])
    return sum(perft(kingdom.place(DOMINOES[domino], where), rest) for where in places)


@pytest.mark.parametrize(
    ("numbers", "small", "large"),
    [([1], 12, 12), ([48], 24, 24), ([48, 1], 340, 340), ([7, 8, 9], 5072, 5344)],
)
def test_perft(numbers: list[int], small: int, large: int) -> None:
    """Leaf counts from the castle alone, as independent engines have them."""
    assert perft(Kingdom(5), numbers) == small
    assert perft(Kingdom(7), numbers) == large


def test_places_stand_in_their_documented_order() -> None:
    places = Kingdom(5).places(DOMINOES[48])
    order = [(DIRECTIONS.index((dx, dy)), y, x) for x, y, dx, dy in places]
    assert order == sorted(order)


def test_a_place_is_equal_to_a_list_and_to_a_tuple() -> None:
    where = Where((1, 0, 0, 1))
    assert where == [1, 0, 0, 1] == where == (1, 0, 0, 1)
    assert (where != [1, 0, 0, 1]) is False
    assert where != [1, 0, 1, 0]
    assert where != (1, 0, 1, 0)
    assert hash(where) == hash((1, 0, 0, 1))


def test_a_kingdom_pickles_with_the_one_board_of_its_size() -> None:
    kingdom = Kingdom(7).place(DOMINOES[48], Where((1, 0, 1, 0)))
    again = pickle.loads(pickle.dumps(kingdom))
    assert again == kingdom
    assert again.board is kingdom.board
    assert again.tiles == kingdom.tiles


def test_placing_leaves_the_kingdom_before_as_it_was() -> None:
    before = Kingdom(5)
    before.place(DOMINOES[1], Where((1, 0, 1, 0)))
    assert before == Kingdom(5)
    assert before.tiles == ()
