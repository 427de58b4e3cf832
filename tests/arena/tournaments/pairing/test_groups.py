"""Groups of equal strength, and a knockout in which they meet late."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from arena.tournaments.formats import FORMATS, FormatTerms, estimate
from arena.tournaments.pairing import CannotPair, groups
from arena.tournaments.pairing.bracket import seed_order, single_elimination
from arena.tournaments.standings import Entrant


def ranked(number: int, size: int) -> list[list[Entrant]]:
    """Groups with entrants A1, A2, ..., B1, ..., in the order of their standings."""
    return [[f"{chr(65 + group)}{place + 1}" for place in range(size)] for group in range(number)]


def earliest_meeting(seeds: list[Entrant]) -> int:
    """Return the earliest round, from 1, in which two of one group can meet."""
    size = 1 << (len(seeds) - 1).bit_length()
    rows = [seeds[seed - 1] if seed <= len(seeds) else None for seed in seed_order(size)]
    return min(
        (one ^ other).bit_length()
        for one, other in combinations(range(size), 2)
        if rows[one] and rows[other] and str(rows[one])[0] == str(rows[other])[0]
    )


def test_seeds_are_dealt_there_and_back_again() -> None:
    assert groups.draw(range(1, 13), 3) == [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10]]
    assert groups.draw(range(1, 11), 3) == [[1, 6, 7, 10], [2, 5, 8], [3, 4, 9]]


@given(some.integers(2, 8), some.integers(3, 6), some.integers(0, 7))
def test_groups_hold_everybody_and_are_as_large_as_each_other(
    number: int, size: int, more: int
) -> None:
    entrants = range(number * size + min(more, number - 1))
    drawn = groups.draw(entrants, number)
    assert sorted(int(one) for group in drawn for one in group) == list(entrants)
    assert {len(group) for group in drawn} <= {size, size + 1}
    assert [group[0] for group in drawn] == list(range(number))


def test_all_groups_play_their_round_robins_at_once() -> None:
    drawn = groups.draw(range(11), 3)
    rounds = groups.rounds(drawn)
    met = {frozenset(table) for one in rounds for table in one.tables}
    assert met == {frozenset(pair) for group in drawn for pair in combinations(group, 2)}
    for one in rounds:
        there = [entrant for table in one.tables for entrant in table] + list(one.byes)
        assert len(there) == len(set(there)) == 11
    assert len(groups.rounds(drawn, double=True)) == 2 * len(rounds)


def test_two_groups_of_two_meet_crosswise() -> None:
    seeds = groups.seeds_for_knockout(ranked(2, 3), 1)
    assert seeds == ["A1", "B1", "A2", "B2"]
    bracket = single_elimination(seeds)
    first = bracket.after({}).ready
    assert [one.entrants for one in first] == [("A1", "B2"), ("B1", "A2")]


@given(some.sampled_from([2, 4, 8]), some.integers(0, 99))
def test_first_and_second_of_a_group_meet_in_the_final_only(number: int, seed: int) -> None:
    seeds = groups.seeds_for_knockout(ranked(number, 4), seed)
    assert earliest_meeting(seeds) == (2 * number - 1).bit_length()
    assert seeds[:number] == [group[0] for group in ranked(number, 4)]
    assert sorted(map(str, seeds[number:])) == [group[1] for group in ranked(number, 4)]


@given(some.integers(2, 9), some.integers(2, 4), some.integers(0, 99))
def test_nobody_meets_one_of_his_group_in_the_first_round(
    number: int, advance: int, seed: int
) -> None:
    seeds = groups.seeds_for_knockout(ranked(number, advance + 1), seed, advance=advance)
    assert len(set(seeds)) == number * advance
    assert earliest_meeting(seeds) > 1
    for place in range(advance):
        tier = seeds[place * number : (place + 1) * number]
        assert {str(one)[1:] for one in tier} == {str(place + 1)}


def test_the_lot_decides_among_what_is_as_good() -> None:
    drawn = {tuple(groups.seeds_for_knockout(ranked(8, 3), seed)) for seed in range(6)}
    assert len(drawn) > 1
    again = groups.seeds_for_knockout(ranked(8, 3), 3)
    assert again == groups.seeds_for_knockout(ranked(8, 3), 3)


def test_one_of_each_group_may_go_on() -> None:
    assert groups.seeds_for_knockout(ranked(3, 2), 1, advance=1) == ["A1", "B1", "C1"]


def test_the_estimate_counts_groups_and_knockout() -> None:
    said = estimate(FormatTerms(FORMATS["groups"], groups=4, advance=2, third_place=True), 17)
    rounds = said.rounds
    assert said == (5 + 3, 10 + 3 * 6 + 8, 36, None)
    drawn = groups.draw(range(17), 4)
    assert rounds == len(groups.rounds(drawn)) + 3


@pytest.mark.parametrize(
    ("entrants", "number", "advance", "why"),
    [
        (6, 1, 2, "at least two groups"),
        (6, 3, 2, "the smallest group has 2, too few for 2"),
        (3, 2, 1, "the smallest group has 1"),
        (9, 3, 0, "At least one entrant"),
    ],
)
def test_groups_that_cannot_be_formed_are_refused(
    entrants: int, number: int, advance: int, why: str
) -> None:
    with pytest.raises(CannotPair, match=why):
        groups.draw(range(entrants), number, advance=advance)
    with pytest.raises(CannotPair, match=why):
        estimate(FormatTerms(FORMATS["groups"], groups=number, advance=advance), entrants)


def test_a_group_that_has_lost_too_many_is_refused() -> None:
    with pytest.raises(CannotPair, match="need at least 2 entrants"):
        groups.seeds_for_knockout([["A1", "A2"], ["B1"]], 1)
