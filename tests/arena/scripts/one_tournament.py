"""Several processes advance one tournament."""

import importlib
import os
import random
import signal
import time
from datetime import timedelta
from typing import Any, NoReturn

from django.db import connections
from django.utils import timezone

from arena.core.hosts import claim_name
from arena.matches.claim_match import claim_match
from arena.models import Match, Pairing, Tournament
from arena.tournaments.lifecycle import run_tournaments
from arena.tournaments.rounds import advance_tournament
from tests.arena.results.rows import record_result, result
from tests.arena.tournament_steps import bots, first_wins, opened
from tests.arena.tournaments.test_courses import drawn, drawn_again
from tests.patience import PATIENCE

STEPS = (  # each after another round has been played; the last one when all is over
    ("rounds", "_close_rounds"),
    ("rounds", "_create_pairings"),
    ("rounds", "order_first_matches"),
    ("settle_pairing", "enqueue"),
    ("rounds", "finish_locked"),
)


def fill() -> None:
    """Open a tournament of six bots that is due to start."""
    past = timezone.now() - timedelta(hours=1)
    opened(bots(6), entry_deadline=past, starts_at=past)


def work() -> None:
    """Tick, play and advance until it is finished."""
    deadline = time.monotonic() + PATIENCE
    while Tournament.objects.exclude(state="finished").exists():
        assert time.monotonic() < deadline, "it does not end"
        run_tournaments()
        match = claim_match(worker=claim_name())
        if match is None:
            continue
        time.sleep(random.random() / 100)
        _record(match)
        if random.random() < 0.5:
            advance_tournament(tournament_id=_tournament_of(match).pk)


def die() -> None:
    """Kill a process at each of `STEPS`, each after a round, then finish the tournament."""
    for number, (module, step) in enumerate(STEPS, 1):
        connections.close_all()
        child = os.fork()
        if not child:
            _play_and_die(module, step)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), step
        one = Tournament.objects.get()
        assert (one.state, one.problem, one.rounds.count()) == ("running", "", number), step
        assert not Match.objects.live().exists(), step
    run_tournaments()


def look() -> dict[str, Any]:
    one = Tournament.objects.get()
    pairings = Pairing.objects.not_void()
    return {
        "state": one.state,
        "problem": one.problem,
        "rounds": list(one.rounds.values_list("number", flat=True)),
        "pairings": pairings.exclude(state="bye").count(),
        "played": [pairing.matches.filter(status="finished").count() for pairing in pairings],
        "live": Match.objects.live().count(),
        "same": drawn(one) == drawn_again(one),
    }


def _play_and_die(module: str, step: str) -> NoReturn:
    def die(*_args: object, **_kwargs: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    run_tournaments()
    while (match := claim_match(worker=claim_name())) is not None:
        _record(match)
    setattr(importlib.import_module(f"arena.tournaments.{module}"), step, die)
    run_tournaments()
    os._exit(0)


def _record(match: Match) -> None:
    rules = _tournament_of(match).rules
    record_result(match=match, result=result(*first_wins(match), engine=rules))


def _tournament_of(match: Match) -> Tournament:
    assert match.pairing
    return match.pairing.round.tournament
