"""Lists of the API and searches on a platform with a history: none scans a table that grows."""

import pytest

from tests.arena.large_database import large
from tests.arena.processes import Platform
from tests.arena.scripts import plans

__all__ = ["large"]

pytestmark = pytest.mark.services


def test_no_list_reads_what_grows(large: Platform) -> None:
    seen, found, lines = large.call(plans.get_lists)
    assert found == []
    assert seen > 80
    assert lines == 40


def test_no_search_reads_what_grows(large: Platform) -> None:
    seen, found, results = large.call(plans.search_all)
    assert found == []
    assert seen > 70
    assert results > 300
