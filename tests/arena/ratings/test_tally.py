"""Counts by pair, the whole input of a fit."""

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as some

from arena.ratings.tally import COLUMNS, Played, Tally

ids = some.integers(0, 2**63 - 1)
pairs = some.tuples(ids, ids).filter(lambda pair: pair[0] < pair[1])
counts = some.lists(some.integers(0, 2**63 - 1), min_size=COLUMNS, max_size=COLUMNS)


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


@given(some.dictionaries(pairs, counts, max_size=20))
def test_what_is_packed_comes_back(counted: dict[tuple[int, int], list[int]]) -> None:
    tally = Tally()
    tally.counts = counted
    assert Tally.unpacked(tally.packed()).counts == counted


def test_equal_counts_are_equal_bytes_and_go_on_counting() -> None:
    first, second = (Played((a, b), [(1, 2), (2, 2)], (1, 2)) for a, b in ((8, 3), (3, 700)))
    at_once = Tally.of([first, second])
    later = Tally.unpacked(Tally.of([second]).packed())
    later.add(first)
    assert later.packed() == at_once.packed()


ROW = [1, 2, *range(9)]


@pytest.mark.parametrize(
    "numbers", [ROW[:-1], [2, 1, *ROW[2:]], [*ROW, *ROW], [*ROW[:-1], -1], [*ROW, 1]]
)
def test_bytes_of_other_things_are_refused(numbers: list[int]) -> None:
    packed = zlib.compress(b"".join(one.to_bytes(8, "little", signed=True) for one in numbers))
    with pytest.raises(ValueError, match="no packed tally"):
        Tally.unpacked(packed)


@pytest.mark.parametrize(
    "packed", [b"", b"nonsense", zlib.compress(b"seven b"), Tally().packed()[:-1]]
)
def test_bytes_that_are_damaged_are_refused(packed: bytes) -> None:
    with pytest.raises(ValueError, match="no packed tally"):
        Tally.unpacked(packed)
