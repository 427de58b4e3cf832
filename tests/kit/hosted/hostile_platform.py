"""A platform that lies: it stands before a real one, and changes what that one answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from http.server import BaseHTTPRequestHandler
from threading import Thread
from typing import Any

import httpx

from tests.kit.hosted.test_answers import Quiet

EVIL = "\x1b[2J\x1b]0;owned\x07\u202e[red]x[/red]\x9b31m\r\ud800\n../../evil"
LIES: tuple[Any, ...] = (
    None, True, -1, 0.5, 10**30, 1e308, float("nan"), "", EVIL, "/etc/passwd", "./*.txt",
    "x" * 100_000, [], {}, [[[]]], [None], {"a": EVIL}, {"results": []},
)  # fmt: skip
Path = tuple[str | int, ...]
Change = Callable[[Any], Any]


class HostilePlatform:
    """Answers as the site behind it did the first time, after `change`."""

    def __init__(self, site: str) -> None:
        self.site, self.url = site, ""
        self.known: dict[tuple[str, str], tuple[int, bytes]] = {}
        self.asked: list[tuple[str, str]] = []
        self.change: Change = lambda answer: answer

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        """Pass a new request on; repeat the answer to a known one."""
        body = request.rfile.read(int(request.headers.get("Content-Length", 0)))
        key = (request.command, request.path.partition("?")[0])
        self.asked.append(key)
        if key not in self.known:
            headers = {
                name: request.headers[name]
                for name in ("Authorization", "Content-Type")
                if name in request.headers
            }
            asked = httpx.request(
                request.command, self.site + request.path, content=body, headers=headers
            )
            self.known[key] = (asked.status_code, asked.content)
        status, content = self.known[key]
        if request.path.startswith("/api/"):
            content = json.dumps(self.change(json.loads(content or b"{}"))).encode()
        request.send_response(status)
        request.send_header("Content-Length", str(len(content)))
        request.end_headers()
        request.wfile.write(content)


@contextmanager
def hostile_platform(site: str) -> Iterator[HostilePlatform]:
    platform = HostilePlatform(site)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            platform.answer(self)

        def do_POST(self) -> None:
            platform.answer(self)

        def do_DELETE(self) -> None:
            platform.answer(self)

        def log_message(self, *_: object) -> None:
            pass

    with Quiet(("127.0.0.1", 0), Handler) as server:
        platform.url = f"http://127.0.0.1:{server.server_port}"
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield platform
        finally:
            server.shutdown()


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the place of each value in an answer, itself first; of long lists the first two."""
    yield path
    inner: Any = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value[:2])
    for key, part in inner:
        yield from places(part, (*path, key))


def put(lie: Any, path: Path) -> Change:
    """Return what puts a lie in that place of an answer, where it has the place."""

    def change(answer: Any) -> Any:
        if not path:
            return lie
        told = deepcopy(answer)
        part = told
        try:
            for key in path[:-1]:
                part = part[key]
            _ = part[path[-1]]
            part[path[-1]] = lie
        except (LookupError, TypeError):
            return answer
        return told

    return change
