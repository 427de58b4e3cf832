"""Measure the pages' speed: `python -m bench.site [MATCHES [BOTS [SECONDS [RATE]]]]`.

`--against COMMIT [MATCHES [BOTS [ROUNDS]]]` compares the CPU of pages with an earlier version.

One gunicorn process on PostgreSQL (default: a million matches, 10,000 bots). Requests start at
fixed times whether or not earlier ones are answered, each for another bot or match; latency counts
from the due time to the last byte. Also queries per page, compressed kilobytes of a first visit
with styles and scripts, and the process's load: near 100 % of a core all requests wait.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import subprocess
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import urljoin

import httpx
from rich.console import Console
from rich.table import Table

from bench.arena import SERVER, work
from bench.page_cpu import compare
from tests.arena.processes import Platform
from tests.arena.resilience.crew import children
from tests.services import database_of_its_own, free_port, postgres, redis_server
from website.management.programs import WEB_THREADS, WORKER_CLASS

MATCHES, BOTS, SECONDS, RATE = 1_000_000, 10_000, 60, 20
ROUNDS = 30  # of URLs before they repeat
WARM_SECONDS = 4
VISITORS = 16  # most simultaneous requests
IDLE = httpx.Limits(keepalive_expiry=1.0)  # the server closes connections idle for two seconds
LINKED = re.compile(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"|@import url\("([^"]+)"\)')
IMPORTED = re.compile(r'(?:from\s*|import\s*)"(\.{1,2}/[^"]+)"')
FILL = """
import json
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from bench.million import fill
from bench.database_steps import addresses
from website.accounts.models import User
filled = fill(matches={matches}, bots={bots})
User.objects.get_or_create(username="bench-organiser", is_staff=True)
staff = Client(HTTP_HOST="localhost")
staff.force_login(User.objects.get(username="bench-organiser"))
rounds = [addresses(filled, number) for number in range({rounds})]
queries = {{}}
for name, address in rounds[0].items():
    staff.get(address)
    with CaptureQueriesContext(connection) as seen:
        staff.get(address)
    queries[name] = len(seen)
print(json.dumps({{
    "rounds": rounds, "queries": queries, "session": staff.cookies["sessionid"].value
}}))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", metavar="COMMIT")
    parser.add_argument("numbers", nargs="*", type=int, help="as above")
    given = parser.parse_args()
    if given.against:
        compare(given.against, *given.numbers[:3])
    else:
        serve(given.numbers)


def serve(given: Sequence[int]) -> None:
    """Measure one gunicorn process under load."""
    matches, bots, seconds, rate = [*given, *(MATCHES, BOTS, SECONDS, RATE)[len(given) :]]
    with (
        postgres(*SERVER) as server,
        redis_server() as redis,
        database_of_its_own(server) as url,
        tempfile.TemporaryDirectory(prefix="kingsbench-bench-") as var,
    ):
        platform = Platform(Path(var), DATABASE_URL=url, REDIS_URL=redis)
        platform.run("manage.py", "collectstatic", "--no-input", "--verbosity", "0")
        filled = work(platform, FILL.format(matches=matches, bots=bots, rounds=ROUNDS))
        with served(platform) as (site, server_pid):
            cookies = {"sessionid": filled["session"]}
            with httpx.Client(base_url=site, cookies=cookies, timeout=30, limits=IDLE) as browser:
                visit(browser, filled["rounds"][:1], WARM_SECONDS, 2 * rate)  # wake every thread
                before = computed(server_pid)
                took = visit(browser, filled["rounds"], seconds, rate)
                cpu = computed(server_pid) - before
                weights = {
                    name: weight(browser, address) for name, address in filled["rounds"][0].items()
                }
    title = f"{matches:,} matches, {bots:,} bots, {rate} requests a second for {seconds} s"
    Console().print(summary(title, took, filled["queries"], weights))
    mean, share = 1000 * cpu / (seconds * rate), cpu / seconds
    print(f"The process computed {mean:.0f} ms a page, and was busy for {share:.0%} of the time.")


