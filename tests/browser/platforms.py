"""Platforms prepared for a test, with paused ladders."""

import os
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError

from tests.arena.calls import Work
from tests.arena.processes import ROOT, Platform
from tests.browser import rows
from tests.patience import PATIENCE
from tests.prepared import static_files
from tests.services import free_port
from tests.tooling.processes import environment, within

FIRST_MATCHES = 4  # of `rows.order_first_matches`


def prepare(state: Path, *works: Work, **variables: str) -> None:
    """Create a platform's rows in this folder: the common ones and those these functions make.
    Its static files are links to those that all tests share.
    """
    platform = Platform(state / "var", **variables)
    shutil.copytree(static_files(), state / "var" / "static", copy_function=os.link)
    steps = (rows.note_static_files, rows.seed_paused, *works)
    platform.stages(*[[work] for work in steps])


@contextmanager
def running(state: Path, **settings: str) -> Iterator[str]:
    """Run a platform on this folder and yield its address."""
    port = free_port()
    with (state / "up.log").open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-P", "manage.py", "up", "--port", str(port)],
            cwd=ROOT,
            env=environment(KINGSBENCH_VAR=str(state / "var"), **settings),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        started = within(PATIENCE, lambda: serves(address) or process.poll() is not None)
        assert started, (state / "up.log").read_text()
        assert process.poll() is None, (state / "up.log").read_text()
        yield address
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)


def serves(address: str) -> bool:
    """Return whether the health page responds."""
    try:
        with urllib.request.urlopen(f"{address}/health/", timeout=5) as answer:
            return bool(answer.status == 200)
    except (URLError, ConnectionError, TimeoutError):
        return False
