"""The guide's chapter on many machines, followed line by line with real servers and processes."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.arena.processes import ROOT
from tests.patience import HANGS, PATIENCE, PROMPT
from tests.services import Unavailable, free_port, postgres, redis_server
from tests.tooling.processes import environment, within
from website.management.programs import gunicorn

pytestmark = [pytest.mark.jail, pytest.mark.services, pytest.mark.long]
SITE = "kingsbench.example"


def blocks(page: str, begin: str, end: str) -> list[str]:
    """The shell lines of a chapter."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    chapter = text[text.index(begin) :]
    return re.findall(r"```sh\n(.*?)```", chapter[: chapter.index(end)], re.DOTALL)


ROLES, QUEUE, SETTINGS, UPGRADE, WEB, RECORDS, DELIVERY, BEAT = blocks(
    "operators/many-machines.md", "## By hand\n", "## With compose\n"
)
WORKER, RIGHTS = blocks("security.md", "## Workers on hosts of their own\n", "## Keep it up")[:2]


def redis_rights() -> list[str]:
    """Return the Redis rights of workers from the security page."""
    page = (ROOT / "docs" / "security.md").read_text("utf-8")
    found = re.search(r"ACL SETUSER kingsbench_worker on >PASSWORD\n(.*?)```", page, re.DOTALL)
    return found[1].split() if found else [page]


def words_of_up() -> list[str]:
    """Return `up`'s arguments of the web server, except port and temporary files."""
    own = ("--bind", "fd://0", "--no-control-socket", "--worker-tmp-dir", "/dev/shm")
    return [word for word in gunicorn(0)[1:] if word not in own]


class Hosts:
    """One shell per host, each with the variables exported there by the guide's lines."""

    def __init__(self, folder: Path, shown: dict[str, str], stack: ExitStack) -> None:
        self.folder, self.shown, self.stack = folder, shown, stack
        self.environment = environment(PGPASSWORD=shown["PGPASSWORD"])

    def script(self, *lines: str) -> str:
        """Return these lines with this test's paths, addresses and passwords."""
        text = "\n".join(lines)
        for shown, ours in self.shown.items():
            text = text.replace(shown, ours)
        programs = Path(sys.executable).parent
        return text.replace(".venv/bin/", f"{programs}/")

    def follow(self, *lines: str) -> str:
        """Run these lines and return their output."""
        done = subprocess.run(
            ["sh", "-ec", self.script(*lines)], cwd=ROOT, env=self.environment,
            capture_output=True, text=True, check=False, timeout=HANGS,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, name: str, *lines: str) -> None:
        """Run these lines until the test ends; the last one starts a server."""
        self.stack.enter_context(self.running(name, self.script(*lines)))

    @contextmanager
    def running(self, name: str, script: str) -> Iterator[None]:
        with (self.folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                ["sh", "-ec", script], cwd=ROOT, env=self.environment, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        try:
            yield
            assert process.poll() is None, (self.folder / f"{name}.log").read_text()
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(PROMPT)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                raise


@pytest.fixture
def servers() -> Iterator[tuple[str, str]]:
    """Yield the URLs of this test's own PostgreSQL, as superuser, and Redis."""
    with ExitStack() as stack:
        try:
            found = stack.enter_context(postgres()), stack.enter_context(redis_server())
        except Unavailable as reason:
            pytest.skip(str(reason))
        yield found


def shown(folder: Path, database: str, redis: str, port: int) -> dict[str, str]:
    """Map the guide's values to this test's."""
    server, queue = urlsplit(database), urlsplit(redis)
    psql = f"psql --host={server.hostname} --port={server.port} --username={server.username}"
    return {
        "$(openssl rand -hex 32) DATABASE_WORKER": "owners DATABASE_WORKER",
        "$(openssl rand -hex 32)": "workers",
        "psql --set=ON_ERROR_STOP=1 --file=docker/roles.sql": (
            f"{psql} --dbname=postgres --set=ON_ERROR_STOP=1 --file=docker/roles.sql"
        ),
        "redis-cli ACL": f"redis-cli -h {queue.hostname} -p {queue.port} ACL",
        "kingsbench:DATABASE_PASSWORD@db.internal:5432": (
            f"kingsbench:owners@{server.hostname}:{server.port}"
        ),
        "kingsbench_worker:PASSWORD@db.internal:5432": (
            f"kingsbench_worker:workers@{server.hostname}:{server.port}"
        ),
        ":REDIS_PASSWORD@redis.internal:6379": f":{queue.password}@{queue.hostname}:{queue.port}",
        "REDISCLI_AUTH=REDIS_PASSWORD": f"REDISCLI_AUTH={queue.password}",
        "kingsbench_worker:PASSWORD@redis.internal:6379": (
            f"kingsbench_worker:workers@{queue.hostname}:{queue.port}"
        ),
        "ONE_FOR_ALL_OF_THEM": "k" * 60,
        "/srv/kingsbench-state": str(folder / "state"),
        "KINGSBENCH_JAIL=required": "KINGSBENCH_JAIL=strongest KINGSBENCH_CORES=1",
        "127.0.0.1:8000": f"127.0.0.1:{port}",
        "PGPASSWORD": server.password or "",
    }


def readiness(port: int) -> tuple[int, dict[str, object]]:
    """Return the readiness response to a proxy's request."""
    headers = {"Host": SITE, "X-Forwarded-Proto": "https", "X-Forwarded-Host": SITE}
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/health/ready/", headers=headers)
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)
    except OSError:
        return 0, {}


def played(database: str) -> int:
    with psycopg.connect(database) as rows:
        found = rows.execute("SELECT count(*) FROM arena_match WHERE status = 'finished'")
        count = found.fetchone()
    return count[0] if count else 0


def test_the_platform_runs_as_the_chapter_says(tmp_path: Path, servers: tuple[str, str]) -> None:
    database, redis = servers
    port = free_port()
    given = shown(tmp_path, database, redis, port)
    with ExitStack() as stack:
        hosts = Hosts(tmp_path, given, stack)
        hosts.follow(ROLES)
        assert hosts.follow(QUEUE).strip() == "OK"
        told = hosts.follow(SETTINGS, UPGRADE)
        assert "admin, with the password in" in told
        assert RIGHTS.strip() in UPGRADE, "the same line on both pages"
        assert set(redis_rights()) <= set(" ".join(shlex.split(QUEUE)).split()), (
            "the same rights on both pages"
        )
        assert set(words_of_up()) <= set(shlex.split(WEB)), "as `up` starts it"
        hosts.start("web", SETTINGS, WEB)
        hosts.start("records", SETTINGS, RECORDS)
        hosts.start("delivery", SETTINGS, DELIVERY)
        hosts.start("beat", SETTINGS, BEAT)
        hosts.start("worker", WORKER)
        assert within(HANGS, lambda: readiness(port)[0] == 200, pause=0.25), readiness(port)
        owner = database.rsplit("/", 1)[0] + "/kingsbench"
        has_played = within(HANGS, lambda: played(owner) > 0, pause=0.25)
        assert has_played, (tmp_path / "worker.log").read_text()
