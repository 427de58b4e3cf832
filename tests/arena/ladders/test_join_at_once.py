"""Joining and leaving in several processes at once."""

from tests.arena.processes import Platform
from tests.arena.scripts import joining


def test_of_two_that_join_at_once_one_does(platform: Platform) -> None:
    stages = platform.stages([joining.fill], [joining.join] * 4, [joining.counts])
    assert sorted(stages[1]) == [0, 0, 0, 1]
    assert stages[2] == [[1, 1]], "one check, against itself, as no house bot is there"


def test_leaving_while_matches_are_claimed_loses_no_result(platform: Platform) -> None:
    busy = [joining.come_and_go, joining.come_and_go, joining.play, joining.play]
    stages = platform.stages(
        [joining.fill], [joining.join], [joining.pass_checks], busy, [joining.leave_and_count]
    )
    is_active, counted, finished, live = stages[-1][0]
    assert (is_active, live) == (False, 0)
    assert counted == finished
