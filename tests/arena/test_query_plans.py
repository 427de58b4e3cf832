"""All steps of play and all lists on a platform with a history: none scans a table that grows.
`bench/arena.py` times the same steps on a million matches."""

import json
from collections.abc import Iterator

import pytest

from tests.arena.processes import Platform

pytestmark = pytest.mark.services
MATCHES, BOTS = 10_000, 1_000
WALK = f"""
from bench.million import fill
from bench.database_steps import walk
from tests.arena.query_plans import Plans
from arena.models import Entry, Match
filled = fill(matches={MATCHES}, bots={BOTS})
plans = Plans()
walk(filled, plans.measure, 1)
seen, found = plans.seen, plans.found
plans.found = []
with plans.measure("a scan"):
    Match.objects.filter(tries=7).exists()
with plans.measure("a long way"):
    list(Match.objects.filter(pk__gt=0).values_list("pk")[:5000])
print(json.dumps([seen, found, len(plans.found)]))
"""


@pytest.fixture
def big(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    """A platform that is to be filled."""
    platform = Platform(
        tmp_path_factory.mktemp("big"),
        DATABASE_URL=postgres_url,
        DEBUG="true",  # static files are not collected here
    )
    yield platform
    platform.run("manage.py", "flush", "--skip-checks", "--no-input", "--verbosity", "0")


def test_no_step_and_no_page_scans_what_grows(big: Platform) -> None:
    seen, found, controls = json.loads(big.do("import json\n" + WALK).splitlines()[-1])
    assert found == []
    assert seen > 150
    assert controls == 2, "and what scans is noticed"
