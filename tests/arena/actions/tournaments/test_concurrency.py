"""Several real processes advance one tournament: each round is made once and each pairing played
once, even if a process is killed.

On SQLite, and on PostgreSQL where the markers say so.
"""

import json
from typing import Any

from tests.arena.processes import Platform

WORKERS = 3

FILL = """
from datetime import timedelta
from django.utils import timezone
from tests.arena.tournament_steps import bots, opened
past = timezone.now() - timedelta(hours=1)
opened(bots(6), entry_deadline=past, starts_at=past)
"""
WORK = """
from arena.actions.tournaments.advance_tournament import advance_tournament
from arena.actions.tournaments.run_tournaments import run_tournaments
from arena.models import Tournament
from tests.arena.tournament_steps import first_wins
deadline = time.monotonic() + PATIENCE
while Tournament.objects.exclude(state="finished").exists():
    assert time.monotonic() < deadline, "it does not end"
    run_tournaments()
    match = claim_match(worker=claim_name())
    if match is None:
        continue
    time.sleep(random.random() / 100)
    engine = match.pairing.round.tournament.rules
    record_result(match=match, result=result(*first_wins(match), engine=engine))
    if random.random() < 0.5:
        advance_tournament(tournament_id=match.pairing.round.tournament_id)
print("done")
"""
DIE = """
import importlib
from django.db import connections
from arena.actions.tournaments.run_tournaments import run_tournaments
from arena.models import Tournament
from tests.arena.actions.tournaments.test_concurrency import STEPS
from tests.arena.tournament_steps import first_wins
def play_and_die(module, step):
    run_tournaments()
    while (match := claim_match(worker=claim_name())) is not None:
        engine = match.pairing.round.tournament.rules
        record_result(match=match, result=result(*first_wins(match), engine=engine))
    def die(*args, **kwargs):
        os.kill(os.getpid(), 9)
    setattr(importlib.import_module(f"arena.actions.tournaments.{module}"), step, die)
    run_tournaments()
    os._exit(0)
for number, (module, step) in enumerate(STEPS, 1):
    connections.close_all()
    child = os.fork()
    if not child:
        play_and_die(module, step)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), step
    one = Tournament.objects.get()
    assert (one.state, one.problem, one.rounds.count()) == ("running", "", number), step
    assert not Match.objects.live().exists(), step
run_tournaments()
"""
STEPS = (  # each after another round has been played; the last one when all is over
    ("advance_tournament", "_close_rounds"),
    ("draw_round", "_pairings"),
    ("settle_pairing", "order_match"),
    ("settle_pairing", "enqueue"),
    ("advance_tournament", "finish_locked"),
)
LOOK_AT_IT = """
import json
from arena.models import Pairing, Round, Tournament
from tests.arena.actions.tournaments.test_courses import drawn, drawn_again
one = Tournament.objects.get()
pairings = Pairing.objects.not_void()
print(json.dumps({
    "state": one.state,
    "problem": one.problem,
    "rounds": list(one.rounds.values_list("number", flat=True)),
    "pairings": pairings.exclude(state="bye").count(),
    "played": [pairing.matches.filter(status="finished").count() for pairing in pairings],
    "live": Match.objects.live().count(),
    "same": drawn(one) == drawn_again(one),
}))
"""


def look(platform: Platform) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(platform.do(LOOK_AT_IT))
    return found


def test_workers_that_tick_play_and_advance_at_once_make_one_tournament(
    platform: Platform,
) -> None:
    platform.do(FILL)
    platform.together(*[WORK] * WORKERS)
    found = look(platform)
    assert (found["state"], found["rounds"]) == ("finished", [1, 2, 3, 4, 5])
    assert (found["pairings"], found["live"]) == (15, 0)
    assert found["played"] == [1] * 15, "never twice, never none"
    assert found["same"]


def test_a_worker_that_dies_between_two_steps_leaves_none_half_done(platform: Platform) -> None:
    platform.do(FILL)
    platform.do(DIE)
    found = look(platform)
    assert (found["state"], found["rounds"]) == ("finished", [1, 2, 3, 4, 5])
    assert found["played"] == [1] * 15
    assert found["same"]
