"""A worker whose jail fails: messages to its operator and on the site."""

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings
from structlog.testing import capture_logs

from arena import tasks
from arena.models import Worker
from arena.worker.heartbeat import Heartbeat
from arena.worker.worker_jail import worker_jail
from sandbox import seccomp_filters, staging
from tests.arena.results.rows import queued
from tests.cast import a_house_bot, a_ladder

pytestmark = [pytest.mark.jail, pytest.mark.django_db]
PLAYER = {"arena"}  # the queues of a worker that plays


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Forget proofs of other tests, before and after."""
    for cached in (worker_jail, seccomp_filters.load):
        cached.cache_clear()
    yield
    for cached in (worker_jail, seccomp_filters.load):
        cached.cache_clear()


@pytest.fixture
def open_filters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a filter list that wrongly allows `socket`, and its lock."""
    weak = tmp_path / "seccomp_filters.toml"
    text = seccomp_filters.LIST.read_text("utf-8")
    weak.write_text(text.replace('"brk", ', '"brk", "socket", "flock", ', 1))
    monkeypatch.setattr(seccomp_filters, "LIST", weak)


@pytest.mark.usefixtures("open_filters")
@pytest.mark.parametrize("level", ["strongest", "required"])
def test_a_hole_is_named_in_the_log_in_the_row_and_on_every_page(
    level: str, settings: Settings, client: Client
) -> None:
    settings.JAIL_LEVEL = level
    with capture_logs() as logged:
        Heartbeat(PLAYER).beat()
    problem = Worker.objects.get().problem
    assert "the jail has holes, so nothing runs: a bot could open a TCP socket, " in problem
    assert "lock a file" in problem
    assert problem.endswith("./kingsbench doctor. Restart the workers after fixing it.")
    errors = [entry for entry in logged if entry["event"] == "jail_unavailable"]
    assert [(entry["wanted"], entry["problem"]) for entry in errors] == [(level, problem)]
    page = client.get("/").content.decode()
    assert "Uploads are closed" in page
    assert "open a TCP socket" in page
    assert "./kingsbench doctor" in page
    german = client.get("/", headers={"Accept-Language": "de"}).content.decode()
    assert "die Sandbox hat Löcher, deshalb läuft nichts; möglich wäre: " in german


def test_a_missing_program_is_named_with_the_line_that_installs_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    staging.jail_root(b"")  # making it takes programs, too
    monkeypatch.setenv("PATH", "/nowhere")
    Heartbeat(PLAYER).beat()
    page = client.get("/").content.decode()
    assert "sudo apt-get install -y bubblewrap" in page


def test_without_a_folder_for_bots_nothing_plays_and_the_worker_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KINGSBENCH_STAGING_DIR", "/proc/nowhere")
    Heartbeat(PLAYER).beat()
    worker = Worker.objects.get()
    assert worker.problem.startswith("bots cannot be staged in /proc/nowhere: ")
    assert "export KINGSBENCH_STAGING_DIR" in client.get("/").content.decode()
    ladder = a_ladder()
    match = queued(ladder, *(a_house_bot(name, ladder) for name in ("One", "Two")))
    assert tasks.play(0) is None
    match.refresh_from_db()
    assert (match.status, match.tries) == ("queued", 0)


def test_where_the_jail_holds_nobody_is_warned(client: Client) -> None:
    Heartbeat(PLAYER).beat()
    assert Worker.objects.get().problem == ""
    assert "Uploads are closed" not in client.get("/").content.decode()


def test_matches_wait_for_room_on_the_disk_and_lose_no_try(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("arena.worker.worker_jail.LEAST_ROOM", 1 << 62)
    ladder = a_ladder(config={"kingdom": "First Game", "turn_limit": 2}, state="paused")
    match = queued(ladder, a_house_bot("Big Money", ladder), a_house_bot("Militia", ladder))
    heartbeat = Heartbeat(PLAYER)
    heartbeat.beat()
    assert tasks.play(match.pk) is None
    match.refresh_from_db()
    assert (match.status, match.tries) == ("queued", 0)
    assert "matches wait until there are" in Worker.objects.get().disk_problem
    monkeypatch.undo()
    assert tasks.play(match.pk) == match.pk
    heartbeat.beat()
    assert Worker.objects.get().disk_problem == ""


def test_where_the_files_of_jails_are_gone_matches_wait_and_the_worker_says_so() -> None:
    jail = worker_jail()
    assert jail.jailer is not None
    gone = copy(jail.jailer)
    gone.template = replace(gone.template, root=Path("/nowhere/root"))
    assert jail._replace(jailer=gone).lack_of_room().startswith("/nowhere/root is gone")
