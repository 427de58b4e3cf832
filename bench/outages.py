"""Show what operators see when processes fail: `python -m bench.outages [red|chaos]`.

`red`: kill or stop each process and bring it back; measure until `/health/ready/` says so, and is
well again. `chaos`: kill 32 processes in ten minutes, while visitors watch matches and a tournament
and a league are due; then every match must exist once, and ratings equal a recomputation to the
bit.

Real gunicorn, PostgreSQL, Redis and jails; two playing workers with the documented role, one for
records, one for delivery, and beat. About 25 minutes for both.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from rich.console import Console
from rich.table import Table

from bench.site import served
from tests.arena.processes import Platform
from tests.arena.queue.rows import Queue, Visitors
from tests.arena.resilience.crew import children, send
from tests.arena.worker_role import worker_role
from tests.services import database_of_its_own, postgres, redis_server

SECONDS, KILLS = 600, 32
PATIENCE = 240.0  # seconds until a fault counts as unseen
QUIET = ("--without-gossip", "--without-mingle", "--without-heartbeat")
FILL = """
from datetime import timedelta
from arena.models import League
from tests.arena import tournament_steps, league_steps
from tests.cast import a_bot, person
quick = {"kingdom": "First Game", "turn_limit": 6}
slow = b"import time\\ndef decide(request):\\n    time.sleep(0.02)\\n    return request.default\\n"
ladder = a_ladder(config=quick)
bots = [a_bot(person(f"owner-{n}"), f"Bot {n}", ladder, slow) for n in range(8)]
tournament_steps.started(bots[:6], config=quick)
league_steps.a_league(ladder=ladder, config=quick, divisions=1, promoted=0, freeze_minutes=1)
League.objects.update(next_run_at=timezone.now() + timedelta(minutes=2))
"""
LOOK = """
import json
from django.db.models import Count
from arena.models import Bot, Fault, Season, TickStep, Tournament
from tests.arena.recomputed import recomputed
Ladder.objects.update(state="paused")
deadline = time.monotonic() + PATIENCE
while Match.objects.live().exists():
    assert time.monotonic() < deadline, "matches are left"
    time.sleep(0.2)
