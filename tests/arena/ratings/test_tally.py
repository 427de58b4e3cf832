"""Counts by pair: all that a fit reads of any number of matches."""

import pytest

from arena.ratings.tally import Played, Tally


def test_a_match_of_two_is_counted_from_the_view_of_the_lower_number() -> None:
    tally = Tally.of([Played((9, 4), [(1, 2), (1, 1)], (1, 2))])
    won, tied, lost = 0, 1, 1
    assert tally.counts == {(4, 9): [won, tied, lost, 0, 0, 1, 1, 2, 4]}


def test_a_table_of_three_is_three_pairs() -> None:
    tally = Tally.of([Played((1, 2, 3), [(1, 2, 3), (3, 1, 2), (1, 1, 3)], (1, 1, 3))])
    assert tally.counts[1, 2][:6] == [1, 1, 1, 0, 1, 0]
    assert tally.counts[1, 3][:6] == [2, 0, 1, 1, 0, 0]
    assert tally.counts.keys() == {(1, 2), (1, 3), (2, 3)}


def test_arrays_stand_in_the_order_of_the_pairs() -> None:
    tally = Tally.of(
        [Played((70, 5), [(1, 2)], (1, 2)), Played((5, 30), [(1, 2)], (1, 2))],
    )
    pairs = tally.arrays()
    assert pairs.players == [5, 30, 70]
    assert list(zip(pairs.one, pairs.other, strict=True)) == [(0, 1), (0, 2)]
    assert pairs.counts[:, 0].tolist() == [1, 0]


@pytest.mark.parametrize(
    "match",
    [
        Played((1,), [(1,)], (1,)),
        Played((1, 1), [(1, 2)], (1, 2)),
        Played((1, 2), [], (1, 2)),
        Played((1, 2), [(1,)], (1, 2)),
        Played((1, 2), [(1, 2)], (1,)),
    ],
)
def test_what_is_no_match_is_refused(match: Played) -> None:
    with pytest.raises(ValueError, match=r"are no match|need 2 ranks"):
        Tally().add(match)
