"""Feeds on a platform with a history: none scans a table that grows, and matches write nothing."""

import pytest

from tests.arena.large_database import large
from tests.arena.processes import Platform
from tests.arena.scripts import feed_plans

__all__ = ["large"]

pytestmark = pytest.mark.services


def test_no_feed_reads_what_grows(large: Platform) -> None:
    seen, found = large.call(feed_plans.read_all)
    assert found == []
    assert seen > 60


def test_a_match_costs_the_same_with_a_thousand_followers(large: Platform) -> None:
    before, after, mentions = large.call(feed_plans.play_before_followers)
    assert after == before
    assert mentions == []
