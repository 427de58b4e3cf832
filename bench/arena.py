"""Measure how the competition scales: `python -m bench.arena [MATCHES [BOTS [SECONDS]]]`.

The first table: two Celery workers play one match at a time each, in real jails, on ladders of
cheap bots; database time is from pg_stat_statements. The second: every step of play and pages, with
a hundredth of the matches and bots and with all of them (default: a million and 10,000). PostgreSQL
and Redis are temporary, without durability.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from rich.console import Console
from rich.table import Table

from tests.arena.processes import Platform
from tests.services import database_of_its_own, postgres, redis_server

MATCHES, BOTS, SECONDS = 1_000_000, 10_000, 75
LESS = 100  # the other size is this many times smaller
REPEATS = 30
WARM_SECONDS = 15
SERVER = ("shared_preload_libraries=pg_stat_statements", "shared_buffers=512MB", "max_wal_size=8GB")
SPENT = """
SELECT sum(calls)::float, sum(total_exec_time + total_plan_time) FROM pg_stat_statements
WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
CHEAP = """
from pathlib import Path
from arena.actions.ladders.matchmake import matchmake
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
WALK = """
import json
from bench.million import fill
from bench.database_steps import Clock, walk
clock = Clock()
filled = fill(matches={matches}, bots={bots})
walk(filled, clock.measure, {repeats})
print(json.dumps({{"seconds": filled.seconds, "steps": clock.report()}}))
"""


def main() -> None:
    given = [int(number) for number in sys.argv[1:4]]
    matches, bots, seconds = [*given, *(MATCHES, BOTS, SECONDS)[len(given) :]]
    console = Console()
    with (
        postgres(*SERVER) as server,
        redis_server() as redis,
        tempfile.TemporaryDirectory(prefix="kingsbench-bench-") as var,
    ):
        if seconds:
            with database_of_its_own(server) as url:
                console.print(played(url, redis, Path(var), seconds))
        sizes = [(max(matches // LESS, 2000), max(bots // LESS, 100)), (matches, bots)]
        found = [walked(server, redis, Path(var), *size) for size in sizes]
        console.print(compared(sizes, found))


def played(url: str, redis: str, var: Path, seconds: int) -> Table:
    platform = Platform(var / "play", DATABASE_URL=url, REDIS_URL=redis, KINGSBENCH_CORES="2")
    platform.do(CHEAP)
    with psycopg.connect(url, autocommit=True) as look, workers(platform):
        look.execute("CREATE EXTENSION pg_stat_statements")
        time.sleep(WARM_SECONDS)
        before = finished(look)
        look.execute("SELECT pg_stat_statements_reset()")
        began = time.monotonic()
        time.sleep(seconds)
        queries, spent = look.execute(SPENT).fetchone() or (0.0, 0.0)
        took = time.monotonic() - began
        after = finished(look)
    table = Table(title=f"Two workers, {took:.0f} s", title_justify="left")
    for title in ("ladder", "matches an hour", "queries a match", "database ms a match"):
        table.add_column(title, justify="left" if title == "ladder" else "right")
    for name in sorted(after):
        table.add_row(name, f"{3600 * (after[name] - before.get(name, 0)) / took:.0f}")
    count = sum(after.values()) - sum(before.values())
    hourly = f"{3600 * count / took:.0f}"
    table.add_row("both", hourly, f"{queries / count:.0f}", f"{spent / count:.1f}")
    return table


@contextmanager
def workers(platform: Platform) -> Iterator[None]:
    """Run two playing workers, and one with beat for all else."""
    command = platform.python("-m", "celery", "-A", "website", "worker", "--concurrency", "1")
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = [
        subprocess.Popen([*command, *more], env=platform.environment, **quiet)
        for more in (
            ["-n", "one@%h"],
            ["-n", "two@%h"],
            ["-B", "-n", "records@%h", "--queues", "arena-records"],
        )
    ]
    try:
        yield
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(timeout=30)


def finished(look: psycopg.Connection[Any]) -> dict[str, int]:
    rows = look.execute(
        "SELECT l.name, count(*) FROM arena_match m JOIN arena_ladder l ON l.id = m.ladder_id"
        " WHERE m.status = 'finished' GROUP BY l.name"
    )
    return dict(rows.fetchall())


def walked(server: str, redis: str, var: Path, matches: int, bots: int) -> dict[str, Any]:
    """Fill a new database and time each step there."""
    with database_of_its_own(server) as url:
        platform = Platform(var / str(matches), DATABASE_URL=url, REDIS_URL=redis)
        platform.run("manage.py", "collectstatic", "--no-input", "--verbosity", "0")
        return work(platform, WALK.format(matches=matches, bots=bots, repeats=REPEATS))


def work(platform: Platform, code: str) -> dict[str, Any]:
    """Run code in a process of the platform; return the JSON of its last line."""
    process = platform.start("manage.py", "shell", "--verbosity", "0", "--command", code)
    out, errors = process.communicate()
    if process.returncode:
        raise SystemExit(errors)
    found: dict[str, Any] = json.loads(out.splitlines()[-1])
    return found


def compared(sizes: list[tuple[int, int]], found: list[dict[str, Any]]) -> Table:
    small, big = (one["steps"] for one in found)
    title = f"Milliseconds, {REPEATS} times each; of pages those in the database"
    table = Table(title=title, title_justify="left", caption=filling(sizes, found))
    table.add_column("step")
    table.add_column("queries", justify="right")
    for matches, bots in sizes:
        table.add_column(f"{matches:,} matches\n{bots:,} bots\nmedian (p95)", justify="right")
    table.add_column("ratio of\nmedians", justify="right")
    for name, at_scale in big.items():
        cells = [f"{one['median']:.1f} ({one['p95']:.1f})" for one in (small[name], at_scale)]
        ratio = at_scale["median"] / small[name]["median"]
        table.add_row(name, f"{at_scale['queries']:.0f}", *cells, f"{ratio:.1f}")
    return table


def filling(sizes: list[tuple[int, int]], found: list[dict[str, Any]]) -> str:
    took = [
        f"{size[0]:,} in {one['seconds']:.0f} s" for size, one in zip(sizes, found, strict=True)
    ]
    return f"matches filled: {', '.join(took)}"


if __name__ == "__main__":
    main()
