"""Swiss rounds: valid in large fields, optimal in small ones, and reproducible."""

import hashlib
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from arena.tournaments.formats import FORMATS, FormatTerms, estimate
from arena.tournaments.pairing import CannotPair, Round, swiss, swiss_rounds
from arena.tournaments.standings import Entrant, Ledger, Result, absence, bye

Pairing = tuple[tuple[int, int], ...]


def played(now: Round, dice: random.Random) -> list[Result]:
    """Results of a round in which the better seed wins more often."""
    results = [bye(now.number, one) for one in now.byes]
    for one, other in now.tables:
        strong = dice.random() < 0.7
        ahead = (1, 2) if (int(one) < int(other)) == strong else (2, 1)
        results.append(Result(now.number, (one, other), (1, 1) if dice.random() < 0.1 else ahead))
    return results


def tournament(
    entrants: int, rounds: int, seed: int = 1, *, mirrored: bool = False
) -> Iterator[tuple[Round, list[Result]]]:
    """Yield each round with the results before it."""
    dice, results = random.Random(seed), list[Result]()
    for _ in range(rounds):
        now = swiss.next_round(range(entrants), results, seed, mirrored=mirrored)
        yield now, list(results)
        results += played(now, dice)


def check(rounds: Sequence[Round], entrants: int) -> None:
    """Check a Swiss: nobody twice in a round, no rematch, no second bye."""
    for one in rounds:
        there = [*one.byes, *(entrant for pair in one.tables for entrant in pair)]
        assert sorted(there) == list(range(entrants))
        assert len(one.byes) == entrants % 2
    met = Counter(frozenset(pair) for one in rounds for pair in one.tables)
    assert max(met.values()) == 1
    assert max(Counter(bye for one in rounds for bye in one.byes).values(), default=1) == 1


