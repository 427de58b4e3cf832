"""Whole tournaments of every format, played with made-up results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.tournaments import formats
from arena.tournaments.format import KNOCKOUT, PairingPlan, PlayedPairing, RoundPlan, TournamentPlan
from arena.tournaments.formats import FORMATS, FormatTerms, estimate
from arena.tournaments.pairing import CannotPair
from arena.tournaments.standings import Result, TieBreak, bye
from engine import chance

Strength = Callable[[int], float]
TERMS = [
    FormatTerms(FORMATS["round_robin"]),
    FormatTerms(FORMATS["round_robin"], double=True),
    FormatTerms(FORMATS["swiss"]),
    FormatTerms(FORMATS["swiss"], rounds=3),
    FormatTerms(FORMATS["swiss"], more_rounds=1),
    FormatTerms(FORMATS["single_elimination"]),
    FormatTerms(FORMATS["single_elimination"], third_place=True),
    FormatTerms(FORMATS["double_elimination"]),
    FormatTerms(FORMATS["double_elimination"], reset=False),
    FormatTerms(FORMATS["groups"], groups=2, advance=2),
    FormatTerms(FORMATS["groups"], groups=2, advance=1, double=True),
    FormatTerms(FORMATS["pod_rotation"], seats=4),
    FormatTerms(FORMATS["pod_rotation"], seats=3, rounds=2),
    FormatTerms(FORMATS["pod_swiss"], seats=3),
    FormatTerms(FORMATS["pod_swiss"], seats=3, more_rounds=1),
    FormatTerms(FORMATS["pod_knockout"], seats=4, advance=2),
]


def plan(terms: FormatTerms, count: int, seed: int = 7) -> TournamentPlan:
    return TournamentPlan(terms, tuple(range(1, count + 1)), seed)


def played(round_plan: RoundPlan, table: PairingPlan, seed: int) -> PlayedPairing:
    """Draw a pairing's result by lot; two often tie, except in a knockout."""
    lots = chance.numbers(len(table.entrants), seed, round_plan.number, *map(str, table.entrants))
    grain = 32 if round_plan.stage == KNOCKOUT else 3
    marks = [lot % grain for lot in lots]
    ranks = tuple([1 + sum(other > mark for other in marks) for mark in marks])
    return PlayedPairing(
        Result(round_plan.number, table.entrants, ranks), round_plan.stage, table.code, table.group
    )


def play(
    one: TournamentPlan, seed: int, withdrawn: frozenset[int] = frozenset()
) -> tuple[list[PlayedPairing], int]:
    """Play to the end; return the history and the number of rounds."""
    history: list[PlayedPairing] = []
    rounds = 0
    while (round_plan := one.next(history, withdrawn)) is not None:
        rounds += 1
        assert round_plan.number == rounds
        history += [settled(round_plan, table, seed, withdrawn) for table in round_plan.tables]
        history += [
            PlayedPairing(bye(round_plan.number, entrant), round_plan.stage)
            for entrant in round_plan.byes
        ]
        assert rounds < 100
    return history, rounds


def settled(
    round_plan: RoundPlan, table: PairingPlan, seed: int, withdrawn: frozenset[int]
) -> PlayedPairing:
    held = played(round_plan, table, seed)
    forfeits = withdrawn & set(table.entrants)
    return held._replace(
        result=Result(round_plan.number, table.entrants, held.result.ranks, forfeits=forfeits)
    )


@pytest.mark.parametrize("terms", TERMS, ids=str)
@settings(max_examples=8)
@given(count=st.integers(6, 13), seed=st.integers(0, 2**32))
def test_every_format_ends_after_the_rounds_and_matches_that_were_announced(
    terms: FormatTerms, count: int, seed: int
) -> None:
    one = plan(terms, count, seed)
    announced = estimate(terms, count)
    history, rounds = play(one, seed)
    tables = [held for held in history if len(held.result.entrants) > 1]
    assert announced.matches <= len(tables) <= announced.most_matches
    if terms.format is not FORMATS["double_elimination"]:
        assert rounds == announced.rounds
    places = one.places(history)
    assert sorted(entrant for _, entrant in places) == list(one.entrants)
    assert places[0][0] == 1
    assert [place for place, _ in places] == sorted(place for place, _ in places)


@pytest.mark.parametrize("terms", TERMS, ids=str)
def test_the_same_seed_and_results_give_the_same_tournament(terms: FormatTerms) -> None:
    one, other = plan(terms, 11, 3), plan(terms, 11, 3)
    history, _ = play(one, 5)
    again, _ = play(other, 5)
    assert history == again
    assert one.places(history) == other.places(again)


