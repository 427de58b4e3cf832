"""Measure the cost of a line of `results/`: `python -m bench.result_pages [matches]`.

CPU time of the web process on PostgreSQL with 20,000 matches, for the view's pages and for the
API's serializers with the same content.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.arena.processes import Platform
from tests.services import database_of_its_own, postgres

MATCHES, BOTS = 20_000, 1_000
WORK = """
import json, time
from django.test import Client
from rest_framework.renderers import JSONRenderer
from arena.models import Match
from bench.million import fill
from tests.cast import person
from website.accounts.tokens import make_token
from website.api.serializers.matches import MatchSummary
from website.matches.lists import public_matches

fill(matches={matches}, bots={bots})
secret = make_token(user=person("reader"), name="bench", scopes=["read"])[1]
client = Client(HTTP_HOST="localhost", headers={{"Authorization": f"Bearer {{secret}}"}})

def pages():
    address, lines, size = "/api/v1/results/", [], 0
    while address and len(lines) < 10_000:
        answer = client.get(address)
        lines += answer.content.splitlines()
        size += len(answer.content)
        address = answer.get("Link", "").partition("localhost")[2].partition(">")[0]
    return len(lines), size

def serializers():
    found = public_matches().filter(status="finished").prefetch_related("games")
    lines = [JSONRenderer().render(MatchSummary(match).data) for match in found[:1000]]
    return len(lines), sum(map(len, lines))

def measured(work):
    work()
    began = time.process_time()
    lines, size = work()
    return [lines, size, 1e6 * (time.process_time() - began) / lines]

print(json.dumps([measured(pages), measured(serializers)]))
"""


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    with (
        postgres() as server,
        database_of_its_own(server) as url,
        tempfile.TemporaryDirectory(prefix="kingsbench-bench-") as var,
    ):
        platform = Platform(Path(var), DATABASE_URL=url)
        output = platform.do(WORK.format(matches=matches, bots=BOTS)).splitlines()[-1]
    table = Table("way", "lines", "bytes a line", "µs a line", "times", title="CPU of the web")
    ways = dict(zip(("pages of results/", "serializers"), json.loads(output), strict=True))
    least = min(cost for _, _, cost in ways.values())
    for way, (lines, size, cost) in ways.items():
        table.add_row(
            way, f"{lines:,}", f"{size / lines:.0f}", f"{cost:.0f}", f"{cost / least:.1f}"
        )
    Console().print(table)


if __name__ == "__main__":
    main()
