"""Measure what play costs, and how it scales: `python -m bench.arena [MATCHES [BOTS [SECONDS]]]`.

First, two Celery workers play one match at a time each, in real jails, on two ladders of cheap
bots: matches, statements, database time, CPU by group of processes (SECONDS, 0: not). Then eight
processes only record, on one ladder: how long it is locked. Then a tick among a thousand open
ladders. Last, every step of play and pages, with a hundredth of the matches and bots and with all
of them (default: a million and 10,000; 0: not). PostgreSQL and Redis are temporary, without
durability.

`--against COMMIT` measures that version before in the same run, each with databases of its own;
`--only PART` one part: `play`, `recording`, `tick`, `walks`, or `alone` (`up`, on SQLite).
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.alone import alone
from bench.playing import played
from bench.versions import Version, VersionPlatform, versions
from tests.arena.processes import Platform
from tests.services import database_of_its_own, postgres, redis_server

MATCHES, BOTS, SECONDS = 1_000_000, 10_000, 75
LESS = 100  # the other size is this many times smaller
REPEATS = 30
RECORDERS, RECORD_SECONDS = 8, 10
SERVER = ("shared_preload_libraries=pg_stat_statements", "shared_buffers=512MB", "max_wal_size=8GB")
FIXED = {"KINGSBENCH_CORES": "2", "KINGSBENCH_IDLE_PACE": "0"}
WALK = """
import json
from bench.million import fill
from bench.database_steps import Clock, walk
clock = Clock()
filled = fill(matches={matches}, bots={bots})
walk(filled, clock.measure, {repeats})
print(json.dumps({{"seconds": filled.seconds, "steps": clock.report()}}))
"""
TICK = """
import json, time
from datetime import timedelta
from django.utils import timezone
from arena.worker.run_tick import run_tick
from arena.models import Entry, Ladder, Match
from tests.arena.results.rows import queued
from tests.cast import a_house_bot, a_ladder
first = a_ladder(slug="first", name="First", state="paused")
bots = [a_house_bot(f"House {{number}}", first) for number in range(2)]
for number in range({ladders}):
    ladder = a_ladder(slug=f"l{{number}}", name=f"Ladder {{number}}")
    for bot in bots:
        Entry.objects.create(ladder=ladder, bot=bot, waiting_since=timezone.now())
    if number >= {due}:
        queued(ladder, *bots)
Match.objects.update(not_before=timezone.now() + timedelta(days=1))
took = []
for _ in range(5):
    began, processor = time.perf_counter(), time.process_time()
    run_tick()
    took.append((time.perf_counter() - began, time.process_time() - processor))
    Match.objects.filter(not_before=None).delete()
    if hasattr(Ladder, "matchmake_at"):
        due = [f"l{{number}}" for number in range({due})]
        Ladder.objects.filter(slug__in=due).update(matchmake_at=timezone.now())