@pytest.mark.parametrize("terms", TERMS, ids=str)
@settings(max_examples=6)
@given(seed=st.integers(0, 2**32), withdrawn=st.frozensets(st.integers(1, 11), max_size=3))
def test_who_withdraws_loses_what_is_left_and_all_go_on(
    terms: FormatTerms, seed: int, withdrawn: frozenset[int]
) -> None:
    one = plan(terms, 11, seed)
    history: list[PlayedPairing] = []
    left: frozenset[int] = frozenset()
    try:
        while (round_plan := one.next(history, left)) is not None:
            history += [settled(round_plan, table, seed, left) for table in round_plan.tables]
            history += [
                PlayedPairing(bye(round_plan.number, entrant), round_plan.stage)
                for entrant in round_plan.byes
            ]
            left = withdrawn  # after the first round
    except CannotPair:
        assert terms.format in {FORMATS["pod_knockout"], FORMATS["pod_swiss"], FORMATS["swiss"]}
        return
    places = one.places(history, left)
    assert sorted(entrant for _, entrant in places) == list(one.entrants)
    if terms.format in {FORMATS["single_elimination"], FORMATS["double_elimination"]}:
        champion = places[0][1]
        assert champion not in withdrawn


def test_in_a_round_robin_everybody_meets_everybody() -> None:
    history, _ = play(plan(FormatTerms(FORMATS["round_robin"]), 7), 1)
    met = Counter(frozenset(held.result.entrants) for held in history)
    pairs = {pair: count for pair, count in met.items() if len(pair) == 2}
    assert len(pairs) == 21
    assert set(pairs.values()) == {1}


def test_groups_come_first_and_their_best_meet_in_a_knockout() -> None:
    one = plan(FormatTerms(FORMATS["groups"], groups=2, advance=2), 8)
    first = one.next([])
    assert first is not None
    assert {table.group for table in first.tables} == {0, 1}
    assert one.bracket([]) is None
    history, rounds = play(one, 2)
    assert rounds == 3 + 2
    knockout = [held for held in history if held.stage == KNOCKOUT]
    assert [held.code for held in knockout] == [1, 2, 3]
    best = [rows[0].entrant for rows in one.standings(history)]
    assert set(best) <= {entrant for held in knockout for entrant in held.result.entrants}


def test_a_tied_match_of_a_knockout_is_the_better_seeds() -> None:
    one = plan(FormatTerms(FORMATS["single_elimination"]), 2)
    round_plan = one.next([])
    assert round_plan is not None
    (table,) = round_plan.tables
    for ranks in ((1, 1), (2, 2)):
        held = PlayedPairing(Result(1, table.entrants, ranks), KNOCKOUT, table.code)
        assert one.places([held]) == [(1, 1), (2, 2)]


def test_chosen_tie_breaks_stand_in_the_table() -> None:
    order = (TieBreak.WINS, TieBreak.SEED)
    one = TournamentPlan(FormatTerms(FORMATS["swiss"]), tuple(range(1, 7)), 1, tie_breaks=order)
    history, _ = play(one, 3)
    (rows,) = one.standings(history)
    assert all(len(row.values) == 2 for row in rows)
    assert len({row.rank for row in rows}) == 6


def test_a_swiss_without_a_pairing_says_so_and_may_allow_rematches() -> None:
    terms = FormatTerms(FORMATS["swiss"], rounds=5)
    one = plan(terms, 4)
    with pytest.raises(CannotPair, match="allow rematches"):
        play(one, 1)
    history, rounds = play(TournamentPlan(terms, one.entrants, one.seed, rematches=True), 1)
    assert rounds == 5
    assert len(history) == 10


@pytest.mark.parametrize("key", ["pod_rotation", "pod_swiss", "pod_knockout"])
def test_pods_end_when_one_of_two_entrants_is_left(key: str) -> None:
    one = plan(FormatTerms(FORMATS[key], seats=3, advance=1), 2)
    assert one.next([]) is not None
    assert one.next([], {2}) is None
    assert one.next([], {1, 2}) is None


def test_every_file_of_the_folder_is_a_format() -> None:
    files = {path.stem for path in Path(str(formats.__file__)).parent.glob("*.py")}
    assert files - {"__init__"} == FORMATS.keys()
    assert all(key == one.key for key, one in FORMATS.items())


def test_formats_are_offered_simple_ones_first_and_pods_last() -> None:
    duels = ["round_robin", "swiss", "single_elimination", "double_elimination", "groups"]
    assert list(FORMATS) == [*duels, "pod_rotation", "pod_swiss", "pod_knockout"]
    assert [key for key, one in FORMATS.items() if one.needs_pods] == list(FORMATS)[5:]
