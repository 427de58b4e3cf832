"""Tables of three to six: sizes, rotations, Swiss and knockout in pods."""

import hashlib
import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from arena.tournaments.formats import FORMATS, FormatTerms, estimate
from arena.tournaments.pairing import CannotPair, Round, pods
from arena.tournaments.pairing.matching import cheapest_groups, total
from arena.tournaments.pairing.sizes import pod_sizes, pod_stages
from arena.tournaments.standings import Entrant, Ledger, Result, bye
from engine.messages import Message

any_seed = some.integers(0, 2**53)


def played(now: Round, dice: random.Random) -> list[Result]:
    results = [bye(now.number, one) for one in now.byes]
    for pod in now.tables:
        ranks = list(range(1, len(pod) + 1))
        dice.shuffle(ranks)
        results.append(Result(now.number, pod, tuple(ranks)))
    return results


def meetings(rounds: Sequence[Round]) -> Counter[frozenset[Entrant]]:
    return Counter(
        frozenset(pair) for one in rounds for pod in one.tables for pair in combinations(pod, 2)
    )


def check_round(now: Round, entrants: Sequence[Entrant]) -> None:
    there = [*now.byes, *(one for pod in now.tables for one in pod)]
    assert sorted(map(str, there)) == sorted(map(str, entrants))


# --- sizes ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("entrants", "seats", "fewest", "sizes", "byes"),
    [
        (8, 4, None, [4, 4], 0),
        (9, 4, None, [3, 3, 3], 0),
        (10, 4, None, [4, 3, 3], 0),
        (5, 4, None, [4], 1),
        (5, 4, 2, [3, 2], 0),
        (7, 6, None, [6], 1),
        (7, 6, 2, [4, 3], 0),
        (7, 3, 3, [3, 3], 1),
        (3, 4, None, [3], 0),
    ],
)
def test_pods_are_full_or_smaller_and_byes_the_last_resort(
    entrants: int, seats: int, fewest: int | None, sizes: list[int], byes: int
) -> None:
    assert pod_sizes(entrants, seats, fewest) == (sizes, byes)


@given(some.integers(3, 200), some.integers(3, 6))
def test_all_sit_in_allowed_pods(entrants: int, seats: int) -> None:
    if entrants < seats - 1:
        with pytest.raises(CannotPair, match="are too few for a pod"):
            pod_sizes(entrants, seats)
        return
    sizes, byes = pod_sizes(entrants, seats)
    assert sum(sizes) + byes == entrants
    assert set(sizes) <= {seats - 1, seats}
    assert byes == 0 or entrants < (seats - 1) * (seats - 2)


def test_impossible_seats_are_refused() -> None:
    with pytest.raises(CannotPair, match="at least two"):
        pod_sizes(8, 4, 1)
    with pytest.raises(CannotPair, match="at least two"):
        pod_sizes(8, 4, 5)


# --- rotation ------------------------------------------------------------------------------------
def test_the_first_round_deals_pods_of_equal_strength() -> None:
    (first,) = pods.rotation(range(12), 1, seats=4, rounds=1)
    assert {sum(int(one) for one in pod) for pod in first.tables} == {22}


@pytest.mark.parametrize(("entrants", "seats"), [(9, 3), (16, 4)])
def test_where_everybody_can_meet_everybody_once_they_do(entrants: int, seats: int) -> None:
    rounds = pods.rotation(range(entrants), 7, seats=seats)
    assert len(rounds) == (entrants - 1) // (seats - 1)
    met = meetings(rounds)
    assert set(met.values()) == {1}
    assert len(met) == entrants * (entrants - 1) // 2


@settings(max_examples=25)
@given(some.integers(6, 24), some.integers(3, 6), any_seed)
def test_a_rotation_is_balanced_in_meetings_seats_and_byes(
    entrants: int, seats: int, seed: int
) -> None:
    rounds = pods.rotation(range(entrants), seed, seats=seats)
    for one in rounds:
        check_round(one, range(entrants))
    smallest = min(len(pod) for one in rounds for pod in one.tables)
    met = meetings(rounds)
    counts = [met[frozenset(pair)] for pair in combinations(range(entrants), 2)]
    assert max(counts) <= 1 + 2 * sum(counts) / len(counts)
    byes = Counter(bye for one in rounds for bye in one.byes)
    assert max(byes.values(), default=0) - min(byes[one] for one in range(entrants)) <= 1
    for entrant in range(entrants):
        sat = Counter(pod.index(entrant) for one in rounds for pod in one.tables if entrant in pod)
        assert max(sat.values()) - min(sat[seat] for seat in range(smallest)) <= 3


