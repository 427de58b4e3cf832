"""Several real processes at one queue: every match is played once and recorded once, in one order.

On SQLite, and on PostgreSQL where the markers say so. Each process has connections of its own.
"""

from functools import partial
from typing import Any

from tests.arena.processes import Platform
from tests.arena.scripts import match_queue
from tests.arena.scripts.counts import Counts, look

MATCHES = 40
WORKERS = 4
FILL = partial(match_queue.fill, MATCHES)


def test_every_match_is_recorded_once_and_in_one_order(platform: Platform) -> None:
    numbers = seen(platform.stages([FILL], [match_queue.work] * WORKERS, [look]))
    assert numbers["statuses"] == {"queued": 0, "running": 0, "finished": MATCHES, "void": 0}
    assert numbers["serials"] == list(range(1, MATCHES + 1))
    assert (numbers["changes"], numbers["recorded"]) == (2 * MATCHES, MATCHES)
    assert numbers["same"], "ratings equal a recomputation in the order of recording"


def test_an_owner_has_one_check_at_a_time_however_many_claim(platform: Platform) -> None:
    _filled, claimed = platform.stages(
        [match_queue.fill_with_checks], [match_queue.check] * WORKERS
    )
    assert set(claimed) <= {0, 1}


def test_a_person_has_one_ordered_match_at_a_time_however_many_claim(platform: Platform) -> None:
    _filled, claimed = platform.stages(
        [match_queue.fill_with_orders], [match_queue.check] * WORKERS
    )
    assert set(claimed) <= {0, 1}


def test_matches_of_a_killed_worker_are_played_again_though_two_reap(platform: Platform) -> None:
    reap, work = [match_queue.reap] * 2, [match_queue.work] * 2
    died = platform.stages([FILL], [match_queue.die], [look], reap, [look], work, [look])
    assert seen(died[:3])["statuses"]["running"] == 3
    assert sum(died[3]) == 3
    assert seen(died[:5])["tries"] == 3
    numbers = seen(died)
    assert numbers["statuses"]["finished"] == MATCHES
    assert numbers["same"]


def test_matchmakers_at_once_do_not_fill_the_queue_twice(platform: Platform) -> None:
    looked = platform.stages([match_queue.fill_with_bots], [match_queue.pair] * WORKERS, [look])
    assert seen(looked)["statuses"]["queued"] == 4, "two for each slot"


def seen(stages: list[list[Any]]) -> Counts:
    """Return the counts of the last stage."""
    numbers: Counts = stages[-1][0]
    return numbers
