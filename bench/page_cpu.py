"""CPU of each page in two versions of the site, in turn: `python -m bench.site --against COMMIT`.

Each version runs from its own sources, in a process with a database of its own, and is called
without a server. Columns: a page that nobody has asked for lately, the same page again, a poll that
finds nothing new.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from tests.prepared import COLLECT, MIGRATE, ROOT, platform_environment
from tests.services import database_of_its_own, postgres

MATCHES, BOTS, ROUNDS = 5_000, 300, 8
COLUMNS = ("first", "again", "poll")
MEASURE = r"""
import gc, io, json, sys, time
from bench.million import fill
from bench.database_steps import addresses
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from website.accounts.models import User
from website.wsgi import application
try:
    from website.site.page_cache import PAGES
except ImportError:
    forget = lambda: None
else:
    forget = PAGES.clear
filled = fill(matches={matches}, bots={bots})
person = User.objects.create_user("bench-person")
session = SessionStore()
session[SESSION_KEY] = str(person.pk)
session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
session[HASH_SESSION_KEY] = person.get_session_auth_hash()
session.create()
LIVE = ("home", "leaderboard", "bot", "matches", "tournament")

def get(address, **more):
    path, _, query = address.partition("?")
    seen = {{}}
    environ = dict(
        REQUEST_METHOD="GET", PATH_INFO=path, QUERY_STRING=query, SERVER_NAME="localhost",
        SERVER_PORT="80", SERVER_PROTOCOL="HTTP/1.1", HTTP_HOST="localhost",
        HTTP_ACCEPT_LANGUAGE="en", **more,
        **{{"wsgi.input": io.BytesIO(), "wsgi.url_scheme": "http", "wsgi.errors": sys.stderr}},
    )
    def start(status, headers):
        seen.update(dict(headers), status=int(status[:3]))
    answer = application(environ, start)
    b"".join(answer)
    answer.close()
    return seen

def cost(address, **more):
    began = time.process_time()
    seen = get(address, **more)
    return 1000 * (time.process_time() - began), seen

def pages(number):
    found = addresses(filled, number)
    asked = {{name: (found[name], {{}}) for name in found if name != "audit log"}}
    asked["game replay"] = (found["match"] + "games/1/replay/", {{}})
    asked["API matches"] = ("/api/v1/matches/", {{}})
    asked["API leaderboard"] = ("/api/v1" + found["leaderboard"] + "leaderboard/", {{}})
    own = {{"HTTP_COOKIE": "sessionid=" + session.session_key}}
    for name in ("home", "leaderboard", "bot", "match", "tournament"):
        asked[name + ", with account"] = (found[name], own)
    return asked

def firsts(found):
    for name, (address, more) in found.items():
        forget()
        spent, seen = cost(address, **more)
        if seen["status"] != 200:
            raise SystemExit(f"{{address}}: {{seen}}")
        yield name, spent

def agains(found):
    for name, (address, more) in found.items():
        get(address, **more)
        yield name, min(cost(address, **more)[0] for _ in range(3))

def polls(found):
    for name in LIVE + tuple(name + ", with account" for name in LIVE if name != "matches"):
        address, more = found[name]
        poll = dict(more, HTTP_HX_REQUEST="true")
        spent = []
        while len(spent) < 3:  # another minute passes between some
            poll["HTTP_IF_NONE_MATCH"] = get(address, **poll)["ETag"]
            done = [cost(address, **poll) for _ in range(3)]
            spent += [one for one, seen in done if seen["status"] == 304]
        yield name, min(spent)

def measure(number):
    found = pages(number)
    ways = dict(first=firsts, again=agains, poll=polls)
    return {{column: dict(way(found)) for column, way in ways.items()}}

def tabs():
    "CPU seconds in a second of 200 tabs of the start page, each asking every 5 s."
    poll = dict(HTTP_HX_REQUEST="true")
    poll["HTTP_IF_NONE_MATCH"] = get("/", **poll)["ETag"]
    began, cpu = time.monotonic(), time.process_time()
    for number in range(120):
        time.sleep(max(0, began + number / 40 - time.monotonic()))
        get("/", **poll)
    return (time.process_time() - cpu) / max(3, time.monotonic() - began)

measure(0)
gc.collect()
gc.freeze()  # as the server does
print("ready", flush=True)
for line in sys.stdin:
    print(json.dumps(measure(int(line)) if line.strip() != "tabs" else tabs()), flush=True)
"""
Costs = dict[str, dict[str, list[float]]]


class Version:
    """A process of one version that measures when told to."""

    def __init__(self, root: Path, var: Path, url: str, matches: int, bots: int) -> None:
        paths = {"PYTHONPATH": os.pathsep.join([str(root), str(root / "platform")])}
        self._environment = platform_environment(var) | paths | {"DATABASE_URL": url}
        self._root = root
        self.costs: Costs = defaultdict(lambda: defaultdict(list))
        for command in (MIGRATE, COLLECT):
            self._start(*command).wait()
        code = MEASURE.format(matches=matches, bots=bots)
        self.process = self._start("manage.py", "shell", "--verbosity", "0", "--command", code)
        assert self.process.stdout is not None
        if self.process.stdout.readline().strip() != "ready":
            raise SystemExit(f"{root}: see above")

    def _start(self, *command: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, *command],
            env=self._environment,
            cwd=self._root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tell(self, order: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(order, file=self.process.stdin, flush=True)
        return self.process.stdout.readline()

    def measure(self, number: int) -> None:
        for column, spent in json.loads(self.tell(f"{number}")).items():
            for name, cpu in spent.items():
                self.costs[name][column].append(cpu)

    def stop(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=30)


def compare(commit: str, matches: int = MATCHES, bots: int = BOTS, rounds: int = ROUNDS) -> None:
    """Print the CPU of pages in that commit and here."""
    with postgres("shared_buffers=256MB") as server, ExitStack() as stack:
        roots = [stack.enter_context(sources(commit)), ROOT]
        before, after = versions = [
            Version(
                root,
                Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kingsbench-bench-"))),
                stack.enter_context(database_of_its_own(server)),
                matches,
                bots,
            )
            for root in roots
        ]
        for number in range(1, rounds + 1):
            for version in versions:
                version.measure(number)
        tabs = [float(version.tell("tabs")) for version in versions]
        for version in versions:
            version.stop()
    title = f"CPU ms a page, {commit} -> here; {matches:,} matches, {bots:,} bots, {rounds} rounds"
    Console(width=110).print(table(title, before.costs, after.costs))
    print(f"200 tabs of the start page: {tabs[0]:.0%} of a core before, {tabs[1]:.0%} here.")


@contextmanager
def sources(commit: str) -> Iterator[Path]:
    """Yield a folder with the files of that commit."""
    with tempfile.TemporaryDirectory(prefix="kingsbench-bench-") as folder:
        archive = ["git", "-C", str(ROOT), "archive", commit]
        packed = subprocess.run(archive, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=packed, check=True)
        yield Path(folder)


def table(title: str, before: Costs, after: Costs) -> Table:
    found = Table(title=title, title_justify="left")
    found.add_column("page")
    for column in COLUMNS:
        found.add_column(column, justify="right")
        found.add_column("ratio", justify="right")
    for name in before:
        cells = []
        for column in COLUMNS:
            old, new = before[name][column], after[name][column]
            if old and new:
                was, now = median(old), median(new)
                cells += [f"{was:.1f} -> {now:.1f}", f"{now / was:.2f}"]
            else:
                cells += ["", ""]
        found.add_row(name, *cells)
    return found