def test_nobody_meets_again_while_others_are_left() -> None:
    rounds = pods.rotation(range(25), 3, seats=5, rounds=4)
    assert set(meetings(rounds).values()) == {1}
    rounds = pods.rotation(range(60), 3, seats=4, rounds=8)
    assert set(meetings(rounds).values()) == {1}


def test_when_all_have_met_those_meet_again_whose_last_meeting_was_longest_ago() -> None:
    # Nine in threes: four rounds in which everybody meets everybody, then those again.
    rounds = pods.rotation(range(9), 1, seats=3, rounds=8)
    assert set(meetings(rounds[:4]).values()) == {1}
    assert set(meetings(rounds).values()) == {2}
    for one, other in pairwise(rounds):
        assert max(meetings([one, other]).values()) == 1


@given(some.integers(5, 16), any_seed)
@settings(max_examples=15)
def test_a_rotation_is_its_rounds_one_by_one_whatever_the_results(entrants: int, seed: int) -> None:
    dice, results = random.Random(seed), list[Result]()
    for planned in pods.rotation(range(entrants), seed, seats=3, rounds=4):
        now = pods.next_round(range(entrants), results, seed, seats=3, by_score=False)
        assert now == planned
        results += played(now, dice)


def test_the_same_seed_gives_the_same_rotation_on_every_python() -> None:
    told = repr(pods.rotation(range(22), 5, seats=4))
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == "ae2a27107504d34e"


# --- Swiss ---------------------------------------------------------------------------------------
def test_in_a_swiss_those_of_equal_points_sit_together() -> None:
    first = pods.next_round(range(16), [], 1, seats=4)
    results = [Result(1, tuple(sorted(pod)), (1, 2, 3, 4)) for pod in first.tables]
    second = pods.next_round(range(16), results, 1, seats=4)
    points = Ledger(range(16), results).points
    assert all(len({points[one] for one in pod}) == 1 for pod in second.tables)
    assert points[second.tables[0][0]] == 1, "the highest table comes first"


@settings(max_examples=25)
@given(some.integers(6, 40), some.integers(3, 6), any_seed)
def test_swiss_pods_are_whole_and_repeat_as_little_as_can_be(
    entrants: int, seats: int, seed: int
) -> None:
    dice, results, rounds = random.Random(seed), list[Result](), list[Round]()
    for _ in range(3):
        now = pods.next_round(range(entrants), results, seed, seats=seats)
        assert now == pods.next_round(range(entrants), results[::-1], seed, seats=seats)
        check_round(now, range(entrants))
        results += played(now, dice)
        rounds.append(now)
    if entrants >= 6 * seats:
        assert set(meetings(rounds).values()) == {1}
    assert max(Counter(bye for one in rounds for bye in one.byes).values(), default=1) == 1


def test_the_bye_of_a_pod_swiss_goes_to_the_lowest_without_one() -> None:
    results = [Result(1, (0, 1, 2, 3), (4, 3, 2, 1)), bye(1, 4)]
    assert pods.next_round(range(5), results, 1, seats=4).byes == (0,)


def test_who_has_withdrawn_sits_in_no_pod() -> None:
    results = [Result(1, (0, 1, 2, 3), (1, 2, 3, 4)), Result(1, (4, 5, 6, 7), (1, 2, 3, 4))]
    now = pods.next_round(range(8), results, 1, seats=4, withdrawn={0, 7})
    assert sorted(int(one) for pod in now.tables for one in pod) == [1, 2, 3, 4, 5, 6]
    with pytest.raises(CannotPair, match="are too few for a pod"):
        pods.next_round(range(8), results, 1, seats=4, withdrawn=set(range(6)))


# --- knockout ------------------------------------------------------------------------------------
def knockout(
    entrants: int, seats: int, advance: int, seed: int
) -> tuple[list[Round], list[Result]]:
    dice, results, rounds = random.Random(seed), list[Result](), list[Round]()
    while now := pods.knockout_round(range(entrants), results, seed, seats=seats, advance=advance):
        rounds.append(now)
        results += played(now, dice)
    return rounds, results


