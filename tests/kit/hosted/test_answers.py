"""Platforms that are down, slow, busy or none, and tokens that must not get lost."""

import gzip
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from kit.files import own_file
from kit.hosted import logins, platform
from kit.hosted.platform import Platform, Unavailable, wait_until
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


def trickle_headers(request: BaseHTTPRequestHandler) -> None:
    request.wfile.write(b"HTTP/1.1 200 OK\r\n")
    for number in range(10):
        request.wfile.write(b"X-%d: y\r\n" % number)
        time.sleep(0.1)


def never_begin(request: BaseHTTPRequestHandler) -> None:
    for _ in range(10):
        request.wfile.write(b"HTTP/1.1 102 Processing\r\n\r\n")
        time.sleep(0.1)


def never_end(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.end_headers()
    while True:
        request.wfile.write(b" " * 65536)


def raw(content: bytes) -> Answer:
    def send(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(content)

    return send


def packed(times: int) -> bytes:
    """Gzipped zeros: a kilobyte unpacks to a megabyte, gzipped twice to a gigabyte."""
    content = b"0" * (1 << 20)
    for _ in range(times):
        content = gzip.compress(content)
    return content


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
        (trickle_headers, "no whole answer in 0.3 seconds"),
        (never_begin, "no whole answer in 0.3 seconds"),
        (never_end, "it sends more than 1 MiB"),
        (answer(packed(1), Content_Encoding="gzip"), "packed, without being asked"),
        (answer(packed(2), Content_Encoding="gzip, gzip"), "packed, without being asked"),
        (answer(b"{}", 200, Content_Encoding="br"), "packed, without being asked"),
        (raw(b"SSH-2.0-OpenSSH_9.2\r\n"), "cannot be reached"),
        (raw(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{}"), "cannot be reached"),
        (raw(b"HTTP/1.1 200 OK\r\nX: " + b"y" * 200_000), "cannot be reached"),
        (raw(b""), "cannot be reached"),
        (answer(b"[" * 100_000), "without JSON"),
        (answer(b'{"results": [%s], "next": null}' % (b"9" * 5000)), "without JSON"),
        (answer({"results": [{"id": [] * 9}] * 9, "next": {}}), "as this version expects"),
        (answer({"detail": "x\n" * 99_999}, 403), "x x x"),
        (answer({"detail": {"a": ["\x1b[2J"] * 9}}, 403), "x1b[2J"),
        (answer(b"", 302, Location="https://x.invalid/" + "y" * 9999), "yyy..."),
        (answer({"detail": "Busy."}, 429, Retry_After="9" * 4000), "Try again later."),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    send: Answer, told: str, kit: Kit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "TIMEOUT", 0.3)
    monkeypatch.setattr(platform, "MOST_BYTES", 1 << 20)
    with served(send) as (url, _heard):
        done = kit("matches", "--to", url, "--token", "kb_x")
    assert done.exit_code == 2
    assert told in done.output
    assert done.output.startswith("Error: ")
    assert done.output.count("\n") == 1
    assert len(done.output) < 1000


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("ALL_PROXY", "socks5://127.0.0.1:9", "pip install httpx[socks]"),
        ("HTTPS_PROXY", "gopher://127.0.0.1:9", "the environment's proxy"),
        ("SSL_CERT_FILE", "nowhere.pem", "certificates (SSL_CERT_FILE) cannot be used"),
    ],
)
def test_an_environment_that_cannot_be_used_is_said_in_one_line(
    name: str, value: str, told: str, kit: Kit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    done = kit("matches", "--to", "https://kingsbench.invalid", "--token", "kb_x")
    assert (done.exit_code, done.output.count("\n")) == (2, 1)
    assert told in done.output


def test_a_token_for_this_machine_goes_through_no_proxy(
    kit: Kit, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(answer(b"")) as (proxy, heard), served(answer([])) as (url, _own):
        monkeypatch.setenv("HTTP_PROXY", proxy)
        kit("bots", "--to", url, "--token", "kb_x")
        assert not heard
        assert kit("matches", "--to", "http://kingsbench.invalid").exit_code == 2
        assert len(heard) == 1


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


@pytest.mark.parametrize("site", ["ftp://kingsbench.example", "kingsbench.example", "C:\\x"])
def test_what_is_no_address_is_refused_before_a_token_is_asked_for(site: str, kit: Kit) -> None:
    done = kit("login", site)
    assert done.exit_code == 2
    assert "begins with https:// or http://" in done.output
    assert "Token" not in done.output


def test_a_damaged_file_of_logins_is_told(kit: Kit) -> None:
    logins.Logins().keep("https://kingsbench.invalid", "kb_secret")
    for content in ("{", "[]", '{"site": 1, "tokens": {}}', '{"site": null, "tokens": [1]}'):
        own_file(logins.FILE).write_text(content)
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
