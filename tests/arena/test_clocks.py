"""Machines whose clocks are wrong: nothing that they decide together depends on them."""

import atexit
import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest
from celery import current_app
from django.utils import timezone

from arena import tasks
from arena.models import HumanGame, Ladder, Match, TickStep, Version
from tests.arena.processes import ROOT, Platform
from tests.arena.queue.rows import Bells, Queue
from tests.arena.resilience.chaos import Chaos, drawn_dice, fill, look, unharmed
from tests.arena.resilience.crew import Crew
from tests.arena.scripts import disturbed
from tests.cast import a_bot, a_ladder, alice
from tests.patience import PATIENCE
from tests.tooling.processes import within

MATCHES = 24
WORDS = re.compile(r"\b(?:timezone\.now|time\.time|datetime\.now|utcnow)\(")
OWN = {  # where a machine's own clock is meant, or is shown to people and decides nothing
    "arena/leagues/terms.py": "how a calendar looks",
    "arena/leagues/forecast_league.py": "how a calendar looks",
    "arena/queue/report_worker.py": "how far it is off",
    "arena/core/database_clock.py": "an embedded database has this machine's",
    "arena/worker/order_slot.py": "how long this host rests from ordered matches",
    "arena/worker/upload_cache.py": "the age of files here",
}


@cache
def wrong_clock() -> Path:
    """The library that makes the clock of a process wrong, compiled once."""
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip("gcc is missing: apt-get install gcc libc6-dev")
    folder = Path(tempfile.mkdtemp(prefix="kingsbench-clock-"))
    atexit.register(shutil.rmtree, folder)
    library = folder / "wrong_clock.so"
    source = Path(__file__).with_name("wrong_clock.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
    return library


def off_by(seconds: int) -> dict[str, str]:
    """Return the variables of a process whose clock is ahead by this; intervals stay correct."""
    return {"LD_PRELOAD": str(wrong_clock()), "CLOCK_ERROR": str(seconds)}


@pytest.mark.services
@pytest.mark.jail
@pytest.mark.long
def test_workers_whose_clocks_are_minutes_off_take_nothing_from_each_other(
    urls: dict[str, str], tmp_path: Path
) -> None:
    """No lease ends during play, no message is too old, and nothing is stuck."""
    platform = Platform(tmp_path / "var", **urls | {"KINGSBENCH_LEASE_SECONDS": "2"})
    bells = Bells(urls["REDIS_URL"])
    with Crew(platform, tmp_path) as crew, Queue(urls["DATABASE_URL"]) as queue:
        fill(platform, MATCHES)
        wrong = Wrong(crew, queue, bells)
        wrong.inject([], MATCHES)
        assert crew.told("match_returned") == 0
        assert within(PATIENCE, lambda: both_told(queue))
        wrong.assert_nothing_left()
        found = look(platform)
        workers = queue.ask("SELECT DISTINCT split_part(worker, '/', 2) FROM arena_match")
    platform.empty()
    assert found.pop("tries") == 0
    assert found == unharmed(MATCHES)
    assert len(workers) >= 2


def both_told(queue: Queue) -> bool:
    """Return whether a worker has said that its clock is ahead, and one that it is behind."""
    errors = [round(one) for (one,) in queue.ask("SELECT clock_error FROM arena_worker")]
    return min(errors, default=0) < -200 and max(errors, default=0) > 200


class Wrong(Chaos):
    """One worker's clock is ahead and one behind; so are those of the beat and the reaper."""

    def __init__(self, crew: Crew, queue: Queue, bells: Bells) -> None:
        super().__init__(crew, queue, bells, drawn_dice(), ["ahead", "behind", "records"])

    def hired(self, name: str) -> "subprocess.Popen[bytes]":
        """Start a worker with a wrong clock."""
        seconds = -300 if name == "behind" else 300
        queues = "arena-records" if name == "records" else "arena"
        return self.crew.worker(name, "--concurrency", "2", queues=queues, **off_by(seconds))


@pytest.mark.services
def test_rows_say_when_they_were_made_by_the_databases_clock(
    urls: dict[str, str], tmp_path: Path
) -> None:
    platform = Platform(tmp_path, DATABASE_URL=urls["DATABASE_URL"])
    platform.environment |= off_by(300)
    ages, ahead = platform.call(disturbed.ages_of_new_rows)
    platform.empty()
    assert max(map(abs, ages)) < 60
    assert ahead > 200


def test_no_message_carries_a_date_that_another_clock_is_compared_with() -> None:
    assert [one for one in current_app.conf.beat_schedule.values() if "options" in one] == []
    code = [path.read_text() for path in ROOT.glob("arena/**/*.py")]
    assert [text for text in code if re.search(r"\bexpires\s*=", text)] == []


@pytest.mark.django_db
def test_ticks_that_have_piled_up_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[int] = []

    def run() -> None:
        ran.append(1)
        TickStep.objects.succeeded(["waits"])

    monkeypatch.setattr(tasks, "run_tick", run)
    for _ in range(30):
        tasks.tick()
    assert len(ran) < 30


def test_the_competition_asks_no_clock_but_the_databases() -> None:
    asked = {
        str(path.relative_to(ROOT))
        for path in ROOT.glob("arena/**/*.py")
        if "migrations" not in path.parts and WORDS.search(path.read_text())
    }
    assert asked == OWN.keys()


@pytest.mark.django_db
def test_a_row_knows_at_once_when_it_was_made() -> None:
    began = timezone.now()
    ladder = a_ladder()
    version = a_bot(alice(), "Alcuin", ladder).versions.get()
    for model in (Version, Match, HumanGame):
        assert model._meta.get_field("created_at").db_returning
    assert began <= version.created_at <= timezone.now()
    version.save()
    assert Version.objects.get().created_at == version.created_at
    assert Ladder.objects.get() == ladder