@settings(max_examples=40)
@given(some.integers(4, 40), some.integers(3, 6), some.integers(1, 3), any_seed)
def test_a_knockout_in_pods_goes_as_outlined_and_ends_with_one(
    entrants: int, seats: int, advance: int, seed: int
) -> None:
    try:
        said = estimate(
            FormatTerms(FORMATS["pod_knockout"], seats=seats, advance=advance), entrants
        )
    except CannotPair:
        return
    rounds, results = knockout(entrants, seats, advance, seed)
    assert said.rounds == len(rounds)
    assert said.matches == sum(len(one.tables) for one in rounds)
    (champion,) = pods.still_in(range(entrants), results, advance)
    final = results[-1]
    assert final.entrants[final.ranks.index(1)] == champion
    places = pods.places(range(entrants), results, advance)
    assert places[0] == (1, champion)
    assert sorted(int(one) for _, one in places) == list(range(entrants))
    assert [place for place, _ in places[: len(final.entrants)]] == list(
        range(1, len(final.entrants) + 1)
    )


def test_the_best_of_each_pod_go_on_by_rank_then_seed() -> None:
    results = [
        Result(1, (0, 1, 2), (1, 3, 2)),
        Result(1, (3, 4, 5), (2, 2, 1), (10, 12, 20)),
        Result(1, (6, 7, 8), (1, 2, 2), (), frozenset({6})),
    ]
    assert pods.still_in(range(9), results, 2) == [0, 2, 3, 5, 7, 8]
    assert pods.still_in(range(9), results, 1) == [0, 5, 7]
    second = pods.knockout_round(range(9), results, 1, seats=3, advance=1)
    assert second is not None
    assert [sorted(int(one) for one in pod) for pod in second.tables] == [[0, 5, 7]]
    end = [*results, Result(2, (0, 5, 7), (3, 1, 2))]
    assert pods.knockout_round(range(9), end, 1, seats=3, advance=1) is None
    places = pods.places(range(9), end, 1)
    assert places[:3] == [(1, 5), (2, 7), (3, 0)]
    assert [one for one in places if one[0] == 4] == [(4, 2), (4, 3), (4, 8)]


def test_those_who_have_met_are_kept_apart_in_the_next_round() -> None:
    rounds, _ = knockout(16, 4, 2, 5)
    assert [len(one.tables) for one in rounds] == [4, 2, 1]
    assert max(meetings(rounds[:2]).values()) == 1


def test_a_knockout_that_leads_to_no_final_is_refused() -> None:
    with pytest.raises(CannotPair, match="too few for a pod"):
        pod_stages(8, 4, 1)
    with pytest.raises(CannotPair, match="3 of a pod of 3 cannot advance"):
        pod_stages(9, 3, 3)
    with pytest.raises(CannotPair, match="0 of a pod"):
        pods.knockout_round(range(9), [], 1, seats=3, advance=0)
    assert pod_stages(16, 4, 2) == [([4] * 4, 0), ([4, 4], 0), ([4], 0)]
    assert pod_stages(5, 4, 2) == [([4], 1), ([3], 0)]


# --- the outline, the search ----------------------------------------------------------------------
def test_the_estimate_of_rotation_and_swiss() -> None:
    assert estimate(FormatTerms(FORMATS["pod_rotation"], seats=4), 16) == (5, 20, 20, None)
    assert estimate(FormatTerms(FORMATS["pod_swiss"], seats=4), 16) == (4, 16, 16, None)
    assert estimate(FormatTerms(FORMATS["pod_swiss"], seats=4, rounds=3), 5).caution == Message(
        "%(byes)d of them have a bye in each round.", {"byes": 1}
    )
    with pytest.raises(CannotPair, match="are too few for a pod"):
        estimate(FormatTerms(FORMATS["pod_swiss"], seats=6), 4)
    with pytest.raises(CannotPair, match="at least two entrants"):
        estimate(FormatTerms(FORMATS["pod_swiss"]), 1)


@settings(max_examples=40)
@given(some.lists(some.integers(0, 50), min_size=15, max_size=15), any_seed)
def test_the_search_finds_the_cheapest_division_of_six(weights: list[int], seed: int) -> None:
    pairs = dict(zip(combinations(range(6), 2), weights, strict=True))
    costs = [
        [pairs.get((min(one, other), max(one, other)), 0) for other in range(6)] for one in range(6)
    ]
    found = cheapest_groups([[0, 1, 2], [3, 4, 5]], costs, seed)
    ways = [
        [list(half), [one for one in range(6) if one not in half]]
        for half in combinations(range(6), 3)
    ]
    assert total(found, costs) == min(total(way, costs) for way in ways)
