"""How long a newcomer waits: `python -m bench.newcomer [UPLOADS [SECONDS]]`.

`up` runs in a folder of its own, with real jails and all house bots, which play with each other.
So many people upload a bot each, SECONDS apart on average, at random times (the seed is printed).
Shown are the waits from upload to acceptance, and from acceptance until the first rated match
runs. `--hosts 2` plays on so many workers of one slot each, with PostgreSQL and Redis (it needs
root, for host names). `--against COMMIT` measures that version before, in the same run.
"""

from __future__ import annotations

import argparse
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import psycopg
from rich.console import Console

from bench.arena import table_of
from bench.embedded import embedded, wait_until
from bench.versions import Version, VersionPlatform, end, versions
from tests.services import database_of_its_own, postgres, redis_server

UPLOADS, SECONDS, WARM_SECONDS, LAST_SECONDS = 100, 8.0, 60, 240
GOAL_SECONDS = 10.0
UPLOAD = """
from pathlib import Path
from django.core.files.base import ContentFile
from arena.bots.submit_bot import submit_bot
from arena.models import Ladder
from tests.cast import person
dice = random.Random({seed})
ladder = Ladder.objects.get(slug="dominion-first-game")
code = Path("kit/bots/big_money.py").read_bytes()
for number in range({uploads}):
    upload = ContentFile(code + b"# %d" % number, name="bot.py")
    owner = person(f"bench-{{number}}")
    submit_bot(owner=owner, name=f"Bench {{number}}", upload=upload, ladder=ladder)
    time.sleep(dice.expovariate(1 / {seconds}))
"""
VERSIONS = "FROM arena_version v JOIN arena_bot b ON b.id = v.bot_id WHERE b.name LIKE 'Bench %'"
TIMES = f"""
SELECT v.created_at, v.checked_at, (
  SELECT min(m.started_at) FROM arena_match m JOIN arena_seat s ON s.match_id = m.id
  WHERE s.version_id = v.id AND m.purpose = 'ladder'
) {VERSIONS}
"""
FIRST = "SELECT count(*) FROM arena_match WHERE status = 'finished'"
Query = Callable[[str], list[Any]]


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.newcomer")
    parser.add_argument("uploads", type=int, nargs="?", default=UPLOADS)
    parser.add_argument("seconds", type=float, nargs="?", default=SECONDS)
    parser.add_argument("--hosts", type=int, default=0)
    parser.add_argument("--against", default="", metavar="COMMIT")
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    given = parser.parse_args()
    with versions(given.against) as compared, tempfile.TemporaryDirectory() as var:
        found = {
            version.title: {"play": waits(version, Path(var, version.title), given)}
            for version in compared
        }
    where = f"{given.hosts} workers of one slot" if given.hosts else "`up`"
    title = f"{given.uploads} newcomers on {where}, seed {given.seed}"
    Console().print(table_of(title, found, "play"))


def waits(version: Version, var: Path, given: argparse.Namespace) -> dict[str, Any]:
    """Return figures of both waits."""
    kind = hosts(version, var, given.hosts) if given.hosts else alone(version, var)
    with kind as (platform, query):
        time.sleep(WARM_SECONDS)
        work = UPLOAD.format(uploads=given.uploads, seconds=given.seconds, seed=given.seed)
        platform.run("-c", f"from tests.arena.prelude import *\n{work}")
        until = time.monotonic() + LAST_SECONDS
        while any(None in row for row in query(TIMES)) and time.monotonic() < until:
            time.sleep(1)
        rows = query(TIMES)
    accepted = [seconds(row[0], row[1]) for row in rows if row[1]]
    started = [seconds(row[1], row[2]) for row in rows if row[1] and row[2]]
    return {
        **summary("upload to acceptance", accepted),
        **summary("acceptance to first rated match", started),
        f"of {len(rows)}, running within {GOAL_SECONDS:.0f} s": sum(
            wait <= GOAL_SECONDS for wait in started
        ),
        "not started": len(rows) - len(started),
    }


def summary(name: str, waited: list[float]) -> dict[str, float]:
    waited = waited if len(waited) > 1 else [*waited, *waited, 0.0, 0.0][:2]
    figures = (median(waited), quantiles(waited, n=20, method="inclusive")[-1], max(waited))
    return {
        f"{name}, {kind} s": round(value, 1)
        for kind, value in zip(("median", "95 %", "longest"), figures, strict=True)
    }


def seconds(first: Any, second: Any) -> float:
    """Return the time between two moments, Unix seconds."""
    return float(second) - float(first)


@contextmanager
def alone(version: Version, var: Path) -> Iterator[tuple[VersionPlatform, Query]]:
    with embedded(version, var) as running:

        def query(statement: str) -> list[Any]:
            columns = ("v.created_at", "v.checked_at", "min(m.started_at)")
            for column in columns:
                statement = statement.replace(
                    column, f"(julianday({column}) - 2440587.5) * 86400.0"
                )
            return running.rows(statement)

        yield running.platform, query


@contextmanager
def hosts(version: Version, var: Path, count: int) -> Iterator[tuple[VersionPlatform, Query]]:
    """Run one process for records, and workers that have a slot, a folder and a name each."""
    with ExitStack() as stack:
        server, redis = stack.enter_context(postgres()), stack.enter_context(redis_server())
        url = stack.enter_context(database_of_its_own(server))
        shared = {"DATABASE_URL": url, "REDIS_URL": redis, "KINGSBENCH_CORES": "1"}
        platform = version.platform(var / "site", **shared)
        platform.run("manage.py", "seed")
        look = stack.enter_context(psycopg.connect(url, autocommit=True))

        def query(statement: str) -> list[Any]:
            for column in ("v.created_at", "v.checked_at", "min(m.started_at)"):
                statement = statement.replace(column, f"extract(epoch from {column})")
            return look.execute(statement.replace("%", "%%"), []).fetchall()

        command = ("-m", "celery", "-A", "website", "worker")
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        records = ("-B", "--concurrency", "3", "--queues", "arena-records")
        started = [platform.start(*command, "-n", "records@%h", *records, **quiet)]
        for number in range(count):
            worker = VersionPlatform(version, var / f"w{number}", shared)
            worker.var.mkdir(parents=True)
            (worker.var / "media").symlink_to(platform.var / "media")
            words = ("-n", f"w{number}@%h", "--concurrency", "3", "--queues", "arena")
            started.append(start_as(f"w{number}", worker, *command, *words, **quiet))
        try:
            wait_until(lambda: query(FIRST)[0][0] > 0)
            yield platform, query
        finally:
            end(started)


def start_as(
    host: str, platform: VersionPlatform, *words: str, **options: Any
) -> subprocess.Popen[str]:
    """Start a process that takes its machine for this host."""
    named = ("unshare", "--uts", "sh", "-c", 'hostname "$0" && exec "$@"', host)
    environment, folder = platform.environment, platform.version.folder
    command = [*named, sys.executable, *words]
    return subprocess.Popen(command, env=environment, cwd=folder, text=True, **options)


if __name__ == "__main__":
    main()