def seats(rounds: Sequence[Round], entrant: Entrant) -> list[int]:
    return [pair.index(entrant) for one in rounds for pair in one.tables if entrant in pair]


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 8, 13, 40])
@pytest.mark.parametrize("mirrored", [True, False])
def test_the_fold_that_costs_nothing_is_what_the_search_would_find(
    entrants: int, mirrored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds = [now for now, _before in tournament(entrants, 1, mirrored=mirrored)]
    monkeypatch.setattr(swiss, "fold_pairs", lambda size: [(size, size)])
    assert rounds == [now for now, _before in tournament(entrants, 1, mirrored=mirrored)]


# --- the first round, byes, seats ----------------------------------------------------------------
def test_in_the_first_round_the_upper_half_meets_the_lower() -> None:
    now = swiss.next_round(range(8), [], 1)
    assert {frozenset(pair) for pair in now.tables} == {
        frozenset(pair) for pair in [(0, 4), (1, 5), (2, 6), (3, 7)]
    }
    assert now.number == 1
    firsts = [int(first) < 4 for first, _ in now.tables]
    assert sorted(firsts) == [False, False, True, True], "seats change from table to table"


def test_winners_meet_winners() -> None:
    first = [Result(1, pair, (1, 2)) for pair in [(0, 4), (5, 1), (2, 6), (7, 3)]]
    now = swiss.next_round(range(8), first, 1)
    assert {frozenset(pair) for pair in now.tables} == {
        frozenset(pair) for pair in [(0, 5), (2, 7), (1, 4), (3, 6)]
    }


def test_the_bye_goes_to_the_lowest_who_has_not_had_a_free_point() -> None:
    assert swiss.next_round(range(5), [], 1).byes == (4,)
    results = [bye(1, 4), Result(1, (0, 2), (1, 2)), Result(1, (1, 3), (1, 2))]
    assert swiss.next_round(range(5), results, 1).byes == (3,)
    forfeited = [*results[:2], Result(1, (1, 3), (2, 1), forfeits=frozenset({1}))]
    assert swiss.next_round(range(5), forfeited, 1).byes == (2,)


def test_who_has_withdrawn_is_not_paired_and_who_was_absent_is() -> None:
    results = [Result(1, (0, 2), (1, 2)), Result(1, (1, 3), (1, 2)), absence(1, 4)]
    now = swiss.next_round(range(5), results, 1, withdrawn={0})
    assert sorted(entrant for pair in now.tables for entrant in pair) == [1, 2, 3, 4]
    assert now.byes == ()


def test_a_forfeited_match_was_no_meeting() -> None:
    results = [Result(1, (0, 1), (1, 2), forfeits=frozenset({1}))]
    assert set(swiss.next_round(range(2), results, 1).tables[0]) == {0, 1}


@pytest.mark.parametrize("entrants", [8, 15, 40, 130])
def test_seats_stay_even_and_nobody_sits_three_times_running(entrants: int) -> None:
    rounds = [now for now, _ in tournament(entrants, 6 if entrants > 12 else 4)]
    for entrant in range(entrants):
        sat = seats(rounds, entrant)
        assert abs(sat.count(0) - sat.count(1)) <= 2
        assert (0, 0, 0) not in zip(sat, sat[1:], sat[2:], strict=False)
        assert (1, 1, 1) not in zip(sat, sat[1:], sat[2:], strict=False)
    uneven = sum(abs(2 * sum(seats(rounds, one)) - len(rounds)) > 1 for one in range(entrants))
    assert uneven <= entrants // 5


# --- large random fields -------------------------------------------------------------------------
@settings(max_examples=40)
@given(some.integers(2, 40), some.integers(0, 2**53), some.booleans())
def test_as_many_rounds_as_are_certain_are_paired(entrants: int, seed: int, mirrored: bool) -> None:
    certain = min(6, (entrants + 1) // 2)
    rounds = [now for now, _ in tournament(entrants, certain, seed, mirrored=mirrored)]
    check(rounds, entrants)


@pytest.mark.parametrize("entrants", [101, 130])
def test_large_fields_are_paired_too(entrants: int) -> None:
    rounds = [now for now, _ in tournament(entrants, 6)]
    check(rounds, entrants)
    results = [Result(one.number, pair, (1, 2)) for one in rounds for pair in one.tables]
    points = Ledger(range(entrants), results).points
    apart = [abs(points[a] - points[b]) for a, b in rounds[-1].tables]
    assert max(apart) <= 3


def test_where_the_near_ones_have_all_met_the_field_opens() -> None:
    # 130 players with draws only: one score group, in which each has met the 41 around the fold.
    results = [
        Result(number, (one, 65 + (one + shift) % 65), (1, 1))
        for number, shift in enumerate(range(-20, 21), 1)
        for one in range(65)
    ]
    now = swiss.next_round(range(130), results, 1)
    met = {frozenset(one.entrants) for one in results}
    assert len(now.tables) == 65
    assert all(frozenset(pair) not in met for pair in now.tables)


# --- the best there is, by trying all -------------------------------------------------------------
def pairings(places: tuple[int, ...]) -> Iterator[Pairing]:
    """Yield every way to pair these."""
    if not places:
        yield ()
        return
    first, *rest = places
    for other in rest:
        left = tuple(one for one in rest if one != other)
        for pairing in pairings(left):
            yield ((first, other), *pairing)


def cost(pairing: Pairing, results: list[Result], entrants: int) -> tuple[object, ...]:
    """Return a pairing's cost by the documented rules; `entrants` is the bye's number."""
    ledger = Ledger(range(entrants), results)
    order = sorted(range(entrants), key=lambda one: (-ledger.points[one], one))
    levels = sorted(set(ledger.points.values()), reverse=True)
    group = {one: levels.index(ledger.points[one]) for one in order}
    inside = {one: [x for x in order if group[x] == group[one]].index(one) for one in order}
    free = fold = uneven = forbidden = 0
    vector = [0] * (len(levels) ** 2)
    for pair in pairing:
        if entrants in pair:
            free = order.index(min(pair))
            continue
        one, other = sorted(pair, key=order.index)
        size = sum(group[x] == group[one] for x in order)
        if group[one] == group[other]:
            fold += abs(inside[other] - inside[one] - size // 2)
        else:
            vector[group[one] * len(levels) + len(levels) - 1 - group[other]] += 1
            fold += size - 1 - inside[one] + inside[other]
        soft, hard = faults(ledger, one, other)
        uneven, forbidden = uneven + soft, forbidden + hard
    return -free, forbidden, vector, uneven, fold


def faults(ledger: Ledger, one: int, other: int) -> tuple[bool, bool]:
    """The lesser of the seat faults of the two seatings, if one keeps to the rule and one not."""
    sat = [
        [row.seat for row in ledger.appearances[x] if row.opponent_results] for x in (one, other)
    ]
    ways = []
    for places in ((0, 1), (1, 0)):
        after = [[*before, place] for before, place in zip(sat, places, strict=True)]
        lead = max(abs(len(row) - 2 * sum(row)) for row in after)
        thrice = any(row[-3:] in ([0] * 3, [1] * 3) for row in after)
        ways.append((lead > 2 or thrice, lead > 1))
    hard, soft = min(ways)
    return soft, hard


@settings(max_examples=60)
@given(some.integers(4, 8), some.integers(1, 4), some.integers(0, 2**53))
def test_no_other_pairing_of_a_small_field_is_better(entrants: int, rounds: int, seed: int) -> None:
    *_, (now, results) = tournament(entrants, min(rounds, (entrants + 1) // 2), seed)
    ledger = Ledger(range(entrants), results)
    everybody = tuple(range(entrants + entrants % 2))
    allowed = [
        pairing
        for pairing in pairings(everybody)
        if all(
            (entrants in pair and not _had_bye(ledger, min(pair)))
            or (entrants not in pair and pair[1] not in ledger.met(pair[0]))
            for pair in pairing
        )
    ]
    ours = tuple(
        sorted([*(sorted(pair) for pair in now.tables), *([one, entrants] for one in now.byes)])
    )
    found = tuple((int(one), int(other)) for one, other in ours)
    assert cost(found, results, entrants) == min(cost(one, results, entrants) for one in allowed)


def _had_bye(ledger: Ledger, entrant: int) -> bool:
    return any(row.kind == "bye" for row in ledger.appearances[entrant])


# --- against an independent implementation --------------------------------------------------------
def floats(pairs: Sequence[Sequence[Entrant]], ledger: Ledger) -> list[int]:
    """Count floating pairs by groups: from the highest, the widest first."""
    levels = sorted(set(ledger.points.values()), reverse=True)
    counts = Counter(
        tuple(sorted(levels.index(ledger.points[one]) for one in pair)) for pair in pairs
    )
    last = len(levels) - 1
    return [counts[up, down] for up in range(last) for down in range(last, up, -1)]


@pytest.mark.parametrize(("entrants", "seed"), [(8, 1), (9, 2), (16, 3), (31, 4), (60, 5)])
def test_score_groups_are_kept_as_well_as_swisspair_keeps_them(entrants: int, seed: int) -> None:
    swisspair = pytest.importorskip("swisspair")
    for now, results in tournament(entrants, min(7, entrants // 2), seed, mirrored=True):
        ledger = Ledger(range(entrants), results)
        order = [one for one in range(entrants) if one not in now.byes]
        order.sort(key=lambda one: -ledger.points[one])
        theirs = swisspair.create_matches(
            [
                swisspair.Player(
                    id=str(one),
                    points=int(2 * ledger.points[one]),
                    rank=rank,
                    can_get_bye=False,
                    cannot_be_paired_against_ids={
                        str(other) for other in ledger.met(one) if other in order
                    },
                )
                for rank, one in enumerate(order, 1)
            ]
        )
        pairs = [(int(match.p1.id), int(match.p2.id)) for match in theirs]
        assert floats(now.tables, ledger) == floats(pairs, ledger)


def test_large_fields_float_no_more_than_swisspairs() -> None:
    swisspair = pytest.importorskip("swisspair")
    *_, (now, results) = tournament(140, 6, 7, mirrored=True)
    ledger = Ledger(range(140), results)
    order = sorted(range(140), key=lambda one: -ledger.points[one])
    field = [
        swisspair.Player(str(one), int(2 * ledger.points[one]), rank, False, set())
        for rank, one in enumerate(order, 1)
    ]
    for player in field:
        player.cannot_be_paired_against_ids = {str(one) for one in ledger.met(int(player.id))}
    theirs = [(int(one.p1.id), int(one.p2.id)) for one in swisspair.create_matches(field)]
    assert floats(now.tables, ledger) <= floats(theirs, ledger)


# --- refusals, rematches, length -----------------------------------------------------------------
def test_one_entrant_is_refused() -> None:
    with pytest.raises(CannotPair, match=r"At least 2 entrants are needed\. Present: 1"):
        swiss.next_round(range(3), [], 1, withdrawn={0, 2})


def test_when_everybody_has_met_everybody_there_is_no_round_but_by_rematches() -> None:
    *_, (third, before) = tournament(4, 3)
    results = [*before, *played(third, random.Random(1))]
    with pytest.raises(CannotPair, match="Round 4 cannot be paired"):
        swiss.next_round(range(4), results, 1)
    again = swiss.next_round(range(4), results, 1, rematches=True)
    assert sorted(entrant for pair in again.tables for entrant in pair) == [0, 1, 2, 3]


def test_rematches_are_as_few_as_can_be() -> None:
    # 0 and 1 have met all others; 2 and 3 have not met 4 and 5.
    pairs = [
        [(0, 2), (1, 3), (4, 5)],
        [(0, 3), (1, 4), (2, 5)],
        [(0, 4), (1, 5), (2, 3)],
        [(0, 5), (1, 2), (3, 4)],
        [(0, 1), (2, 4), (3, 5)],
    ]
    results = [
        Result(number, pair, (1, 1)) for number, row in enumerate(pairs[:4], 1) for pair in row
    ]
    last = swiss.next_round(range(6), results, 1)
    assert {frozenset(pair) for pair in last.tables} == {frozenset(pair) for pair in pairs[4]}
    without = [*results, Result(5, (0, 1), (1, 1))]
    again = swiss.next_round(range(6), without, 1, rematches=True)
    met = {frozenset(one.entrants) for one in without}
    assert sum(frozenset(pair) in met for pair in again.tables) == 1


@pytest.mark.parametrize(("entrants", "rounds"), [(2, 1), (4, 2), (8, 4), (9, 5), (16, 5), (64, 7)])
def test_more_rounds_are_added_as_far_as_they_are_certain(entrants: int, rounds: int) -> None:
    said = estimate(FormatTerms(FORMATS["swiss"], more_rounds=1), entrants)
    assert (said.rounds, said.caution) == (rounds, None)
    assert estimate(FormatTerms(FORMATS["swiss"], rounds=1, more_rounds=1), entrants).rounds == 1


def test_the_estimate_refuses_more_rounds_than_opponents_and_warns_of_many() -> None:
    assert estimate(FormatTerms(FORMATS["swiss"]), 300).rounds == 9
    assert estimate(FormatTerms(FORMATS["swiss"], rounds=5), 9) == (5, 20, 20, None)
    assert "certain" in str(estimate(FormatTerms(FORMATS["swiss"], rounds=6), 9).caution)
    with pytest.raises(CannotPair, match="played everyone"):
        estimate(FormatTerms(FORMATS["swiss"], rounds=8), 8)
    with pytest.raises(CannotPair, match="at least one round"):
        estimate(FormatTerms(FORMATS["swiss"], rounds=0), 8)
    for entrants in range(2, 600):
        usual = estimate(FormatTerms(FORMATS["swiss"]), entrants)
        assert usual.rounds == swiss_rounds(entrants) >= 1
        assert not usual.caution


# --- the same every time -------------------------------------------------------------------------
def fingerprint() -> str:
    """Hash all pairings of a tournament with named entrants."""
    names = [f"bot {number}" for number in range(21)]
    dice, results, told = random.Random(5), list[Result](), []
    for _ in range(6):
        now = swiss.next_round(names, results, 77)
        told.append(repr(now))
        results += [bye(now.number, one) for one in now.byes]
        results += [
            Result(now.number, pair, dice.choice([(1, 2), (2, 1), (1, 1)])) for pair in now.tables
        ]
    return hashlib.sha256("".join(told).encode()).hexdigest()[:16]


def test_the_same_seed_and_results_give_the_same_pairings_in_every_process() -> None:
    code = f"from {__name__} import fingerprint; print(fingerprint())"
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == fingerprint() == "86b5b2a6e8df6d8e"


def test_the_order_of_the_results_does_not_matter() -> None:
    *_, (now, results) = tournament(20, 5)
    assert swiss.next_round(range(20), results[::-1], 1) == now


def test_other_seeds_draw_other_lots() -> None:
    drawn = {swiss.next_round(range(8), [], seed).tables for seed in range(8)}
    assert len(drawn) == 2, "who sits first is drawn"
    assert len({frozenset(map(frozenset, tables)) for tables in drawn}) == 1, "whom he meets is not"
