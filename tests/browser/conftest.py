"""The real platform (web process, worker, real jails) and Debian's Chromium in front of it."""

import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import URLError

import pytest
from playwright.sync_api import ConsoleMessage, Page
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.services import free_port
from tests.tooling.processes import environment, within

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)
START_SECONDS = 60
STOP_SECONDS = 30


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return browser_type_launch_args | {"executable_path": CHROMIUM, "args": FLAGS.split()}


@pytest.fixture(scope="session")
def _pw_artifacts_folder() -> Iterator[TemporaryDirectory[str]]:
    """The plugin's folder, removed when the session ends; it leaves that to the garbage collector,
    which complains."""
    folder = TemporaryDirectory(prefix="playwright-")
    with folder:
        yield folder


@pytest.fixture(scope="session")
def base_url() -> None:
    """In place of the plugin's, which pytest warns of; addresses are per page, see `page`."""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a platform's state, and of what it printed."""
    return tmp_path_factory.mktemp("platform")


@pytest.fixture(scope="module")
def platform(state: Path) -> Iterator[str]:
    """The address of a platform of our own, seeded, on a state folder that is thrown away.

    It plays as long as it lives, so it must not outlive the tests that need it.
    """
    port = free_port()
    with (state / "up.log").open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-P", "manage.py", "up", "--port", str(port)],
            cwd=ROOT,
            env=environment(KINGSBENCH_VAR=str(state / "var")),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        started = within(START_SECONDS, lambda: serves(address) or process.poll() is not None)
        assert started, (state / "up.log").read_text()
        assert process.poll() is None, (state / "up.log").read_text()
        yield address
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(STOP_SECONDS)


def serves(address: str) -> bool:
    """Does the health page answer?"""
    try:
        with urllib.request.urlopen(f"{address}/health/", timeout=5) as answer:
            return bool(answer.status == 200)
    except (URLError, ConnectionError, TimeoutError):
        return False


@pytest.fixture
def page(new_context: CreateContextCallback, platform: str) -> Page:
    """A page whose addresses are the platform's."""
    return new_context(base_url=platform).new_page()


@pytest.fixture
def quiet_page(page: Page) -> Iterator[Page]:
    """A page on which nothing may break: no script error, no breach of the content policy."""
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and "the server responded with a status of" not in message.text:
            complaints.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert complaints == []
