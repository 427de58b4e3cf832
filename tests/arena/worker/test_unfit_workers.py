"""Real workers under their documented rights that may not work: they harm nothing, and are seen."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.arena.processes import Platform
from tests.arena.queue.rows import Bells
from tests.arena.scripts import unfit_workers
from tests.arena.worker_role import worker_role
from tests.forks import Forked
from tests.patience import PATIENCE

pytestmark = [pytest.mark.jail, pytest.mark.services, pytest.mark.long]
UNHARMED = {
    "statuses": ["queued"],
    "tries": 0,
    "errors": [""],
    "version": "checking",
    "check": "checking",
}


@pytest.fixture
def platform(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[Platform]:
    """The site with its uploads in `media`, and work in the queue."""
    made = Platform(tmp_path / "site", DATABASE_URL=postgres_url, REDIS_URL=redis_url)
    made.call(unfit_workers.fill)
    yield made
    made.empty()


@pytest.fixture
def start(
    platform: Platform, tmp_path: Path, postgres_url: str, redis_url: str
) -> Iterator[Callable[[], None]]:
    """Start a worker whose state is in `worker`, and wake it again and again."""
    bells = Bells(redis_url)
    with worker_role(postgres_url) as database, (tmp_path / "worker.log").open("wb") as log:
        own = {"DATABASE_URL": database, "KINGSBENCH_VAR": str(tmp_path / "worker")}
        words = ("-m", "celery", "-A", "website", "worker", "--queues", "arena")
        started = []

        def begin() -> None:
            started.append(Forked(words, platform.environment | own, log))
            bells.start()

        yield begin
        bells.stop()
        for process in started:
            process.terminate()
            process.wait(PATIENCE)


@pytest.fixture(autouse=True)
def ring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bells wake players, as the tick does for what is due."""
    monkeypatch.setattr(Bells, "run", play_bells)


def play_bells(self: Bells) -> None:
    while not self._over.wait(0.3):
        self.ring("arena.play", 0)


def test_a_worker_without_its_uploads_claims_nothing_until_they_are_mounted(
    platform: Platform, start: Callable[[], None], tmp_path: Path
) -> None:
    start()
    seen = platform.call(unfit_workers.wait_for_worker)
    assert seen.items() >= UNHARMED.items()
    assert "not mounted" in seen["problem"]
    assert "Workers without the platform's uploads, which do no work: 1." in seen["workers"]
    assert seen["slots"] == 0
    shutil.copytree(tmp_path / "site" / "media", tmp_path / "worker" / "media", dirs_exist_ok=True)
    played = platform.call(unfit_workers.wait_until_played)
    assert (played["statuses"], played["tries"]) == (["finished"], 0)


def test_a_worker_with_another_platforms_uploads_claims_nothing(
    platform: Platform, start: Callable[[], None], tmp_path: Path
) -> None:
    other = tmp_path / "worker" / "media"
    shutil.copytree(tmp_path / "site" / "media", other)
    (other / "kingsbench-platform.txt").write_text("another\n")
    start()
    seen = platform.call(unfit_workers.wait_for_worker)
    assert seen.items() >= UNHARMED.items()
    assert "another platform's" in seen["problem"]


def test_a_worker_of_another_version_claims_nothing_until_it_is_allowed(
    platform: Platform, start: Callable[[], None], tmp_path: Path
) -> None:
    shutil.copytree(tmp_path / "site" / "media", tmp_path / "worker" / "media")
    platform.call(unfit_workers.upgrade_elsewhere)
    start()
    seen = platform.call(unfit_workers.wait_for_worker)
    assert seen.items() >= UNHARMED.items()
    told = "Workers of another version than the database, which do no work: 1."
    assert told in seen["workers"]
    assert seen["slots"] == 0
    platform.call(unfit_workers.migrate_again)
    played = platform.call(unfit_workers.wait_until_played)
    assert (played["statuses"], played["tries"]) == (["finished"], 0)
    assert told not in played["workers"]
