"""A step of matchmaking on a big ladder: no query may scan a table that grows."""

import pytest

from tests.arena.large_database import large
from tests.arena.processes import Platform
from tests.arena.query_plans import Explained, nodes, touched
from tests.arena.scripts import plans

__all__ = ["large"]

pytestmark = pytest.mark.services

GROWING = {"arena_entry", "arena_bot", "arena_match", "arena_seat", "arena_ratingchange"}
GROWING |= {"arena_version"}
MOST_ROWS = 1000  # that one part of a plan may touch: a window, not the ladder


@pytest.fixture(scope="module")
def steps(large: Platform) -> dict[str, tuple[bool, list[Explained]]]:
    """Whether each step did something, and its plans."""
    return large.call(plans.step_by_step)


@pytest.mark.parametrize("name", plans.STEPS)
def test_no_step_scans_what_grows(
    steps: dict[str, tuple[bool, list[Explained]]], name: str
) -> None:
    made, found = steps[name]
    assert made
    assert found
    for query in found:
        for node in nodes(query["plan"]):
            scans = node["Node Type"] == "Seq Scan" and node["Relation Name"] in GROWING
            assert not scans, query["sql"]
            assert touched(node) <= MOST_ROWS, (node["Node Type"], query["sql"])