ladder = Ladder.objects.get()
rated = Match.objects.rated().annotate(played=Count("games", distinct=True))
changes = RatingChange.objects.values("serial", "entry").annotate(times=Count("pk"))
serials = sorted(rated.values_list("serial", flat=True))
print(json.dumps({
    "matches finished": Match.objects.filter(status="finished").count(),
    "of these rated": len(serials),
    "void": Match.objects.filter(status="void").count(),
    "numbered once, without a gap": serials == list(range(1, len(serials) + 1)),
    "games of a rated match": sorted(set(rated.values_list("played", flat=True))),
    "rating changes stored twice": changes.filter(times__gt=1).count(),
    "ratings equal a recomputation": recomputed(ladder)
    == {entry.bot_id: (entry.mu, entry.sigma) for entry in Entry.objects.all()},
    "tries lost": sum(Match.objects.values_list("tries", flat=True)),
    "faults": Fault.objects.count(),
    "bots benched": Bot.objects.filter(state="benched").count(),
    "tournaments finished": Tournament.objects.filter(state="finished").count(),
    "seasons": Season.objects.count(),
    "steps of the tick that failed": dict(TickStep.objects.failures()),
}))
"""


class Programs:
    def __init__(self, platform: Platform, role: str, logs: Path) -> None:
        self._platform, self._logs = platform, logs
        worker = ("-m", "celery", "--quiet", "-A", "website", "worker", *QUIET, "--queues")
        beat = ("-m", "celery", "--quiet", "-A", "website", "beat", "--pidfile", "")
        own = {"DATABASE_URL": role}
        self._commands: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
            "player 1": ((*worker, "arena", "-n", "one@%h", "--concurrency", "2"), own),
            "player 2": ((*worker, "arena", "-n", "two@%h", "--concurrency", "2"), own),
            "records": ((*worker, "arena-records", "-n", "records@%h", "--concurrency", "2"), {}),
            "delivery": ((*worker, "arena-delivery", "-n", "post@%h", "--concurrency", "1"), {}),
            "beat": (beat, {}),
        }
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def names(self) -> list[str]:
        return list(self._commands)

    def start(self, name: str) -> None:
        """Start one in its own process group."""
        words, more = self._commands[name]
        with (self._logs / name).open("ab") as log:
            self.running[name] = subprocess.Popen(
                self._platform.python(*words), env=self._platform.environment | more,
                stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def kill(self, name: str) -> None:
        """Kill all its processes, like the loss of a machine."""
        os.killpg(self.running[name].pid, signal.SIGKILL)
        self.running[name].wait()

    def signal(self, name: str, number: signal.Signals) -> None:
        os.killpg(self.running[name].pid, number)

    def child(self, name: str) -> int:
        """Return a process of its pool."""
        return children(self.running[name].pid)[0]

    def output(self, word: str) -> int:
        return sum(path.read_text(errors="replace").count(word) for path in self._logs.iterdir())

    def end(self) -> None:
        for process in self.running.values():
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGCONT)
                process.terminate()
        for process in self.running.values():
            process.wait(timeout=60)


def main() -> None:
    parts = ["red", "chaos"]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="?", choices=parts, help="default: both")
    part = parser.parse_args().part
    chosen = [part] if part else parts
    with (
        postgres() as server,
        redis_server() as redis,
        database_of_its_own(server) as url,
        tempfile.TemporaryDirectory(prefix="kingsbench-bench-") as var,
    ):
        platform = Platform(
            Path(var), DATABASE_URL=url, REDIS_URL=redis, KINGSBENCH_LEASE_SECONDS="5"
        )
        platform.run("manage.py", "collectstatic", "--no-input", "--verbosity", "0")
        logs = Path(var) / "logs"
        logs.mkdir()
        with worker_role(url) as role, running(platform, role, logs) as (programs, site):
            platform.do(FILL)
            if "red" in chosen:  # a quiet platform is the harder case
                platform.do('Ladder.objects.update(state="paused")')
                Console().print(red(programs, site))
            if "chaos" in chosen:
                platform.do('Ladder.objects.update(state="open")')
                Console().print(chaos(programs, platform, Queue(url), site))
            print(f"permission was denied {programs.output('denied')} times")


@contextmanager
def running(platform: Platform, role: str, logs: Path) -> Iterator[tuple[Programs, str]]:
    programs = Programs(platform, role, logs)
    with served(platform) as (site, _pid):
        try:
            for name in programs.names:
                programs.start(name)
            yield programs, site
        finally:
            programs.end()


# --- red -----------------------------------------------------------------------------------------
def red(programs: Programs, site: str) -> Table:
    """Cause each fault; report seconds until seen, what was said, seconds until well."""
    table = Table(title="Faults, and what /health/ready/ says", title_justify="left")
    for title in ("fault", "red after s", "check", "well again after s"):
        table.add_column(title)
    for name, break_it, mend_it in faults(programs):
        until(site, is_well=True)
        break_it()
        seen, checks = until(site, is_well=False)
        mend_it()
        well, _ = until(site, is_well=True)
        said = "; ".join(f"{check}: {output}" for check, output in checks.items() if output != "ok")
        table.add_row(name, f"{seen:.0f}", said, f"{well:.0f}")
        print(name, f"{seen:.0f}", said, f"{well:.0f}", flush=True)
    return table


def faults(programs: Programs) -> Iterator[tuple[str, Callable[[], None], Callable[[], None]]]:
    """Yield (name, cause, undo)."""
    stop, resume = signal.SIGSTOP, signal.SIGCONT
    child = programs.child("player 1")
    yield "a child of player 1 stopped", lambda: send(child, stop), lambda: send(child, resume)
    for name in programs.names:
        yield (
            f"{name} stopped",
            lambda name=name: programs.signal(name, stop),  # type: ignore[misc]
            lambda name=name: programs.signal(name, resume),  # type: ignore[misc]
        )
        yield (
            f"{name} killed",
            lambda name=name: programs.kill(name),  # type: ignore[misc]
            lambda name=name: programs.start(name),  # type: ignore[misc]
        )


def until(site: str, *, is_well: bool) -> tuple[float, dict[str, str]]:
    """Wait until all is well, or something is not; return the seconds and what was said."""
    began = time.monotonic()
    while (waited := time.monotonic() - began) < PATIENCE:
        answer = httpx.get(f"{site}/health/ready/", timeout=30)
        if (answer.status_code == 200) is is_well:
            return waited, answer.json()["checks"]
        time.sleep(0.5)
    raise SystemExit(f"not within {PATIENCE:.0f} s: {answer.text}")


# --- chaos ---------------------------------------------------------------------------------------
def chaos(programs: Programs, platform: Platform, queue: Queue, site: str) -> Table:
    """Kill processes at random moments, then check that nothing is lost."""
    seed = random.SystemRandom().getrandbits(32)
    dice, visitors = random.Random(seed), Visitors(queue)
    visitors.start()
    moments = sorted(dice.uniform(0, SECONDS) for _ in range(KILLS))
    began = time.monotonic()
    for moment in moments:
        time.sleep(max(0.0, began + moment - time.monotonic()))
        kill_something(programs, dice)
    time.sleep(max(0.0, began + SECONDS - time.monotonic()))
    until(site, is_well=True)
    found = json.loads(platform.do(LOOK))
    visitors.stop()
    table = Table(title=f"{KILLS} kills in {SECONDS} s, seed {seed}", title_justify="left")
    table.add_column("what")
    table.add_column("found")
    for name, value in found.items():
        table.add_row(name, str(value))
    return table


def kill_something(programs: Programs, dice: random.Random) -> None:
    """Kill a program or one process of its pool; restart what ended."""
    name = dice.choice(programs.names)
    process = programs.running[name]
    if name != "beat" and dice.random() < 0.5 and (pool := children(process.pid)):
        send(dice.choice(pool), signal.SIGKILL)
        return
    programs.kill(name)
    programs.start(name)


if __name__ == "__main__":
    main()
