"""Berger tables, as published and by their properties."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from arena.tournaments.formats import FORMATS, FormatTerms, estimate
from arena.tournaments.pairing import CannotPair, Round, round_robin

PUBLISHED = {  # FIDE Handbook, C.05, annex 1
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1""",
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1""",
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1""",
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1""",
}

fields = some.integers(2, 24)


def published(entrants: int) -> list[list[tuple[int, int]]]:
    return [
        [(int(pair.split("-")[0]), int(pair.split("-")[1])) for pair in line.split()]
        for line in PUBLISHED[entrants].strip().splitlines()
    ]


def seats(rounds: list[Round], entrant: int) -> list[int]:
    return [table.index(entrant) for one in rounds for table in one.tables if entrant in table]


@pytest.mark.parametrize("entrants", PUBLISHED)
def test_the_tables_are_those_of_fide(entrants: int) -> None:
    rounds = round_robin.rounds(range(1, entrants + 1))
    assert [one.number for one in rounds] == list(range(1, entrants))
    assert [list(one.tables) for one in rounds] == published(entrants)


@pytest.mark.parametrize("entrants", PUBLISHED)
def test_with_one_less_the_opponent_of_the_last_number_is_free(entrants: int) -> None:
    rounds = round_robin.rounds(range(1, entrants))
    for one, line in zip(rounds, published(entrants), strict=True):
        assert list(one.tables) == [pair for pair in line if entrants not in pair]
        (met_the_last,) = (min(pair) for pair in line if entrants in pair)
        assert one.byes == (met_the_last,)


@given(fields)
def test_everybody_meets_everybody_once_and_nobody_twice_a_round(entrants: int) -> None:
    rounds = round_robin.rounds(range(entrants))
    met = Counter(frozenset(table) for one in rounds for table in one.tables)
    assert met == Counter(map(frozenset, combinations(range(entrants), 2)))
    for one in rounds:
        there = [*one.byes, *(entrant for table in one.tables for entrant in table)]
        assert sorted(there) == list(range(entrants))


@given(fields)
def test_seats_are_even_within_one_and_free_rounds_are_one_each_at_most(entrants: int) -> None:
    rounds = round_robin.rounds(range(entrants))
    for entrant in range(entrants):
        sat = Counter(seats(rounds, entrant))
        assert abs(sat[0] - sat[1]) <= 1
        assert sum(entrant in one.byes for one in rounds) == entrants % 2


@given(fields)
def test_a_double_one_changes_the_seats(entrants: int) -> None:
    rounds = round_robin.rounds(range(entrants), double=True)
    met = Counter(table for one in rounds for table in one.tables)
    assert met == Counter((a, b) for a in range(entrants) for b in range(entrants) if a != b)
    assert [one.number for one in rounds] == list(range(1, len(rounds) + 1))


@given(some.integers(3, 24))
def test_in_a_double_one_nobody_has_a_seat_three_times_running(entrants: int) -> None:
    rounds = round_robin.rounds(range(entrants), double=True)
    for entrant in range(entrants):
        sat = seats(rounds, entrant)
        same = [one == other for one, other in pairwise(sat)]
        assert (True, True) not in set(pairwise(same)), sat


@given(fields, some.booleans())
def test_the_estimate_says_how_long_it_takes(entrants: int, double: bool) -> None:
    said = estimate(FormatTerms(FORMATS["round_robin"], double=double), entrants)
    rounds = round_robin.rounds(range(entrants), double=double)
    assert said.rounds == len(rounds)
    assert said.matches == said.most_matches == sum(len(one.tables) for one in rounds)


def test_one_entrant_is_refused() -> None:
    with pytest.raises(CannotPair, match=r"At least 2 entrants are needed\. Present: 1"):
        round_robin.rounds(["alone"])
    with pytest.raises(CannotPair, match="twice"):
        round_robin.rounds(["a", "b", "a"])
