"""The tick among thousands of tournaments reads only those with work to do."""

import json
from collections.abc import Iterator

import pytest

from tests.arena.actions.ladders.test_matchmake_plans import nodes, touched
from tests.arena.processes import Platform

pytestmark = pytest.mark.services

GROWING = {"arena_tournament", "arena_round", "arena_pairing", "arena_match", "arena_entrant"}
OVER = 3000  # tournaments, each with one round of four pairings
GOING_ON = 20
MOST_ROWS = 400

FILL = f"""
from datetime import timedelta
from django.db import connection
from django.utils import timezone
from arena.models import Pairing, Round, Tournament
from tests.cast import olga
now = timezone.now()
organiser = olga()
tournaments = Tournament.objects.bulk_create(
    Tournament(name=f"Cup {{n}}", slug=f"cup-{{n}}", organiser=organiser, game="dominion",
               format="swiss", seed=n, rules="dominion-1", starts_at=now, entry_deadline=now,
               state="running" if n < {GOING_ON} else "finished", started_at=now)
    for n in range({OVER})
)
rounds = Round.objects.bulk_create(
    Round(tournament=one, number=1, started_at=now) for one in tournaments
)
pairings = Pairing.objects.bulk_create(
    Pairing(round=one, number=number, decided_at=now,
            state="playing" if at < {GOING_ON} else "decided")
    for at, one in enumerate(rounds) for number in range(1, 5)
)
Match.objects.bulk_create(
    Match(pairing=one, purpose="tournament", seed=at, game="dominion", seats_count=2,
          games_planned=2, status="queued" if one.state == "playing" else "finished")
    for at, one in enumerate(pairings)
)
with connection.cursor() as cursor:
    cursor.execute("ANALYZE")
"""
TICK = """
import json
from django.db import connection
from django.test.utils import CaptureQueriesContext
from arena.actions.tournaments.run_tournaments import run_tournaments
with CaptureQueriesContext(connection) as tick:
    run_tournaments()
plans = []
with connection.cursor() as cursor:
    for query in tick.captured_queries:
        cursor.execute("EXPLAIN (ANALYZE, FORMAT JSON) " + query["sql"])
        plans.append({"sql": query["sql"], "plan": cursor.fetchone()[0][0]["Plan"]})
print(json.dumps(plans))
"""


@pytest.fixture
def big(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    """A platform with some thousand tournaments, most of them over."""
    platform = Platform(tmp_path_factory.mktemp("big"), DATABASE_URL=postgres_url)
    platform.do(FILL)
    yield platform
    platform.run("manage.py", "flush", "--skip-checks", "--no-input", "--verbosity", "0")


def test_no_tick_scans_what_grows(big: Platform) -> None:
    plans = json.loads(big.do(TICK))
    assert len(plans) == 7, "one of them asks for the time"
    for query in plans:
        for node in nodes(query["plan"]):
            scans = node["Node Type"] == "Seq Scan" and node["Relation Name"] in GROWING
            assert not scans, query["sql"]
            assert touched(node) <= MOST_ROWS, (node["Node Type"], query["sql"])
