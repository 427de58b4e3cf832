"""Several real processes advance one tournament: each round is made once and each pairing played
once, even if a process is killed.

On SQLite, and on PostgreSQL where the markers say so.
"""

from tests.arena.processes import Platform
from tests.arena.scripts import one_tournament

WORKERS = 3


def test_workers_that_tick_play_and_advance_at_once_make_one_tournament(
    platform: Platform,
) -> None:
    platform.call(one_tournament.fill)
    platform.together(*[one_tournament.work] * WORKERS)
    found = platform.call(one_tournament.look)
    assert (found["state"], found["rounds"]) == ("finished", [1, 2, 3, 4, 5])
    assert (found["pairings"], found["live"]) == (15, 0)
    assert found["played"] == [1] * 15, "never twice, never none"
    assert found["same"]


def test_a_worker_that_dies_between_two_steps_leaves_none_half_done(platform: Platform) -> None:
    platform.call(one_tournament.fill)
    platform.call(one_tournament.die)
    found = platform.call(one_tournament.look)
    assert (found["state"], found["rounds"]) == ("finished", [1, 2, 3, 4, 5])
    assert found["played"] == [1] * 15
    assert found["same"]
