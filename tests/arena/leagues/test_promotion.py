"""Promotion, relegation and the filling of free places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.leagues.promotion import Candidate, apply_promotions, divisions

LAST = [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15]]


def free(*bots: int) -> list[Candidate]:
    return [Candidate(bot, bot) for bot in bots]


def drawn(last: list[list[int]], ranking: list[Candidate], **chosen: int) -> list[list[int]]:
    usual = {"count": 3, "size": 5, "bots_per_owner": 1} | chosen
    return divisions(apply_promotions(last, 2), ranking, **usual)


def test_the_last_two_of_a_division_change_with_the_first_two_of_the_next() -> None:
    found = drawn(LAST, free(*range(1, 16)))
    assert [set(one) for one in found] == [{1, 2, 3, 6, 7}, {4, 5, 8, 11, 12}, {9, 10, 13, 14, 15}]


def test_nobody_moves_where_none_is_promoted() -> None:
    assert apply_promotions(LAST, 0) == list(range(1, 16))


def test_the_best_of_those_relegated_stays_where_a_place_is_free() -> None:
    found = drawn(LAST, free(*range(2, 16)))
    assert set(found[0]) == {2, 3, 6, 7, 4}
    assert found[2] == [10, 13, 14, 15]


def test_free_places_at_the_end_go_to_the_best_of_the_ranking() -> None:
    found = drawn(LAST, free(99, *range(3, 16), 98, 97))
    assert found[2][-2:] == [99, 98]


def test_the_first_season_goes_by_the_ranking_and_only_the_last_division_is_short() -> None:
    assert divisions([], free(*range(12)), count=3, size=5, bots_per_owner=1) == [
        [0, 1, 2, 3, 4],
        [5, 6, 7, 8, 9],
        [10, 11],
    ]


def test_fewer_divisions_keep_the_best() -> None:
    assert len(drawn(LAST, free(*range(1, 16)), count=2)) == 2
    assert drawn(LAST, free(*range(1, 16)), count=1, size=3) == [[1, 2, 3]]


@pytest.mark.parametrize(("most", "expected"), [(1, [[1, 3]]), (2, [[1, 2, 3]])])
def test_an_owner_has_so_many_bots_in_all_divisions_the_house_any(
    most: int, expected: list[list[int]]
) -> None:
    ranking = [Candidate(1, "alice"), Candidate(2, "alice"), Candidate(3, "bob")]
    assert divisions([], ranking, count=1, size=5, bots_per_owner=most) == expected
    house = [Candidate(bot, None) for bot in range(3)]
    assert divisions([], house, count=1, size=5, bots_per_owner=1) == [[0, 1, 2]]


@given(
    st.lists(st.integers(2, 6), min_size=1, max_size=4),
    st.integers(0, 2),
    st.sets(st.integers(0, 30)),
)
def test_everybody_fit_stands_once_and_nobody_gone(
    sizes: list[int], promoted: int, fit: set[int]
) -> None:
    bots = iter(range(30))
    last = [[next(bots) for _ in range(size)] for size in sizes]
    line = apply_promotions(last, promoted)
    assert sorted(line) == list(range(sum(sizes)))
    found = divisions(line, free(*sorted(fit)), count=9, size=6, bots_per_owner=1)
    assert sorted(bot for one in found for bot in one) == sorted(fit)
