"""Points, tie-breaks and ranks, against figures worked out by hand."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from arena.tournaments.standings import (
    POD_ORDER,
    ROUND_ROBIN_ORDER,
    SWISS_ORDER,
    Entrant,
    Ledger,
    Result,
    TieBreak,
    absence,
    bye,
    table,
    without_early_leavers,
)
from arena.tournaments.standings.table import direct_encounter

HALF = Fraction(1, 2)


def win(number: int, winner: Entrant, loser: Entrant) -> Result:
    return Result(number, (winner, loser), (1, 2))


def draw(number: int, one: Entrant, other: Entrant) -> Result:
    return Result(number, (one, other), (1, 1))


def forfeit(number: int, winner: Entrant, away: Entrant) -> Result:
    return Result(number, (winner, away), (1, 1), forfeits=frozenset({away}))


def values(ledger: Ledger, tie_break: TieBreak) -> dict[Entrant, Fraction | None]:
    return {row.entrant: row.values[0] for row in table(ledger, [tie_break])}


def ranks(ledger: Ledger, *order: TieBreak) -> dict[Entrant, int]:
    return {row.entrant: row.rank for row in table(ledger, order)}


# --- points --------------------------------------------------------------------------------------
def test_a_win_is_a_point_a_draw_half_and_a_bye_a_whole_one() -> None:
    ledger = Ledger("abcde", [win(1, "a", "b"), draw(1, "c", "d"), bye(1, "e")])
    assert ledger.points == {"a": 1, "b": 0, "c": HALF, "d": HALF, "e": 1}


def test_a_pod_is_worth_the_share_of_those_ranked_below_ties_half() -> None:
    ledger = Ledger("abcd", [Result(1, ("a", "b", "c", "d"), (1, 1, 3, 4))])
    assert ledger.points == {
        "a": Fraction(5, 6),  # half of b, and c and d, of three
        "b": Fraction(5, 6),
        "c": Fraction(1, 3),
        "d": 0,
    }


def test_pods_of_three_and_of_four_are_worth_the_same() -> None:
    ledger = Ledger(range(7), [Result(1, (0, 1, 2), (2, 1, 3)), Result(1, (3, 4, 5, 6), (1,) * 4)])
    assert [ledger.points[one] for one in range(3)] == [HALF, 1, 0]
    assert {ledger.points[one] for one in range(3, 7)} == {HALF}


def test_who_forfeits_loses_whatever_the_ranks_say() -> None:
    ledger = Ledger("ab", [forfeit(1, "b", "a")])
    assert ledger.points == {"a": 0, "b": 1}
    both = Result(1, ("a", "b"), (1, 2), forfeits=frozenset("ab"))
    assert Ledger("ab", [both]).points == {"a": 0, "b": 0}


def test_a_pod_plays_on_without_one_who_forfeits() -> None:
    result = Result(1, ("a", "b", "c"), (2, 1, 1), forfeits=frozenset("c"))
    ledger = Ledger("abc", [result])
    assert ledger.points == {"a": HALF, "b": 1, "c": 0}
    assert ledger.met("a") == {"b": 1}
    assert values(ledger, TieBreak.WINS) == {"a": 0, "b": 1, "c": 0}


@pytest.mark.parametrize(
    ("entrants", "row", "scores", "forfeits"),
    [
        ((), (), (), ""),
        (("a", "a"), (1, 2), (), ""),
        (("a", "b"), (1,), (), ""),
        (("a", "b"), (1, 2), (30,), ""),
        (("a", "b"), (1, 2), (), "c"),
    ],
)
def test_a_result_that_does_not_fit_together_is_refused(
    entrants: tuple[str, ...], row: tuple[int, ...], scores: tuple[float, ...], forfeits: str
) -> None:
    with pytest.raises(ValueError, match=r"table|forfeit"):
        Result(1, entrants, row, scores, frozenset(forfeits))


def test_strangers_and_doubled_results_are_refused() -> None:
    with pytest.raises(ValueError, match="no entrant"):
        Ledger("ab", [win(1, "a", "c")])
    with pytest.raises(ValueError, match="two results in round 1"):
        Ledger("abc", [win(1, "a", "b"), win(1, "a", "c")])
    with pytest.raises(ValueError, match="numbered from 1"):
        win(0, "a", "b")


# --- FIDE C.07, article 16: a small Swiss with byes and one who leaves ----------------------------
def swiss_of_four() -> Ledger:
    """Points: 1 has 2.5, 2 has 1.5, 3 has 2, and 4, who left after round 1, has 0."""
    results = [
        win(1, 1, 4),
        draw(1, 2, 3),
        win(2, 1, 2),
        bye(2, 3),
        draw(3, 3, 1),
        bye(3, 2),
    ]
    return Ledger([1, 2, 3, 4], results, withdrawn={4})


def test_buchholz_counts_unplayed_rounds_as_fide_does() -> None:
    # To 1, the leaver is worth a draw for each round that he missed at the end: 0 + 1/2 + 1/2.
    # The bye of 3 is a round against a dummy of min(2, 3 draws) = 1.5, that of 2 of min(1.5, 1.5).
    assert values(swiss_of_four(), TieBreak.BUCHHOLZ) == {
        1: Fraction("4.5"),  # 1 + 1.5 + 2
        2: 6,  # 2 + 2.5 + 1.5
        3: Fraction("5.5"),  # 1.5 + 1.5 + 2.5
        4: Fraction("2.5"),  # 2.5, and dummies with his own 0
    }


def test_cut_1_takes_the_lowest_part_and_own_absences_first() -> None:
    assert values(swiss_of_four(), TieBreak.BUCHHOLZ_CUT_1) == {
        1: Fraction("3.5"),
        2: Fraction("4.5"),
        3: 4,
        4: Fraction("2.5"),
    }
    # 1 scores 2.5 and forfeits to 5, who ends with 1: that part, min(2.5, 1) = 1, is cut before the
    # lower one of 4, who has lost all he played.
    results = [win(1, 1, 2), win(2, 1, 4), draw(3, 1, 3), forfeit(4, 5, 1)]
    ledger = Ledger([1, 2, 3, 4, 5], results)
    assert values(ledger, TieBreak.BUCHHOLZ)[1] == 0 + 0 + HALF + 1
    assert values(ledger, TieBreak.BUCHHOLZ_CUT_1)[1] == HALF


def test_sonneborn_berger_counts_a_bye_as_a_win_against_the_dummy() -> None:
    assert values(swiss_of_four(), TieBreak.SONNEBORN_BERGER) == {
        1: Fraction("3.5"),  # 1 + 1.5 + half of 2
        2: Fraction("2.5"),  # half of 2, 0, and 1.5 for the bye
        3: Fraction("3.5"),  # half of 1.5, 1.5 for the bye, half of 2.5
        4: 0,
    }


def test_byes_and_forfeits_are_no_wins() -> None:
    ledger = Ledger("abcd", [bye(1, "a"), forfeit(2, "a", "b"), win(3, "a", "c")])
    assert values(ledger, TieBreak.WINS)["a"] == 1
    assert ledger.points["a"] == 3


def test_an_absence_before_a_match_counts_as_what_it_was() -> None:
    # b was absent once and came back, so he is worth his 1 point to a, not 1.5.
    ledger = Ledger("abc", [win(1, "a", "b"), absence(2, "b"), win(3, "b", "c")])
    assert ledger.adjusted["b"] == ledger.points["b"] == 1
    stayed_away = Ledger("abc", [win(1, "a", "b"), absence(2, "b"), forfeit(3, "c", "b")])
    assert stayed_away.points["b"] == 0
    assert stayed_away.adjusted["b"] == HALF


def test_forfeits_of_a_round_robin_count_against_the_opponent_of_the_schedule() -> None:
    # c, who forfeited to a, has 2 points in the end, and a has 1.
    results = [win(1, "b", "a"), forfeit(2, "a", "c"), win(3, "c", "b"), win(4, "c", "b")]
    assert values(Ledger("abc", results), TieBreak.SONNEBORN_BERGER)["a"] == 1
    assert values(Ledger("abc", results, scheduled=True), TieBreak.SONNEBORN_BERGER)["a"] == 2


def test_free_rounds_of_a_round_robin_are_worth_nothing() -> None:
    ledger = Ledger("abc", [win(1, "a", "b"), bye(1, "c")], scheduled=True, withdrawn="c")
    assert ledger.points["c"] == 0
    assert ledger.adjusted["c"] == 0


# --- direct encounter ----------------------------------------------------------------------------
def test_the_match_of_two_tied_ones_decides() -> None:
    results = [win(1, "a", "c"), win(1, "b", "d"), win(2, "b", "a"), win(2, "c", "d")]
    results += [win(3, "a", "d"), win(3, "c", "b")]
    ledger = Ledger("abcd", results, scheduled=True)
    # a beat c, b beat a, c beat b: two points each, and one each among themselves.
    assert ranks(ledger, TieBreak.DIRECT_ENCOUNTER) == {"a": 1, "b": 1, "c": 1, "d": 4}
    two = Ledger("abcd", [*results[:4], win(3, "a", "d"), draw(3, "c", "b")], scheduled=True)
    # b has 2.5; a with 2 and c with 1.5 are not tied.
    assert ranks(two, TieBreak.DIRECT_ENCOUNTER) == {"b": 1, "a": 2, "c": 3, "d": 4}


def test_those_still_tied_are_compared_among_themselves() -> None:
    # Among a, b, c, d: a has 2, b and c 1.5 each, d 1; b beat c.
    results = [win(1, "a", "b"), win(2, "a", "c"), win(3, "d", "a"), win(4, "b", "c")]
    results += [draw(5, "b", "d"), win(6, "c", "d"), win(7, "c", "x"), draw(8, "d", "x")]
    ledger = Ledger("abcdx", results)
    assert direct_encounter(ledger, "abcd") == [["a"], ["b", "d"], ["c"]]
    again = [*results[:4], draw(5, "b", "d"), draw(6, "c", "d")]
    # a 2, b 1.5, c 0.5, d 2: a and d once more, and d beat a.
    assert direct_encounter(Ledger("abcd", again), "abcd") == [["d"], ["a"], ["b"], ["c"]]


def test_where_not_all_have_met_only_who_is_sure_to_be_on_top_is_ahead() -> None:
    ledger = Ledger("abc", [win(1, "a", "b"), win(2, "a", "c")])
    assert direct_encounter(ledger, "abc") == [["a"], ["b", "c"]]
    unsure = Ledger("abc", [win(1, "a", "b")])
    assert direct_encounter(unsure, "abc") == [["a", "b", "c"]]


def test_several_meetings_of_two_count_as_their_mean() -> None:
    ledger = Ledger("ab", [win(1, "a", "b"), draw(2, "b", "a")])
    (first, second) = table(ledger, [TieBreak.DIRECT_ENCOUNTER])
    assert (first.entrant, second.entrant) == ("a", "b")
    tied = Ledger("abc", [win(1, "a", "b"), draw(2, "b", "a"), win(3, "b", "c"), draw(4, "b", "c")])
    assert direct_encounter(tied, "ab") == [["a"], ["b"]]


def test_forfeits_are_no_encounters_in_a_swiss() -> None:
    results = [forfeit(1, "a", "b")]
    assert direct_encounter(Ledger("ab", results), "ab") == [["a", "b"]]
    assert direct_encounter(Ledger("ab", results, scheduled=True), "ab") == [["a"], ["b"]]


def test_a_pod_is_an_encounter_of_each_with_each() -> None:
    ledger = Ledger("abcd", [Result(1, ("a", "b", "c", "d"), (3, 1, 2, 4))])
    assert direct_encounter(ledger, "ab") == [["b"], ["a"]]
    assert direct_encounter(ledger, "abc") == [["b"], ["c"], ["a"]]


# --- scores, seeds, lots, ranks -------------------------------------------------------------------
def test_score_difference_is_against_the_mean_of_the_table() -> None:
    results = [Result(1, ("a", "b", "c"), (1, 2, 3), (40, 30, 20))]
    assert values(Ledger("abc", results), TieBreak.SCORE_DIFFERENCE) == {"a": 15, "b": 0, "c": -15}


def test_scores_of_forfeited_matches_do_not_count() -> None:
    result = Result(1, ("a", "b"), (1, 2), (99, 0), frozenset("b"))
    assert values(Ledger("ab", [result]), TieBreak.SCORE_DIFFERENCE) == {"a": 0, "b": 0}


def test_seed_and_lot_leave_no_ties() -> None:
    entrants = range(20)
    assert ranks(Ledger(entrants, []), TieBreak.SEED) == {one: one + 1 for one in entrants}
    lots = [ranks(Ledger(entrants, [], seed=seed), TieBreak.LOT) for seed in (1, 2)]
    assert lots[0] != lots[1]
    for drawn in lots:
        assert sorted(drawn.values()) == list(range(1, 21))
    assert lots[0] == ranks(Ledger(entrants, [], seed=1), TieBreak.LOT)


def test_equals_share_a_rank_and_the_next_one_is_left_out() -> None:
    ledger = Ledger("abcd", [win(1, "a", "b"), win(1, "c", "d")])
    assert ranks(ledger, *SWISS_ORDER) == {"a": 1, "c": 1, "b": 3, "d": 3}


def test_tie_breaks_are_taken_in_the_organisers_order() -> None:
    # a and b have 1.5. a drew with c, who has 2.5; b won by playing and drew with d, who has 0.5.
    results = [
        bye(1, "a"),
        win(1, "c", "e"),
        win(1, "b", "f"),
        draw(2, "a", "c"),
        draw(2, "b", "d"),
    ]
    results += [win(3, "c", "g")]
    ledger = Ledger("abcdefg", results)
    first = ranks(ledger, TieBreak.BUCHHOLZ, TieBreak.WINS)
    second = ranks(ledger, TieBreak.WINS, TieBreak.BUCHHOLZ)
    assert first["a"] < first["b"]
    assert second["b"] < second["a"]


def test_who_has_withdrawn_is_marked_and_keeps_his_place() -> None:
    rows = table(Ledger("abc", [win(1, "c", "a"), bye(1, "b")], withdrawn="c"))
    assert {row.entrant: row.has_withdrawn for row in rows} == {"a": False, "b": False, "c": True}
    assert rows[-1].entrant == "a"


def test_of_those_withdrawn_only_entrants_are_looked_at() -> None:
    one_group_of_many = Ledger("ab", [win(1, "a", "b")], withdrawn="bz")
    assert one_group_of_many.withdrawn == {"b"}


def test_who_leaves_a_round_robin_before_half_of_it_is_taken_out() -> None:
    early = [win(1, "a", "d"), win(1, "b", "c"), forfeit(2, "b", "d"), forfeit(3, "c", "d")]
    assert without_early_leavers(early, {"d"}, 3) == [early[1]]
    assert without_early_leavers(early, {"d"}, 2) == early
    assert without_early_leavers(early, (), 3) == early


def test_every_tie_break_is_explained_in_one_line() -> None:
    for one in TieBreak:
        assert 20 < len(one.explanation) <= 80
        assert one.explanation.endswith(".")
        assert "\n" not in one.explanation


outcomes = some.lists(some.sampled_from([(1, 2), (2, 1), (1, 1)]), min_size=15, max_size=15)


@given(outcomes)
def test_in_a_full_round_robin_the_points_are_those_of_all_matches(
    results: list[tuple[int, int]],
) -> None:
    pairs = list(combinations(range(6), 2))
    played = [
        Result(number, pair, row)
        for number, (pair, row) in enumerate(zip(pairs, results, strict=True), 1)
    ]
    ledger = Ledger(range(6), played, scheduled=True)
    assert sum(ledger.points.values()) == len(pairs)
    rows = table(ledger, ROUND_ROBIN_ORDER)
    assert [row.points for row in rows] == sorted(ledger.points.values(), reverse=True)
    total = values(ledger, TieBreak.BUCHHOLZ)
    assert all(total[one] == len(pairs) - ledger.points[one] for one in range(6))
    berger = values(ledger, TieBreak.SONNEBORN_BERGER)
    by_hand = {
        one: sum(
            ledger.points[pair[1 - pair.index(one)]] * (HALF if row == (1, 1) else 1)
            for pair, row in zip(pairs, results, strict=True)
            if one in pair and row[pair.index(one)] == 1
        )
        for one in range(6)
    }
    assert berger == by_hand


@given(some.permutations(range(1, 5)), some.permutations(range(1, 5)))
def test_pods_by_their_order(first: list[int], second: list[int]) -> None:
    played = [Result(1, (0, 1, 2, 3), tuple(first)), Result(2, (0, 1, 2, 3), tuple(second))]
    ledger = Ledger(range(4), played)
    rows = table(ledger, POD_ORDER)
    for row in rows:
        below = 8 - first[int(row.entrant)] - second[int(row.entrant)]
        assert row.points == Fraction(below, 3)
        assert row.values[0] == [first[int(row.entrant)], second[int(row.entrant)]].count(1)
