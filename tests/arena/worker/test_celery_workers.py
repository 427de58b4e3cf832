"""Real Celery workers: files and SQLite as on a laptop, Redis and PostgreSQL as on servers."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.arena.processes import Platform
from tests.forks import Forked
from tests.patience import PATIENCE, PROMPT

pytestmark = pytest.mark.jail
FILL = """
ladder = a_ladder(config={"kingdom": "First Game", "turn_limit": 5})
for number in range(5):
    a_house_bot(f"House {number}", ladder)
"""
FINISHED = 'print(Match.objects.filter(status="finished").count())'
LONG = 'Ladder.objects.update(config={"kingdom": "First Game"}, games_per_match=2000)'
CHECK = """
from tests.cast import alice
from django.core.files.base import ContentFile
from arena.actions.bots.submit_bot import submit_bot
upload = ContentFile(b"def decide(request): return request.default\\n", name="bot.py")
version = submit_bot(owner=alice(), name="Alcuin", upload=upload, ladder=Ladder.objects.get())
began = time.monotonic()
while version.state == "checking" and time.monotonic() < began + PATIENCE:
    time.sleep(0.1)
    version.refresh_from_db()
assert version.state == "accepted", version.failure
while not Entry.objects.get(bot=version.bot).matches and time.monotonic() < began + PATIENCE:
    time.sleep(0.1)
print(Entry.objects.get(bot=version.bot).matches)
"""


@pytest.fixture(params=["files", pytest.param("servers", marks=pytest.mark.services)])
def platform(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Platform]:
    if request.param == "files":
        yield Platform(tmp_path, KINGSBENCH_IDLE_PACE="0")
        return
    urls = {
        "DATABASE_URL": request.getfixturevalue("postgres_url"),
        "REDIS_URL": request.getfixturevalue("redis_url"),
    }
    platform = Platform(tmp_path, **urls)
    yield platform
    platform.empty()


@pytest.fixture
def worker(platform: Platform, tmp_path: Path) -> Iterator[Callable[[], "subprocess.Popen[bytes]"]]:
    """Start workers with a beat, in their own process group; stop them all afterwards."""
    started = []
    words = ("-m", "celery", "-A", "website", "worker", "-B", "--queues", "arena,arena-records")

    def start() -> "subprocess.Popen[bytes]":
        with (tmp_path / "worker.log").open("ab") as log:
            process = Forked(words, platform.environment, log, session=True)
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def until(platform: Platform, status: str, least: int) -> None:
    platform.do(f"""
deadline = time.monotonic() + PATIENCE
while Match.objects.filter(status="{status}").count() < {least}:
    assert time.monotonic() < deadline, "too few"
    time.sleep(0.05)
""")


def test_play_goes_on_by_itself_survives_a_kill_and_an_upload_is_served_at_once(
    platform: Platform, worker: Callable[[], "subprocess.Popen[bytes]"]
) -> None:
    platform.do(FILL)
    first = worker()
    until(platform, "finished", 6)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    before = int(platform.do(FINISHED))
    second = worker()
    until(platform, "finished", before + 6)
    assert int(platform.do(CHECK)) >= 1, "checked, accepted, rated"
    second.terminate()
    assert second.wait(PATIENCE) == 0
    numbers = platform.look()
    assert numbers["statuses"]["running"] == 0, "what the kill left was reaped"
    assert numbers["serials"] == list(range(1, numbers["recorded"] + 1))
    assert numbers["same"], "ratings equal a recomputation"


def test_a_worker_told_to_stop_gives_its_matches_back(
    platform: Platform, worker: Callable[[], "subprocess.Popen[bytes]"]
) -> None:
    platform.do(FILL + LONG)
    process = worker()
    until(platform, "running", 2)
    if "REDIS_URL" in platform.environment:
        process.terminate()  # as a container's runtime does
    else:
        os.killpg(process.pid, signal.SIGTERM)  # as a terminal or a supervisor does
    assert process.wait(PROMPT) == 0, "2,000 games would take longer"
    numbers = platform.look()
    assert (numbers["statuses"]["running"], numbers["tries"]) == (0, 0)


def test_a_child_whose_parent_has_forgotten_its_task_ends_all_the_same(tmp_path: Path) -> None:
    """Such a child received its task at the moment its worker was told to stop."""
    waited = Platform(tmp_path).do("""
import arena.tasks
from billiard import SimpleQueue, Value, pool
from celery.signals import worker_process_init
worker_process_init.send(sender=None)
child = pool.Worker(SimpleQueue(), SimpleQueue(), on_ready_counter=Value("i", 0))
began = time.monotonic()
assert not child._ensure_messages_consumed(completed=1)
print(time.monotonic() - began)
""")
    assert 0.9 < float(waited) < 15


def test_an_upload_is_taken_while_the_broker_is_away(tmp_path: Path) -> None:
    platform = Platform(tmp_path, REDIS_URL="redis://127.0.0.1:1/0")
    platform.do(
        """
from tests.cast import alice
from django.core.files.base import ContentFile
from arena.actions.bots.submit_bot import submit_bot
upload = ContentFile(b"def decide(request): return 0\\n", name="bot.py")
submit_bot(owner=alice(), name="Alcuin", upload=upload, ladder=a_ladder())
assert Match.objects.queued().exists()
"""
    )
