"""The real platform (web process, worker, real jails) and Debian's Chromium.

All tests share one platform, each with its own people and bots. It has played the matches to look
at; its ladders are paused to save CPU for other tests.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.arena.processes import DATABASE
from tests.arena.queue.rows import Queue
from tests.browser.platforms import prepare, running
from tests.browser.rows import order_first_matches
from tests.patience import PATIENCE

CHROMIUM = "/usr/bin/chromium-headless-shell"  # Chromium without windows: a sixth less CPU
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)
expect.set_options(timeout=1000 * PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return browser_type_launch_args | {"executable_path": CHROMIUM, "args": FLAGS.split()}


@pytest.fixture(scope="session")
def live_server() -> Iterator[LiveServer]:
    """Serve static files as well: pytest-django knows Django's app for them by its own name."""
    server = LiveServer("localhost", start=False)
    server.thread.static_handler = StaticFilesHandler
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def _pw_artifacts_folder() -> Iterator[TemporaryDirectory[str]]:
    """The plugin's folder, removed when the session ends; it leaves that to the garbage collector,
    which complains."""
    folder = TemporaryDirectory(prefix="playwright-")
    with folder:
        yield folder


@pytest.fixture(scope="session")
def base_url() -> None:
    """Replace the plugin's, of which pytest warns; addresses are per page, see `page`."""


@pytest.fixture(scope="package")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a platform's state and output."""
    return tmp_path_factory.mktemp("platform")


@pytest.fixture(scope="package")
def platform(state: Path) -> Iterator[str]:
    """The address of the platform that all share."""
    prepare(state, order_first_matches)
    with running(state) as address:
        yield address


@pytest.fixture
def queue(platform: str, state: Path) -> Iterator[Queue]:
    """The rows of the platform that all share."""
    with Queue(file=state / "var" / DATABASE) as queue:
        yield queue


@pytest.fixture
def pause_ladder(queue: Queue) -> Iterator[Callable[[], object]]:
    """Bots of the first ladder meet each other until this is called or the test ends."""
    change = "UPDATE arena_ladder SET state = %s WHERE slug = 'dominion-first-game'"
    queue.ask(change, "open")
    pause = partial(queue.ask, change, "paused")
    yield pause
    pause()


@pytest.fixture
def new_context(new_context: CreateContextCallback) -> CreateContextCallback:
    """Extend the plugin's factory with our timeouts."""

    def patient(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(1000 * PATIENCE)
        return context

    return cast("CreateContextCallback", patient)


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
