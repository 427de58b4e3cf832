"""Lock order: two actions on the same rows wait for each other, and both finish.

Each process stops holding its first row until the other holds its own, which is when a deadlock
would begin. SQLite has one writer at a time, so it cannot deadlock.
"""

from pathlib import Path

import pytest

from tests.arena.processes import Platform
from tests.arena.scripts.meetings import MEETINGS


@pytest.mark.services
def test_two_that_meet_in_the_middle_both_get_on(postgres_url: str, tmp_path: Path) -> None:
    platform = Platform(tmp_path, DATABASE_URL=postgres_url)
    stages = [
        stage
        for begin, one, other in MEETINGS.values()
        for stage in ([begin] if begin else [], [one, other])
    ]
    try:
        platform.stages(*stages)
    finally:
        platform.empty()