@contextmanager
def served(platform: Platform) -> Iterator[tuple[str, int]]:
    """Run one gunicorn process; yield its URL and its parent's pid."""
    where = f"127.0.0.1:{free_port()}"
    command = platform.python("-m", "gunicorn", "website.wsgi", "--bind", where, "--workers", "1")
    shape = ["--worker-class", WORKER_CLASS, "--threads", str(WEB_THREADS), "--preload"]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([*command, *shape], env=platform.environment, **quiet)
    try:
        wait_for(f"http://{where}/health/")
        yield f"http://{where}", process.pid
    finally:
        process.terminate()
        process.wait(timeout=30)


def computed(pid: int) -> float:
    """Return a process's children's CPU seconds."""
    stats = [Path(f"/proc/{child}/stat").read_text() for child in children(pid)]
    ticks = [int(tick) for stat in stats for tick in stat.rpartition(")")[2].split()[11:13]]
    return sum(ticks) / os.sysconf("SC_CLK_TCK")


def wait_for(address: str, seconds: float = 30.0) -> None:
    """Wait until the URL answers. Raise TimeoutError."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            httpx.get(address)
        except httpx.TransportError:
            time.sleep(0.2)
        else:
            return
    raise TimeoutError(address)


def visit(
    browser: httpx.Client, rounds: list[dict[str, str]], seconds: int, rate: int
) -> dict[str, list[float]]:
    """Return milliseconds of all visits by page, each started when due."""
    visits = [(name, addresses[name]) for addresses in rounds for name in addresses]
    took: dict[str, list[float]] = defaultdict(list)
    lock = threading.Lock()
    began = time.monotonic()

    def one(number: int) -> None:
        name, address = visits[number % len(visits)]
        due = began + number / rate
        time.sleep(max(0.0, due - time.monotonic()))
        answer = browser.get(address)
        passed = 1000 * (time.monotonic() - due)
        if answer.status_code != httpx.codes.OK:
            raise SystemExit(f"{address}: {answer.status_code}")
        with lock:
            took[name].append(passed)

    with ThreadPoolExecutor(max_workers=VISITORS) as crowd:
        list(crowd.map(one, range(seconds * rate)))
    return took


def weight(browser: httpx.Client, address: str) -> float:
    """Return kilobytes of a first visit: the page gzipped, as by a proxy, and what it links."""
    page = browser.get(address)
    total, seen = len(gzip.compress(page.content, 6)), set()
    waiting = [urljoin(address, found) for found in links(page.text)]
    while waiting:
        link = waiting.pop()
        if link not in seen:
            seen.add(link)
            part = browser.get(link, headers={"Accept-Encoding": "gzip"})
            total += int(part.headers["Content-Length"])
            waiting += [urljoin(link, found) for found in links(part.text)]
    return total / 1000


def links(text: str) -> list[str]:
    linked = [one or other for one, other in LINKED.findall(text)]
    return [*linked, *IMPORTED.findall(text)]


def summary(
    title: str, took: dict[str, list[float]], queries: dict[str, int], weights: dict[str, float]
) -> Table:
    table = Table(title=title, title_justify="left")
    for column in ("page", "visits", "median ms", "p99 ms", "queries", "kB at first"):
        table.add_column(column, justify="left" if column == "page" else "right")
    for name in sorted(took, key=lambda one: -median(took[one])):
        figures = (f"{queries[name]}", f"{weights[name]:.0f}")
        table.add_row(name, f"{len(took[name])}", *spread(took[name]), *figures)
    every = [passed for found in took.values() for passed in found]
    most = (f"{max(queries.values())}", f"{max(weights.values()):.0f}")
    table.add_row("all", f"{len(every)}", *spread(every), *most, end_section=True)
    return table


def spread(values: list[float]) -> tuple[str, str]:
    highest = quantiles(values, n=100)[-1] if len(values) > 1 else values[0]
    return f"{median(values):.0f}", f"{highest:.0f}"


if __name__ == "__main__":
    main()
