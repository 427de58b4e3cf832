"""Every list of the API on a platform with a history: none scans a table that grows."""

import json
from collections.abc import Iterator

import pytest

from tests.arena.processes import Platform

pytestmark = pytest.mark.services
MATCHES, BOTS = 10_000, 1_000
WALK = f"""
import json
from django.test import Client
from bench.million import fill
from tests.arena.query_plans import Plans
from website.accounts.tokens import make_token
from tests.cast import olga
from arena.models import Bot, Match, Tournament

filled = fill(matches={MATCHES}, bots={BOTS})
ladder = filled.ladders[0]
bot = Bot.objects.filter(entries__ladder=ladder).order_by("pk")[{BOTS} // 2]
secret = make_token(user=olga(), name="plans", scopes=["read", "organise"])[1]
client = Client(HTTP_HOST="localhost", headers={{"Authorization": f"Bearer {{secret}}"}})
middle = Match.objects.order_by("pk")[{MATCHES} // 2].finished_at.isoformat().replace("+", "%2B")
lists = [
    "bots/", "ladders/", f"ladders/{{ladder.slug}}/leaderboard/", "tournaments/", "leagues/",
    f"ladders/{{ladder.slug}}/history/{{bot.slug}}/", f"bots/{{bot.slug}}/versions/",
    "matches/", f"matches/?ladder={{ladder.slug}}", f"matches/?game={{filled.ladders[1].game}}",
    f"matches/?bot={{bot.slug}}", f"matches/?since={{middle}}", "matches/?purpose=challenge",
    "matches/?purpose=tournament", "matches/?status=void", "matches/?status=queued",
    f"matches/?ladder={{ladder.slug}}&purpose=challenge", "audit/", "me/",
    f"matches/{{filled.first_match}}/", f"bots/{{bot.slug}}/",
]
plans = Plans()
for path in lists:
    for page in ("first", "second"):
        with plans.measure(path):
            answer = client.get(path if "://" in path else "/api/v1/" + path)
        assert answer.status_code == 200, (path, answer.content)
        path = answer.json().get("next")
        if not path:
            break
import website.api.export
website.api.export.STEP = 20
with plans.measure("results"):
    lines = len(client.get(f"/api/v1/results/?limit=40&since={{middle}}").content.splitlines())
print(json.dumps([plans.seen, plans.found, lines]))
"""


@pytest.fixture
def big(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    """A platform that is to be filled."""
    platform = Platform(tmp_path_factory.mktemp("big"), DATABASE_URL=postgres_url, DEBUG="true")
    yield platform
    platform.run("manage.py", "flush", "--skip-checks", "--no-input", "--verbosity", "0")


def test_no_list_reads_what_grows(big: Platform) -> None:
    seen, found, lines = json.loads(big.do(WALK).splitlines()[-1])
    assert found == []
    assert seen > 80
    assert lines == 40
