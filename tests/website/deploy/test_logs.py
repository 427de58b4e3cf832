"""With JSON logs on, every line of every process is JSON."""

import json
import signal
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.arena.processes import Platform
from tests.forks import Forked
from tests.patience import PATIENCE
from tests.services import free_port
from tests.tooling.processes import within
from tests.website.scripts import rows
from website.management.programs import APP, LOGGER

UNCAUGHT = "import warnings; import django; django.setup(); warnings.warn('old'); 1 / 0"
KEYS = {"event", "level", "timestamp", "logger", "host", "pid"}
QUIET = ("--without-gossip", "--without-mingle", "--without-heartbeat")


def lines(log: Path) -> list[dict[str, object]]:
    """Parse the log; fail where a line is no JSON object."""
    told = [json.loads(line) for line in log.read_text().splitlines() if line]
    assert [
        one for one in told if not {"event", "level", "timestamp", "host", "pid"} <= one.keys()
    ] == []
    return told


def started(platform: Platform, log: Path, *words: str) -> "subprocess.Popen[bytes]":
    with log.open("wb") as output:
        return Forked(words, platform.environment, output)


@pytest.mark.jail
@pytest.mark.long
def test_every_line_of_every_process_is_json(tmp_path: Path) -> None:
    port = free_port()
    platform = Platform(tmp_path / "var", LOG_JSON="true", LOG_LEVEL="INFO")
    platform.call(rows.duel)
    logs = {name: tmp_path / f"{name}.log" for name in ("web", "worker", "beat", "uncaught")}
    access = ("--access-logfile", "-", "--bind", f"127.0.0.1:{port}", "--no-control-socket")
    celery = ("-m", "celery", "--quiet", "-A", APP)
    running = [
        started(platform, logs["web"], "-m", "gunicorn", "website.wsgi", *LOGGER, *access),
        started(
            platform, logs["worker"], *celery, "worker", "--loglevel", "INFO", "--concurrency", "2",
            "--queues", "arena,arena-delivery,arena-records", *QUIET,
        ),
        started(platform, logs["beat"], *celery, "beat", "--loglevel", "INFO", "--pidfile", ""),
    ]  # fmt: skip
    try:
        assert within(PATIENCE, lambda: answers(port, "/health/") == 200)
        assert within(PATIENCE, lambda: "match_played" in logs["worker"].read_text())
        assert within(PATIENCE, lambda: bool(lines(logs["beat"])))
    finally:
        for process in running:
            process.send_signal(signal.SIGTERM)
        for process in running:
            process.wait(PATIENCE)
    assert started(platform, logs["uncaught"], "-c", UNCAUGHT).wait() == 1
    told = {name: lines(log) for name, log in logs.items()}
    assert {one["logger"] for one in told["web"]} >= {"gunicorn.error", "gunicorn.access"}
    request = next(one for one in told["web"] if one["event"] == "request")
    assert (request["method"], request["path"], request["status"]) == ("GET", "/health/", 200)
    played = next(one for one in told["worker"] if one["event"] == "match_played")
    assert played["purpose"] == "ladder"
    assert float(str(played["seconds"])) > 0
    assert "ZeroDivisionError" in str(told["uncaught"][-1]["exception"])
    assert any("old" in str(one["event"]) for one in told["uncaught"])


def answers(port: int, path: str) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0
