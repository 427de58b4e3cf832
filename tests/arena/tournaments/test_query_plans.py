"""The tick among thousands of tournaments reads only those with work to do."""

import pytest

from tests.arena.large_database import large
from tests.arena.processes import Platform
from tests.arena.query_plans import nodes, touched
from tests.arena.scripts import plans

__all__ = ["large"]

pytestmark = pytest.mark.services

GROWING = {"arena_tournament", "arena_round", "arena_pairing", "arena_match", "arena_entrant"}
MOST_ROWS = 400


def test_no_tick_scans_what_grows(large: Platform) -> None:
    found = large.call(plans.tick)
    assert len(found) == 7, "one of them asks for the time"
    for query in found:
        for node in nodes(query["plan"]):
            scans = node["Node Type"] == "Seq Scan" and node["Relation Name"] in GROWING
            assert not scans, query["sql"]
            assert touched(node) <= MOST_ROWS, (node["Node Type"], query["sql"])
