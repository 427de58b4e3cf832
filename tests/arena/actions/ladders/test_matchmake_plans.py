"""A step of matchmaking on a big ladder: no query may scan a table that grows."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.arena.processes import Platform

pytestmark = pytest.mark.services

GROWING = {"arena_entry", "arena_bot", "arena_match", "arena_seat", "arena_ratingchange"}
GROWING |= {"arena_version"}
BOTS = 5000
MATCHES = 2500
BENCHED = 1500  # a third of all bots are not seatable, which must slow no query

FILL = f"""
from datetime import timedelta
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import OuterRef, Subquery
from django.utils import timezone
from arena.models import Bot, RatingChange, Seat, Version
now = timezone.now()
ladder = a_ladder()
User = get_user_model()
owners = User.objects.bulk_create(User(username=f"owner {{n}}") for n in range({BOTS}))
bots = Bot.objects.bulk_create(
    Bot(owner=owner, name=f"Bot {{n}}", slug=f"bot-{{n}}", is_house=n % 500 == 7,
        state="benched" if n < {BENCHED} else "active")
    for n, owner in enumerate(owners)
)
versions = Version.objects.bulk_create(
    Version(bot=bot, number=1, filename="bot.py", sha256=f"{{bot.pk:064}}", size=1,
            state="accepted") for bot in bots
)
Bot.objects.update(current=Subquery(Version.objects.filter(bot=OuterRef("pk")).values("pk")[:1]))
dice = random.Random(1)
entries = Entry.objects.bulk_create(
    Entry(ladder=ladder, bot=bot, mu=dice.gauss(25, 8), sigma=1.0, matches=80,
          version_matches=80, is_playing=bot.state == "active", virtual_finish=dice.uniform(1, 500),
          waiting_since=now - timedelta(seconds=dice.uniform(0, 9000)))
    for bot in bots
)
matches = Match.objects.bulk_create(
    Match(ladder=ladder, purpose="ladder", status="finished", seed=n, game="dominion",
          seats_count=2, games_planned=2, serial=n + 1, finished_at=now)
    for n in range({MATCHES})
)
pairs = [dice.sample(range({BOTS}), 2) for _ in matches]
seats = Seat.objects.bulk_create(
    Seat(match=match, position=position, version=versions[n], points=1.0, rank=1)
    for match, pair in zip(matches, pairs) for position, n in enumerate(pair)
)
RatingChange.objects.bulk_create(
    RatingChange(entry=entries[n], seat=seats[2 * at + position], serial=at + 1, mu_before=25,
                 sigma_before=1, mu_after=25, sigma_after=1)
    for at, pair in enumerate(pairs) for position, n in enumerate(pair)
)
with connection.cursor() as cursor:
    cursor.execute("ANALYZE")
"""
STEP = """
import json
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from arena.actions.ladders.charge_turns import charge_turns
from arena.actions.results.rate_match import rate_match
from website.ladders import board
Match.objects.filter(status="queued").update(status="void")  # of another step
ladder = Ladder.objects.get()
{change}
with CaptureQueriesContext(connection) as step:
    made = {work}
plans = []
with connection.cursor() as cursor:
    for query in step.captured_queries:
        if query["sql"].startswith("SELECT"):
            cursor.execute("EXPLAIN (ANALYZE, FORMAT JSON) " + query["sql"])
            plans.append({{"sql": query["sql"], "plan": cursor.fetchone()[0][0]["Plan"]}})
print(json.dumps({{"plans": plans, "made": bool(made)}}))
"""
MAKE = "matchmake(ladder_id=ladder.pk)"
STEPS = {
    "settled": ("", MAKE),
    "newcomer": (
        (
            "Entry.objects.filter(pk=Entry.objects.last().pk)"
            ".update(virtual_finish=0.0, version_matches=0)"
        ),
        MAKE,
    ),
    "alarm": ("", "ladder.entries.all().longest_wait(timezone.now())"),
    "charge": (
        "match = ladder.matches.rated().last(); seats = list(match.seats.all())",
        "charge_turns(match=match, ladder=ladder, seats=seats) is None",
    ),
    "rate": (
        "match = ladder.matches.get(serial=7); match.serial = 9999; seats = [*match.seats.all()]",
        "rate_match(match=match, ladder=ladder, seats=seats) is None",
    ),
    "leaderboard": ("", "board.placed(ladder, list(board.ranked(ladder)[:100]))"),
    "next page": ("", "board.placed(ladder, list(board.ranked(ladder)[100:200]), 101)"),
}
MOST_ROWS = 1000  # that one part of a plan may touch: a window, not the ladder


@pytest.fixture(scope="module")
def big(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    """A platform with some thousand bots and matches."""
    platform = Platform(
        tmp_path_factory.mktemp("big"), DATABASE_URL=postgres_url, KINGSBENCH_IDLE_PACE="0"
    )
    platform.do(FILL)
    yield platform
    platform.run("manage.py", "flush", "--skip-checks", "--no-input", "--verbosity", "0")


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", []):
        yield from nodes(part)


def touched(node: dict[str, Any]) -> float:
    """Count the rows that this plan node read, kept or not."""
    seen = node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
    return float(seen * node["Actual Loops"])


@pytest.mark.parametrize("name", STEPS)
def test_no_step_scans_what_grows(big: Platform, name: str) -> None:
    change, work = STEPS[name]
    found = json.loads(big.do(STEP.format(change=change, work=work)))
    assert found["made"]
    assert found["plans"]
    for query in found["plans"]:
        for node in nodes(query["plan"]):
            scans = node["Node Type"] == "Seq Scan" and node["Relation Name"] in GROWING
            assert not scans, query["sql"]
            assert touched(node) <= MOST_ROWS, (node["Node Type"], query["sql"])
