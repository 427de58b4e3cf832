"""Platforms that are down, slow, busy or none, and tokens that must not get lost."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from kit.hosted import logins, platform
from kit.hosted.platform import Platform, Unavailable
from kit.hosted.waiting import wait_until
from tests.kit.hosted.conftest import Kit

Answer = Callable[[BaseHTTPRequestHandler], None]


def answer(content: object, status: int = 200, **headers: object) -> Answer:
    def send(request: BaseHTTPRequestHandler) -> None:
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        request.send_response(status)
        request.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            request.send_header(name.replace("_", "-"), str(value))
        request.end_headers()
        request.wfile.write(data)

    return send


def silent(_request: BaseHTTPRequestHandler) -> None:
    time.sleep(0.5)


def trickle(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.end_headers()
    for _ in range(6):
        request.wfile.write(b" ")
        time.sleep(0.1)


class Quiet(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Clients that waited long enough have gone."""


@contextmanager
def served(send: Answer) -> Iterator[tuple[str, list[Any]]]:
    """Yield the address of a server, and the headers that it is sent."""
    heard: list[Any] = []

    class Server(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(self.headers)
            send(self)

        def log_message(self, *_: object) -> None:
            pass

    with Quiet(("127.0.0.1", 0), Server) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", heard
        finally:
            server.shutdown()


@pytest.mark.parametrize(
    ("send", "told"),
    [
        (silent, "cannot be reached"),
        (trickle, "no whole answer in 0.3 seconds"),
        (answer(b"<html>"), "Is this a Kingsbench platform?"),
        (answer(b"\xff\x00[" * 9), "Is this a Kingsbench platform?"),
        (answer("x"), "did not return a JSON object"),
        (answer({}), "did not answer as this version expects"),
        (answer([]), "did not answer as this version expects"),
        (answer({"results": [{"id": 1}], "next": None}), "did not answer as this version expects"),
        (answer(b"oops", 502), "returned 502 without JSON"),
        (answer({"detail": "Full."}, 503), "Full."),
        (answer({"detail": "Too many."}, 429, Retry_After=20), "Try again in 20 seconds."),
        (answer({"detail": "Too many."}, 429, Retry_After="soon"), "Try again later."),
        (answer(b"", 301, Location="https://elsewhere.invalid/"), "redirects to https://elsewhere"),
        (answer({"detail": "Invalid token."}, 401), "get a new one: kingsbench login"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    send: Answer, told: str, kit: Kit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "TIMEOUT", 0.3)
    with served(send) as (url, _heard):
        done = kit("matches", "--to", url, "--token", "kb_x")
    assert done.exit_code == 2
    assert told in done.output
    assert done.output.startswith("Error: ")
    assert done.output.count("\n") == 1


def test_no_token_is_sent_where_others_may_read_it(kit: Kit) -> None:
    done = kit("bots", "--to", "http://kingsbench.invalid", "--token", "kb_x")
    assert "others may read your token" in done.output
    assert done.exit_code == 2
    tried = kit("login", "http://kingsbench.invalid", "--token-stdin", given="kb_x\n")
    assert "others may read your token" in tried.output
    allowed = kit("bots", "--to", "http://kingsbench.invalid", "--token", "kb_x", "--insecure")
    assert "cannot be reached" in allowed.output
    odd = kit("bots", "--to", "https://kingsbench.invalid", "--token", "kb_ö x")
    assert "copy again" in odd.output
    assert "kb_" not in odd.output


def test_a_token_goes_to_its_own_site_alone_and_to_no_redirect(kit: Kit) -> None:
    with served(answer({"results": [], "next": None})) as (other, elsewhere):
        with served(answer(b"", 302, Location=other)) as (url, heard):
            logins.Logins().keep(url, "kb_secret")
            assert "redirects" in kit("matches").output
            assert heard[0]["Authorization"] == "Bearer kb_secret"
        assert kit("matches", "--to", other).output == "No matches.\n"
    assert [one["Authorization"] for one in elsewhere] == [None]


def test_a_damaged_file_of_logins_is_told(kit: Kit) -> None:
    logins.Logins().keep("https://kingsbench.invalid", "kb_secret")
    for content in ("{", "[]", '{"site": 1, "tokens": {}}', '{"site": null, "tokens": [1]}'):
        logins.file().write_text(content)
        done = kit("bots")
        assert done.exit_code == 2
        assert "is damaged: delete it, and log in again" in done.output


def test_outages_are_waited_for_until_the_time_is_up() -> None:
    replies = iter([answer({"detail": "Busy."}, 429, Retry_After=1), answer({"state": "done"})])
    waited: list[float] = []

    def send(request: BaseHTTPRequestHandler) -> None:
        next(replies)(request)

    with served(send) as (url, _heard):
        found = wait_until(
            Platform(url), "x/", {"state": "checking"}, lambda one: one["state"] == "done",
            seconds=30, pause=waited.append,
        )  # fmt: skip
    assert found == {"state": "done"}
    assert waited == [1.0, 1.0, 1.0]
    with pytest.raises(Unavailable):
        wait_until(Platform(url), "x/", {}, bool, seconds=0.01, pause=time.sleep)
