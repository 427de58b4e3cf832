"""The web server of `up`, alone and behind nginx, among hundreds of slow clients."""

import os
import signal
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.patience import PATIENCE
from tests.services import Unavailable
from tests.tooling.processes import with_variable, within
from tests.tooling.web_server import Crowd, answers, connects, nginx, request, web_server

pytestmark = pytest.mark.processes
MANY = 200
LONG = {"KINGSBENCH_HEADER_SECONDS": "900", "KINGSBENCH_BODY_SECONDS": "900"}
SHORT = {
    "KINGSBENCH_HEADER_SECONDS": "2",
    "KINGSBENCH_BODY_SECONDS": "3",
    "KINGSBENCH_RESPONSE_SECONDS": "3",
}
HEADERS = request("GET /accounts/login/") + b"X-Slow: "
BODY = request("POST /accounts/login/", "Content-Length: 100000", "")
PAGE = request("GET /static/vendor/pico-2.1.1.min.css", "")  # 83 kB
WINDOW = 4096  # receive buffer of such a reader, in bytes


class Door(NamedTuple):
    """A site's port and certificate."""

    port: int
    trusted: ssl.SSLContext | None = None

    def answers(self, path: str) -> bool:
        """Return whether a page is served."""
        where = (
            f"https://localhost:{self.port}" if self.trusted else f"http://127.0.0.1:{self.port}"
        )
        return answers(where + path, self.trusted)

    def crowd(self, words: bytes, window: int = 0) -> Crowd:
        """Connect many clients, each of which sends this."""
        crowd = Crowd(lambda: connects(self.port, self.trusted, window), MANY)
        crowd.say(words)
        return crowd


Opens = Callable[[dict[str, str]], Door]


@pytest.fixture(params=["alone", "behind nginx"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opens]:
    """Start a site with these settings."""
    with ExitStack() as stack:

        def start(settings: dict[str, str]) -> Door:
            state = tmp_path / "state"
            state.mkdir()
            if request.param == "alone":
                return Door(stack.enter_context(web_server(state, **settings)))
            behind = settings | {"KINGSBENCH_BEHIND_PROXY": "true"}
            port = stack.enter_context(web_server(state, **behind))
            try:
                return Door(*stack.enter_context(nginx(tmp_path, port)))
            except Unavailable as reason:
                pytest.skip(str(reason))

        yield start


@pytest.mark.long
def test_pages_answer_while_hundreds_of_clients_take_their_time(site: Opens) -> None:
    door = site(LONG)
    with door.crowd(b""), door.crowd(HEADERS):
        assert door.answers("/accounts/login/")
    with door.crowd(BODY + b"a") as slow:
        assert door.answers("/accounts/login/")
        assert slow.say(b"b") == MANY, "they are still there, and have been all the time"
        assert door.answers("/accounts/login/")
    with door.crowd(PAGE * 8, WINDOW):
        assert door.answers("/accounts/login/")


@pytest.mark.long
def test_who_is_too_slow_is_cut_off_however_long_the_bytes_go_on(site: Opens) -> None:
    door = site(SHORT)
    for words, letter in ((b"", b""), (HEADERS, b"x"), (BODY, b"x")):
        with door.crowd(words) as slow:
            assert slow.are_cut_off(letter), (words, letter)


@pytest.mark.long
def test_who_reads_a_page_letter_by_letter_is_cut_off(tmp_path: Path) -> None:
    settings = LONG | {"KINGSBENCH_RESPONSE_SECONDS": "3"}
    with web_server(tmp_path, **settings) as port, connects(port, window=WINDOW) as reader:
        reader.sendall(PAGE * 80)  # more than the site's socket buffers
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and taken(reader):
            time.sleep(0.005)
        assert time.monotonic() < end


def taken(reader: socket.socket) -> bytes:
    """Receive a letter; none if the connection was cut."""
    try:
        return reader.recv(1)
    except ConnectionResetError:
        return b""


@pytest.mark.long
def test_a_full_worker_lets_go_of_who_has_waited_longest(tmp_path: Path) -> None:
    few = ("--workers", "1", "--worker-connections", "20", "--max-requests", "3")
    with web_server(tmp_path, *few, **LONG) as port:
        door = Door(port)
        with door.crowd(BODY):
            for _ in range(6):  # more requests than a worker serves before it is replaced
                assert within(PATIENCE, lambda: door.answers("/accounts/login/"))
        with door.crowd(HEADERS) as slow:
            assert within(PATIENCE, lambda: door.answers("/accounts/login/"))
            os.kill(master(tmp_path), signal.SIGTERM)
            assert slow.are_cut_off(b"")
        # A second SIGTERM would kill a process that is about to exit.
        assert within(PATIENCE, lambda: not with_variable("KINGSBENCH_VAR", str(tmp_path)))


def master(state: Path) -> int:
    """The first process of the web server with this state."""
    ours = with_variable("KINGSBENCH_VAR", str(state))
    return next(one for one in ours if parent(one) not in ours)


def parent(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