wall, cpu = min(took[1:])
print(json.dumps({{"tick ms": round(1000 * wall, 1), "tick CPU ms": round(1000 * cpu, 1)}}))
"""
LADDERS, DUE = 1000, 5
PARTS = ("play", "recording", "tick", "alone", "walks")
Found = dict[str, Any]


def main() -> None:
    given = arguments()
    with (
        versions(given.against) as compared,
        postgres(*SERVER) as server,
        redis_server() as redis,
        tempfile.TemporaryDirectory(prefix="kingsbench-bench-") as var,
    ):
        bench = Bench(server, redis, Path(var), given)
        found = {version.title: bench.measure(version) for version in compared}
    if given.json:
        print(json.dumps(found, indent=1))
        return
    for table in tables(found):
        Console().print(table)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.arena")
    parser.add_argument("matches", type=int, nargs="?", default=MATCHES)
    parser.add_argument("bots", type=int, nargs="?", default=BOTS)
    parser.add_argument("seconds", type=int, nargs="?", default=SECONDS)
    parser.add_argument("--against", default="", metavar="COMMIT")
    parser.add_argument("--only", choices=PARTS, action="append")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


class Bench:
    """Servers, and what to measure with them."""

    def __init__(self, server: str, redis: str, var: Path, given: argparse.Namespace) -> None:
        self.server, self.redis, self.var = server, redis, var
        self.seconds = given.seconds
        bots, matches = given.bots, given.matches
        smaller = (max(matches // LESS, 2000), max(bots // LESS, 100))
        self.sizes = [smaller, (matches, bots)] if matches else []
        self.parts = given.only or (PARTS if given.seconds else PARTS[-1:])

    def measure(self, version: Version) -> Found:
        return {part: self.part(version, part) for part in PARTS if part in self.parts}

    def part(self, version: Version, part: str) -> Found | list[Found]:
        if part == "walks":
            return [self.walked(version, *size) for size in self.sizes]
        if part == "alone":
            return alone(version, self.folder(version, part), self.seconds)
        with database_of_its_own(self.server) as url:
            platform = self.platform(version, url, part)
            if part == "play":
                return played(platform, url, self.seconds)
            if part == "recording":
                return recorded(platform)
            return work(platform, TICK.format(ladders=LADDERS, due=DUE))

    def platform(self, version: Version, url: str, name: str) -> VersionPlatform:
        var = self.folder(version, name)
        return version.platform(var, DATABASE_URL=url, REDIS_URL=self.redis, **FIXED)

    def folder(self, version: Version, name: str) -> Path:
        return self.var / version.title.replace("/", "-") / name

    def walked(self, version: Version, matches: int, bots: int) -> Found:
        """Fill a new database and time each step there."""
        with database_of_its_own(self.server) as url:
            platform = self.platform(version, url, str(matches))
            platform.run("manage.py", "collectstatic", "--no-input", "--verbosity", "0")
            found = work(platform, WALK.format(matches=matches, bots=bots, repeats=REPEATS))
        return found | {"matches": matches, "bots": bots}


def recorded(platform: VersionPlatform) -> Found:
    script = str(platform.version.folder / "bench" / "recorders.py")
    return last_line(platform.run("-P", script, str(RECORDERS), str(RECORD_SECONDS)))


def work(platform: Platform | VersionPlatform, code: str) -> Found:
    """Run code in a process of the platform; return the JSON of its last line."""
    return last_line(platform.run("manage.py", "shell", "--verbosity", "0", "--command", code))


def last_line(output: str) -> Found:
    found: Found = json.loads(output.splitlines()[-1])
    return found


def tables(found: dict[str, Found]) -> list[Table]:
    """Return the tables, a column or two for each version."""
    made = [table_of("Two workers play", found, "play")]
    made.append(table_of(f"{RECORDERS} processes only record on one ladder", found, "recording"))
    made.append(table_of(f"{LADDERS:,} open ladders, {DUE} of them due", found, "tick"))
    made.append(table_of("`up` as it comes", found, "alone"))
    made += [scaling(title, one["walks"]) for title, one in found.items() if one.get("walks")]
    return [table for table in made if table.row_count]


def table_of(title: str, found: dict[str, Found], part: str) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("figure")
    columns = [flat(one.get(part, {})) for one in found.values()]
    for version in found:
        table.add_column(version, justify="right")
    for name in dict.fromkeys(name for column in columns for name in column):
        table.add_row(name, *(f"{column.get(name, '')}" for column in columns))
    return table


def flat(figures: Found, before: str = "") -> dict[str, Any]:
    """Return nested figures with their names joined; without lists."""
    found: dict[str, Any] = {}
    for name, value in figures.items():
        if isinstance(value, dict):
            found |= flat(value, f"{before}{name}: ")
        elif not isinstance(value, list):
            found[f"{before}{name}"] = value
    return found


def scaling(title: str, walks: list[Found]) -> Table:
    """Compare the two sizes of a version's walks."""
    small, big = (one["steps"] for one in walks)
    filled = ", ".join(f"{one['matches']:,} in {one['seconds']:.0f} s" for one in walks)
    table = Table(
        title=f"Milliseconds, {title}, {REPEATS} times each; of pages those in the database",
        title_justify="left",
        caption=f"matches filled: {filled}",
    )
    table.add_column("step")
    table.add_column("queries", justify="right")
    table.add_column("CPU", justify="right")
    for one in walks:
        head = f"{one['matches']:,} matches\n{one['bots']:,} bots\nmedian (p95)"
        table.add_column(head, justify="right")
    table.add_column("ratio of\nmedians", justify="right")
    for name, at_scale in big.items():
        cells = [f"{one['median']:.1f} ({one['p95']:.1f})" for one in (small[name], at_scale)]
        ratio, cpu = at_scale["median"] / small[name]["median"], at_scale.get("cpu", 0.0)
        table.add_row(
            name, f"{at_scale['queries']:.0f}", f"{cpu:.1f}", *cells, f"{ratio:.1f}"
        )  # fmt: skip
    return table


if __name__ == "__main__":
    main()
