"""Hundreds of slow clients occupy nginx, not the web server behind it."""

import os
import signal
import ssl
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.patience import PROMPT
from tests.services import Unavailable
from tests.tooling.processes import with_variable, within
from tests.tooling.web_server import Crowd, answers, connects, nginx, request, web_server

pytestmark = pytest.mark.processes
MANY = 200
HEADERS = request("GET /accounts/login/") + b"X-Slow: "
FORM = (  # which the site reads, as it could be genuine
    "Origin: https://localhost",
    f"Cookie: csrftoken={'a' * 32}",
    "Content-Type: application/x-www-form-urlencoded",
)
BODY = request("POST /accounts/login/", *FORM, "Content-Length: 100000", "")
PAGE = request("GET /static/vendor/pico-2.1.1.min.css", "")  # 83 kB
WINDOW = 4096  # receive buffer of a slow reader, in bytes


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

    def crowd(self, words: bytes, window: int = 0, number: int = MANY) -> Crowd:
        """Connect many clients, each of which sends this."""
        crowd = Crowd(lambda: connects(self.port, self.trusted, window), number)
        crowd.say(words)
        return crowd


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    """Run a site behind nginx."""
    with ExitStack() as stack:
        port = stack.enter_context(web_server(tmp_path / "state", KINGSBENCH_BEHIND_PROXY="true"))
        try:
            yield Door(*stack.enter_context(nginx(tmp_path, port)))
        except Unavailable as reason:
            pytest.skip(str(reason))


@pytest.mark.long
def test_pages_answer_while_hundreds_of_clients_take_their_time(door: Door) -> None:
    def page_answers() -> bool:
        return door.answers("/accounts/login/")

    with door.crowd(b""), door.crowd(HEADERS):
        assert page_answers()
    with door.crowd(BODY) as slow:
        assert slow.go_on_while(page_answers)
    with door.crowd(PAGE * 8, WINDOW):
        assert page_answers()


@pytest.mark.long
def test_silence_and_slow_headers_end_however_long_the_bytes_go_on(door: Door) -> None:
    with door.crowd(b"", number=20) as silent, door.crowd(HEADERS, number=20) as slow:
        assert slow.are_cut_off(b"x")
        assert silent.are_cut_off(b"")


def test_a_body_that_is_too_large_gets_words_from_site_and_nginx(door: Door) -> None:
    """Also one whose length is told by no header."""
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    chunked = request("POST /api/v1/bots/", "Transfer-Encoding: chunked", "") + chunk * 100
    for path, told in (("/bots/upload/", "A bot is code"), ("/api/v1/bots/", '"status": 413')):
        long = request(f"POST {path}", "Content-Length: 9000000", "") + b"x" * 9_000_000
        assert "413" in (words := sent(door, long))
        assert told in words
    assert "A bot is code" in sent(door, chunked + b"0\r\n\r\n")
    text = request(
        "POST /api/v1/bots/", "Content-Type: application/json", "Content-Length: 2000000", ""
    )
    assert "everything else 1 MiB" in sent(door, text + b"x" * 2_000_000)


def test_a_body_that_is_too_large_gets_words_without_a_proxy(tmp_path: Path) -> None:
    with web_server(tmp_path) as port:
        long = request("POST /bots/upload/", "Content-Length: 9000000", "") + b"x" * 9_000_000
        assert "A bot is code" in sent(Door(port), long)
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        head = request("POST /bots/upload/", "Transfer-Encoding: chunked", "")
        assert "Content-Length" in sent(Door(port), head + chunk * 100 + b"0\r\n\r\n")


def sent(door: Door, data: bytes) -> str:
    """Send all of this, then return the beginning of the answer."""
    with connects(door.port, door.trusted) as client:
        client.sendall(data)
        answer = b""
        while b"</html>" not in answer and (part := client.recv(65536)):
            answer += part
            if b"text/html" not in answer and answer.endswith((b"}", b"}\n", b"file.\n")):
                break
        return answer.decode()


@pytest.mark.long
def test_a_stop_waits_for_nobody_who_is_silent(tmp_path: Path) -> None:
    with web_server(tmp_path) as port, Door(port).crowd(HEADERS, number=20) as slow:
        os.kill(master(tmp_path), signal.SIGTERM)
        assert slow.are_cut_off(b"")
        # A second SIGTERM would kill a process that is about to exit.
        assert within(PROMPT, lambda: not with_variable("KINGSBENCH_VAR", str(tmp_path)))


def master(state: Path) -> int:
    """The first process of the web server with this state."""
    ours = with_variable("KINGSBENCH_VAR", str(state))
    return next(process for process in ours if parent(process) not in ours)


def parent(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
