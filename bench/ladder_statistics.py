"""Measure how a ladder's games are counted for its statistics, on PostgreSQL.

    python -m bench.ladder_statistics [MATCHES] [DEALS]

Random kingdoms of five expansions, two games a match. Memory is that of the process that counts.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from tests.arena.processes import Platform
from tests.services import postgres

MATCHES, DEALS = 10_000, 1_000
SETS = ["base", "prosperity", "hinterlands", "intrigue", "seaside"]
FILL = """
from bench.played_ladder import analyze, fill
fill(a_ladder(config={{"kingdom": "random", "sets": {sets}}}), {matches}, {deals})
analyze()
"""
COUNT = """
import json
from bench.played_ladder import count
print(json.dumps(count(Ladder.objects.get())))
"""


def main() -> None:
    matches, deals = (*map(int, sys.argv[1:3]), *(MATCHES, DEALS)[len(sys.argv) - 1 :])
    with postgres() as url, tempfile.TemporaryDirectory(prefix="kingsbench-bench-") as folder:
        platform = Platform(Path(folder), DATABASE_URL=url)
        platform.do(FILL.format(sets=SETS, matches=matches, deals=deals))
        found = json.loads(platform.do(COUNT))
    print(
        f"{found['matches']} matches: {found['seconds']} s, {found['cpu']} s of CPU, "
        f"{found['database']} s of the database's, {found['megabytes']} MB; {found['rows']} rows"
    )


if __name__ == "__main__":
    main()
