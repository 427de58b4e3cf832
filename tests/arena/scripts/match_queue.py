"""Workers, matchmakers and reapers at one queue of matches."""

import os
import random
import signal
import time
from datetime import timedelta

from arena.core.database_clock import database_now
from arena.core.hosts import claim_name
from arena.ladders.matchmake import matchmake
from arena.matches.claim_match import claim_match
from arena.models import Entry, Ladder, Match
from arena.queue.models.leased import ClaimLost
from arena.results.return_match import reap_leases
from tests.arena.results.rows import queued, record_result, result
from tests.cast import a_bot, a_house_bot, a_ladder, alice

POINTS = [(2.0, 0.0), (1.0, 1.0), (0.0, 2.0)]


def fill(matches: int, **terms: int) -> None:
    """Queue matches of six bots on a paused ladder."""
    ladder = a_ladder(state="paused", **terms)
    bots = [a_house_bot(f"House {number}", ladder) for number in range(6)]
    for number in range(matches):
        queued(ladder, bots[number % 6], bots[(number + 1 + number // 6 % 5) % 6])


def record() -> None:
    """Record a random result of each match in the queue."""
    dice = random.Random(os.getpid())
    while match := claim_match(worker=claim_name()):
        record_result(match=match, result=result(*dice.choice(POINTS)))


def work() -> None:
    """Play until all are finished; record each result twice."""
    dice = random.Random(os.getpid())
    while Match.objects.exclude(status="finished").exists():
        match = claim_match(worker=claim_name())
        if match is None:
            time.sleep(0.01)
            continue
        time.sleep(dice.random() / 100)
        points = dice.choice(POINTS)
        for attempt in range(2):
            try:
                record_result(match=match, result=result(*points))
            except ClaimLost:
                assert attempt == 1, "the first time it was ours"
            else:
                assert attempt == 0, "the second time it must not be"


def die() -> None:
    """Kill a worker that holds three matches, shortly before its leases end."""
    if not os.fork():
        for _ in range(3):
            claim_match(worker=claim_name())
        os.kill(os.getpid(), signal.SIGKILL)
    _child, status = os.wait()
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
    soon = database_now() + timedelta(seconds=1)
    assert Match.objects.filter(status="running").update(lease_until=soon) == 3


def reap() -> int:
    """Reap until no match is running; return how many this process reaped."""
    reaped = 0
    while Match.objects.filter(status="running").exists():
        reaped += len(reap_leases())
        time.sleep(0.05)
    return reaped + len(reap_leases())


def fill_with_bots() -> None:
    """Make an open ladder of twelve bots that have played."""
    ladder = a_ladder()
    for number in range(12):
        a_house_bot(f"House {number}", ladder)
    Entry.objects.update(matches=20, version_matches=20, virtual_finish=1.0)


def pair() -> None:
    for _ in range(10):
        matchmake(ladder_id=Ladder.objects.get().pk)


def fill_with_checks() -> None:
    """Queue twenty checks of one owner."""
    ladder = a_ladder()
    alcuin = a_bot(alice(), "Alcuin", ladder)
    for _ in range(20):
        queued(ladder, alcuin, alcuin, purpose=Match.Purpose.CHECK)


def fill_with_orders() -> None:
    """Queue twenty matches that one person has ordered."""
    ladder = a_ladder()
    bots = a_bot(alice(), "Alcuin", ladder), a_house_bot("Big Money", ladder)
    for _ in range(20):
        queued(ladder, *bots, purpose=Match.Purpose.CHALLENGE, ordered_by=alice())


def check() -> int:
    """Claim what waits; return the most that ran at once."""
    most = 0
    for _ in range(30):
        match = claim_match(worker=claim_name())
        most = max(most, Match.objects.filter(status="running").count())
        if match is not None:
            time.sleep(0.005)
            Match.objects.filter(pk=match.pk).update(status="void")
    return most
