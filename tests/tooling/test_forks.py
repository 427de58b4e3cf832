"""Forked programs are like those that the command line starts."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.forks import Forked, can_fork, run
from tests.patience import HANGS
from tests.prepared import platform_environment
from tests.tooling.processes import with_variable

pytestmark = pytest.mark.processes
SHOW = """
import json, os, sys
from django.conf import settings
print(json.dumps([
    __name__, sys.argv, os.environ["KINGSBENCH_VAR"], str(settings.VAR), os.getcwd(),
    os.getsid(0) == os.getpid(),
    sys.stdin.read(), sorted(map(int, os.listdir("/proc/self/fd")))[:4],
]))
"""


PLACES = """
import django, json
django.setup()
from celery import current_app
from django.core.cache import cache
from django.core.files.storage import default_storage
from django.db import connection
from website import settings
print(json.dumps([
    str(settings.VAR), connection.settings_dict["NAME"], default_storage.location, cache._dir,
    current_app.conf.broker_transport_options["data_folder_in"],
]))
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return platform_environment(tmp_path / "var")


@pytest.mark.parametrize(
    "words",
    [
        ("-c", SHOW, "one", "two"),
        ("manage.py", "check"),
        ("manage.py", "no_such_command"),
        ("-m", "celery", "-A", "website", "no_such_command"),
        ("-c", "import sys; sys.exit('why')"),
        ("-c", "import sys; sys.exit(7)"),
        ("-c", "import atexit; atexit.register(print, 'last')"),
        ("-c", "import os, signal; os.kill(os.getpid(), signal.SIGTERM)"),
    ],
    ids=lambda words: " ".join(words)[:40].strip(),
)
def test_a_fork_says_and_does_the_same(words: tuple[str, ...], environment: dict[str, str]) -> None:
    forked = run(words, environment)
    started = subprocess.run(
        [sys.executable, *words], env=environment, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert (forked.returncode, forked.stdout) == (started.returncode, started.stdout)
    assert forked.stderr == started.stderr


def test_an_error_ends_it_with_its_traceback(environment: dict[str, str]) -> None:
    done = run(("-c", "1 / 0"), environment)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "ZeroDivisionError: division by zero"


def test_wrong_settings_are_its_own_failure(environment: dict[str, str]) -> None:
    done = run(("manage.py", "check"), environment | {"KINGSBENCH_CORES": "many"})
    assert done.returncode == 1
    assert done.stderr.startswith("kingsbench: KINGSBENCH_CORES='many' cannot be read")


def test_each_has_the_settings_of_its_environment(environment: dict[str, str]) -> None:
    show = "from django.conf import settings; print(settings.CORES)"
    cores = [str(number) for number in (1, 2, 3, 4, 5, 1)]
    told = [run(("-c", show), environment | {"KINGSBENCH_CORES": number}) for number in cores]
    assert [done.stdout.strip() for done in told] == cores


def test_each_has_its_own_places_also_where_all_else_is_the_same(
    environment: dict[str, str], tmp_path: Path
) -> None:
    for number in range(6):
        place = str(tmp_path / str(number))
        done = run(("-c", PLACES), environment | {"KINGSBENCH_VAR": place})
        assert [one[: len(place)] for one in json.loads(done.stdout)] == [place] * 5


def test_a_worker_that_was_told_to_stop_stops_no_other(environment: dict[str, str]) -> None:
    look = "import django; django.setup(); from arena.worker import stopping as it; "
    stop = f"{look}it.request_stop(); print(it.is_stopping())"
    told = [
        run(("-c", words), environment) for words in [stop, f"{look}print(it.is_stopping())"] * 3
    ]
    assert [done.stdout for done in told] == ["True\n", "False\n"] * 3


def test_it_is_found_by_its_environment_and_leads_its_group(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with (tmp_path / "log").open("wb") as log:
        words = ("-c", "import time; time.sleep(600)")
        process = Forked(words, environment, log, session=True, folder=tmp_path)
    assert Path(f"/proc/{process.pid}/cwd").readlink() == tmp_path
    assert with_variable("KINGSBENCH_VAR", str(tmp_path / "var")) == {process.pid}
    assert process.poll() is None
    os.killpg(process.pid, signal.SIGKILL)
    assert process.wait(HANGS) == -signal.SIGKILL
    assert process.poll() == -signal.SIGKILL
    process.terminate()  # has no effect


def test_what_an_interpreter_reads_at_its_start_is_no_matter_for_a_fork(
    environment: dict[str, str],
) -> None:
    assert can_fork(environment)
    assert not can_fork(environment | {"LD_PRELOAD": "clock.so"})
    assert not can_fork(environment | {"PYTHONHASHSEED": "1"})
    assert not can_fork({name: environment[name] for name in environment if name != "PYTHONPATH"})
