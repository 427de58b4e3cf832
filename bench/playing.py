"""Two workers play matches of cheap bots in real jails: how many, and what they cost."""

from __future__ import annotations

import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from bench.cpu import cpu_by_group
from bench.versions import VersionPlatform, end

WARM_SECONDS = 10
STATEMENTS = 12  # listed, those that took longest
HERE = """
FROM pg_stat_statements
WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
IS_CHECK = "query LIKE '%%FOR KEY SHARE OF x'"  # of a foreign key, by PostgreSQL itself
SPENT = f"""
SELECT (sum(calls) FILTER (WHERE NOT {IS_CHECK}))::float,
       (sum(calls) FILTER (WHERE {IS_CHECK}))::float, sum(total_exec_time + total_plan_time) {HERE}
"""
LONGEST = f"""
SELECT calls::float, total_exec_time + total_plan_time,
       left(regexp_replace(query, '\\s+', ' ', 'g'), 140)
{HERE} ORDER BY 2 DESC LIMIT %s
"""
CHEAP = """
from pathlib import Path
from tests.cast import a_bot, a_ladder, person
for game, config, source in (
    ("dominion", {"kingdom": "First Game"}, "big_money.py"),
    ("kingdomino", {}, "greedy.py"),
):
    ladder = a_ladder(name=game, slug=game, game=game, config=config)
    for n in range(12):
        code = Path("kit/bots", source).read_bytes()
        a_bot(person(f"{game}-{n}"), f"{game} {n}", ladder, source=code)
"""


def played(platform: VersionPlatform, url: str, seconds: int) -> dict[str, Any]:
    """Play for some seconds after a warm-up; return figures a match."""
    platform.run("-c", f"from tests.arena.prelude import *\n{CHEAP}")
    with psycopg.connect(url, autocommit=True) as look, workers(platform) as names:
        look.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
        time.sleep(WARM_SECONDS)
        roots = names | servers(look)
        before, cpu = finished(look), cpu_by_group(roots)
        look.execute("SELECT pg_stat_statements_reset()")
        began = time.monotonic()
        time.sleep(seconds)
        took = time.monotonic() - began
        queries, checks, spent = look.execute(SPENT, []).fetchone() or (0.0, 0.0, 0.0)
        longest = look.execute(LONGEST, [STATEMENTS]).fetchall()
        after, later = finished(look), cpu_by_group(roots)
    cpu = {name: seconds - cpu[name] for name, seconds in later.items()}
    return figures(after - before, took, cpu, (queries, checks or 0.0, spent)) | {
        "longest": longest
    }


def figures(
    count: Counter[str], took: float, cpu: dict[str, float], database: tuple[float, float, float]
) -> dict[str, Any]:
    queries, checks, spent = database
    matches = max(1, count.total())
    by_group = {name: round(1000 * cpu[name] / matches, 1) for name in sorted(cpu)}
    return {
        "seconds": round(took, 1),
        "matches": count.total(),
        "matches an hour": round(3600 * count.total() / took),
        "by ladder": {name: round(3600 * one / took) for name, one in sorted(count.items())},
        "statements a match": round(queries / matches, 1),
        "foreign keys checked a match": round(checks / matches, 1),
        "database ms a match": round(spent / matches, 2),
        "CPU ms a match": by_group,
        "CPU ms a match, outside jails": round(
            sum(by_group.values()) - by_group.get("jailed", 0.0), 1
        ),
    }


@contextmanager
def workers(platform: VersionPlatform) -> Iterator[dict[int, str]]:
    """Run two playing workers, and one with beat for all else; yield their names by process."""
    command = ("-m", "celery", "-A", "website", "worker")
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    play = ["--concurrency", "1", "--queues", "arena"]
    records = ["-B", "--concurrency", "2", "--queues", "arena-records"]
    kinds = {"one": play, "two": play, "records": records}
    started = {
        platform.start(*command, "-n", f"{name}@%h", *words, **quiet): name
        for name, words in kinds.items()
    }
    try:
        yield {
            process.pid: "records" if name == "records" else "worker"
            for process, name in started.items()
        }
    finally:
        end(list(started))


def servers(look: psycopg.Connection[Any]) -> dict[int, str]:
    """Return PostgreSQL's main process; this connection's own work is small."""
    row = look.execute("SELECT pg_read_file('postmaster.pid')").fetchone()
    return {int(row[0].split()[0]): "PostgreSQL"} if row else {}


def finished(look: psycopg.Connection[Any]) -> Counter[str]:
    rows = look.execute(
        "SELECT l.name, count(*) FROM arena_match m JOIN arena_ladder l ON l.id = m.ladder_id"
        " WHERE m.status = 'finished' AND m.serial IS NOT NULL GROUP BY l.name"
    )
    return Counter(dict(rows.fetchall()))
