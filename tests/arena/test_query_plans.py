"""All steps of play and all lists on a platform with a history: none scans a table that grows.
`bench/arena.py` times the same steps on a million matches."""

import pytest

from tests.arena.large_database import large
from tests.arena.processes import Platform
from tests.arena.scripts import plans

__all__ = ["large"]

pytestmark = pytest.mark.services


def test_no_step_and_no_page_scans_what_grows(large: Platform) -> None:
    seen, found, controls = large.call(plans.walk_all)
    assert found == []
    assert seen > 150
    assert controls == 2, "and what scans is noticed"
