"""Several real processes at one queue: every match is played once and recorded once, in one order.

On SQLite, and on PostgreSQL where the markers say so. Each process is a fresh interpreter with
settings and connections of its own.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena.processes import PRELUDE, Platform

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
for _ in range(3):
    claim_match(worker=claim_name())
os.kill(os.getpid(), 9)
"""
REAP = """
deadline = time.monotonic() + 3
reaped = 0
while time.monotonic() < deadline:
    reaped += len(reap_leases())
print(reaped)
"""
PAIR = """
for _ in range(10):
    matchmake(ladder_id=Ladder.objects.get().pk)
print("done")
"""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.services)])
def platform(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Platform]:
    if request.param == "sqlite":
        yield Platform(tmp_path)
        return
    url = request.getfixturevalue("postgres_url")
    platform = Platform(tmp_path, DATABASE_URL=url)
    yield platform
    platform.run("manage.py", "flush", "--skip-checks", "--no-input", "--verbosity", "0")


def test_every_match_is_recorded_once_and_in_one_order(platform: Platform) -> None:
    platform.do(FILL)
    platform.together(*[WORK] * WORKERS)
    numbers = platform.look()
    assert numbers["statuses"] == {"queued": 0, "running": 0, "finished": MATCHES, "void": 0}
    assert numbers["serials"] == list(range(1, MATCHES + 1))
    assert (numbers["changes"], numbers["recorded"]) == (2 * MATCHES, MATCHES)
    assert numbers["same"], "ratings equal a recomputation in the order of recording"


def test_matches_of_a_killed_worker_are_played_again_though_two_reap(platform: Platform) -> None:
    platform.do(FILL)
    dying = platform.start("-c", PRELUDE + DIE)
    dying.communicate(timeout=60)
    assert dying.returncode == -9
    assert platform.look()["statuses"]["running"] == 3
    assert sum(int(out) for out in platform.together(REAP, REAP)) == 3
    assert platform.look()["tries"] == 3
    time.sleep(2)  # the rest before a second try
    platform.together(WORK, WORK)
    numbers = platform.look()
    assert numbers["statuses"]["finished"] == MATCHES
    assert numbers["same"]


def test_matchmakers_at_once_do_not_fill_the_queue_twice(platform: Platform) -> None:
    platform.do('ladder = a_ladder()\nfor n in range(12): a_house_bot(f"House {n}", ladder)')
    platform.do("Entry.objects.update(matches=20, version_matches=20, turn=1.0)")
    platform.together(*[PAIR] * WORKERS)
    assert platform.look()["statuses"]["queued"] == 2
