"""Intervals hold in every cell of a small grid; each table counts with its probability."""

import pytest

from bench import intervals

HOLDS = 0.93


@pytest.mark.parametrize("pairs", [4, 10])
def test_leads_hold_in_every_cell(pairs: int) -> None:
    ours, normal = (intervals.held(pairs, one) for one in (intervals.of_points, intervals.normal))
    assert ours.least >= HOLDS, ours.cell
    assert ours.width < 2 * normal.width
    assert normal.least < 0.3, "a test that an interval too narrow does not pass"


def test_normalised_leads_hold_in_every_cell() -> None:
    found = intervals.held(8, intervals.of_normalized_elo, intervals.true_normalized_elo)
    assert found.least >= HOLDS, found.cell


def test_ratings_of_a_field_of_two_hold_in_every_cell() -> None:
    found = intervals.held(8, intervals.of_rating)
    assert found.least >= HOLDS, found.cell


def test_equal_bots_are_rarely_called_unequal() -> None:
    assert intervals.superior(8) <= 1 - intervals.SURE


def test_the_tables_of_a_cell_are_all_that_can_be() -> None:
    cells = [cell for by in (False, True) for cell in intervals.cells(by_halves=by)]
    assert len(cells) > 60
    for cell in cells:
        assert sum(cell.shares) == pytest.approx(1)
        mean = sum(share * at / 4 for at, share in enumerate(cell.shares))
        assert mean == pytest.approx(intervals.true_share(cell))
        assert sum(chance for _counts, chance in intervals.tables(6, cell)) > 0.999
