"""Several real processes at one queue: every match is played once and recorded once, in one order.

On SQLite, and on PostgreSQL where the markers say so. Each process has connections of its own.
"""

import json
from typing import Any

from tests.arena.processes import LOOK, Platform

MATCHES = 40
WORKERS = 4

FILL = f"""
ladder = a_ladder(state="paused")
bots = [a_house_bot(f"House {{number}}", ladder) for number in range(6)]
for number in range({MATCHES}):
    queued(ladder, bots[number % 6], bots[(number + 1 + number // 6 % 5) % 6])
"""
WORK = """
dice = random.Random(os.getpid())
while Match.objects.exclude(status="finished").exists():
    match = claim_match(worker=claim_name())
    if match is None:
        time.sleep(0.01)
        continue
    time.sleep(dice.random() / 100)
    points = dice.choice([(2.0, 0.0), (1.0, 1.0), (0.0, 2.0)])
    for attempt in range(2):
        try:
            record_result(match=match, result=result(*points))
        except ClaimLost:
            assert attempt == 1, "the first time it was ours"
        else:
            assert attempt == 0, "the second time it must not be"
print("done")
"""
DIE = """
if not os.fork():
    for _ in range(3):
        claim_match(worker=claim_name())
    os.kill(os.getpid(), 9)
_child, status = os.wait()
assert os.waitstatus_to_exitcode(status) == -9
"""
REAP = """
reaped = 0
while Match.objects.filter(status="running").exists():
    reaped += len(reap_leases())
    time.sleep(0.05)
print(reaped + len(reap_leases()))
"""
PAIR = """
for _ in range(10):
    matchmake(ladder_id=Ladder.objects.get().pk)
print("done")
"""
TWELVE = """
ladder = a_ladder()
for number in range(12):
    a_house_bot(f"House {number}", ladder)
Entry.objects.update(matches=20, version_matches=20, virtual_finish=1.0)
"""


def test_every_match_is_recorded_once_and_in_one_order(platform: Platform) -> None:
    numbers = seen(platform.stages([FILL], [WORK] * WORKERS, [LOOK]))
    assert numbers["statuses"] == {"queued": 0, "running": 0, "finished": MATCHES, "void": 0}
    assert numbers["serials"] == list(range(1, MATCHES + 1))
    assert (numbers["changes"], numbers["recorded"]) == (2 * MATCHES, MATCHES)
    assert numbers["same"], "ratings equal a recomputation in the order of recording"


CHECKS = """
from arena.models import Match
from tests.cast import a_bot, alice
ladder = a_ladder()
alcuin = a_bot(alice(), "Alcuin", ladder)
for number in range(20):
    queued(ladder, alcuin, alcuin, purpose=Match.Purpose.CHECK)
"""
CHECK = """
most = 0
for _ in range(30):
    match = claim_match(worker=claim_name())
    most = max(most, Match.objects.filter(status="running").count())
    if match is not None:
        time.sleep(0.005)
        Match.objects.filter(pk=match.pk).update(status="void")
print(most)
"""


def test_an_owner_has_one_check_at_a_time_however_many_claim(platform: Platform) -> None:
    _filled, claimed = platform.stages([CHECKS], [CHECK] * WORKERS)
    assert {int(most) for most in claimed} <= {0, 1}


def test_matches_of_a_killed_worker_are_played_again_though_two_reap(platform: Platform) -> None:
    died = platform.stages([FILL], [DIE], [LOOK], [REAP, REAP], [LOOK], [WORK, WORK], [LOOK])
    assert seen(died[:3])["statuses"]["running"] == 3
    assert sum(int(reaped) for reaped in died[3]) == 3
    assert seen(died[:5])["tries"] == 3
    numbers = seen(died)
    assert numbers["statuses"]["finished"] == MATCHES
    assert numbers["same"]


def test_matchmakers_at_once_do_not_fill_the_queue_twice(platform: Platform) -> None:
    looked = platform.stages([TWELVE], [PAIR] * WORKERS, [LOOK])
    assert seen(looked)["statuses"]["queued"] == 2


def seen(stages: list[list[str]]) -> dict[str, Any]:
    """Return the counts that the last stage printed."""
    numbers: dict[str, Any] = json.loads(stages[-1][0])
    return numbers
