"""Ask a platform's API, and wait for what the platform does.

What it answers may be anything: bytes, time and words are limited.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx

from kit.errors import BadInput
from kit.terminal import one_line, quantity

TOKEN = "KINGSBENCH_TOKEN"  # noqa: S105  the name of a variable
SITE = "KINGSBENCH_SITE"
TIMEOUT = 30.0  # seconds for a whole answer
DOWNLOAD_TIMEOUT = 3600.0  # seconds for a whole file
MOST_BYTES = 16 << 20  # of an answer; JSON takes many times as much memory
MOST_ROWS = 200  # of one page
PAUSE = 1.0  # seconds between two looks, while waiting
PRINTABLE = re.compile(r"[!-~]+")
TOO_MANY, UNAUTHORIZED, SERVER_ERROR = 429, 401, 500
NOT_OURS = "Is this a Kingsbench platform?"
Pause = Callable[[float], None]


class Unavailable(BadInput):
    """The platform cannot answer now; `seconds` is when to ask again, if it says so."""

    def __init__(self, message: str, seconds: float | None = None) -> None:
        super().__init__(message)
        self.seconds = seconds


@dataclass(frozen=True)
class Platform:
    """A platform, and a user's token or none."""

    site: str
    token: str | None = None
    insecure: bool = False  # may the token be sent unencrypted to another machine?

    @property
    def is_insecure(self) -> bool:
        """Whether the token is sent unencrypted to another machine."""
        try:
            address = urlsplit(self.site)
            return address.scheme.lower() == "http" and not _is_loopback(address.hostname or "")
        except ValueError:  # `ask` reports it
            return False

    def ask(self, method: str, path: str, **sent: Any) -> Any:
        """Return an answer's object or list. Raises BadInput with the API's error."""
        address = f"{self.site.rstrip('/')}/api/v1/{path}"
        pieces: list[bytes] = []
        answer = self._exchange(method, address, pieces.append, **sent)
        if answer.is_redirect:
            place = one_line(answer.headers.get("location", "nowhere"))
            raise BadInput(f"{self.site} redirects to {place}: use that address with --to")
        if answer.status_code == httpx.codes.NO_CONTENT:
            return {}
        code = answer.status_code
        try:
            output = json.loads(b"".join(pieces))
        except (ValueError, RecursionError) as error:
            words = f"{address} returned {code} without JSON. {NOT_OURS}"
            raise Unavailable(words) if code >= SERVER_ERROR else BadInput(words) from error
        if not isinstance(output, dict | list):
            raise BadInput(f"{address} did not return a JSON object. {NOT_OURS}")
        if answer.is_error:
            raise self._refusal(address, answer, output)
        return output

    def rows(self, path: str, most: int = MOST_ROWS, **params: Any) -> list[Any]:
        """Return the rows of a list, at most so many, page after page."""
        rows: list[Any] = []
        asked = {name: value for name, value in params.items() if value is not None}
        asked["limit"] = min(most, MOST_ROWS)
        while True:
            page = self.ask("GET", path, params=asked)
            rows += page["results"]
            if len(rows) >= most or not page["next"] or not page["results"]:
                return rows[:most]
            asked = dict(parse_qsl(urlsplit(page["next"]).query))

    def download(self, path: str, to: Path, *, most: int) -> str:
        """Write a file of the site, of at most so many bytes, and return its SHA-256.

        The page of an error may be larger. Raises BadInput, OSError.
        """
        most = max(most, MOST_BYTES)
        address, digest = f"{self.site.rstrip('/')}/{path}", sha256()
        with to.open("wb") as file:

            def take(piece: bytes) -> None:
                digest.update(piece)
                file.write(piece)

            answer = self._exchange("GET", address, take, most=most, seconds=DOWNLOAD_TIMEOUT)
        if answer.status_code != httpx.codes.OK:
            raise self._refusal(address, answer, None)
        return digest.hexdigest()

    def find_own_bot(self, name: str) -> str | None:
        """Return the slug of one's own bot, by its name in any case, or its slug.

        Withdrawn bots are left out.
        """
        wanted = " ".join(name.split()).lower()
        mine = [bot for bot in self.own_bots() if bot["state"] != "withdrawn"]
        fitting = [bot for bot in mine if bot["name"].lower() == wanted]
        fitting += [bot for bot in mine if bot["slug"] == wanted]
        return fitting[0]["slug"] if fitting else None

    def own_bot(self, name: str) -> str:
        """Return the slug of one's own bot, as `find_own_bot` does. Raises BadInput."""
        slug = self.find_own_bot(name)
        if slug is None:
            raise BadInput(f"you have no bot {name!r} on {self.site}")
        return slug

    def own_bots(self) -> list[Any]:
        me = self.ask("GET", "me/")["username"]
        return self.rows("bots/", owner=me)

    def _exchange(
        self,
        method: str,
        address: str,
        take: Callable[[bytes], object],
        *,
        most: int | None = None,
        seconds: float | None = None,
        **sent: Any,
    ) -> httpx.Response:
        """Send a request, and pass the answer's bytes to `take`. Raises BadInput.

        The deadline is for the whole exchange, which no trickle of headers or bytes extends: a
        thread has it, and is left behind when the time is up.
        """
        deadline = TIMEOUT if seconds is None else seconds
        asked = partial(self._receive, method, address, take, MOST_BYTES if most is None else most)
        ended: SimpleQueue[httpx.Response | Exception] = SimpleQueue()

        def exchange() -> None:
            try:
                ended.put(asked(**sent))
            except Exception as error:  # noqa: BLE001  raised below, in the command's thread
                ended.put(error)

        Thread(target=exchange, daemon=True).start()
        try:
            result = ended.get(timeout=deadline)
        except Empty:
            words = f"no whole answer in {deadline:g} seconds"
            raise Unavailable(f"{self.site} cannot be reached: {words}") from None
        if isinstance(result, Exception):
            raise result
        return result

    def _receive(
        self, method: str, address: str, take: Callable[[bytes], object], most: int, **sent: Any
    ) -> httpx.Response:
        """Take at most so many bytes, unpacked: few packed ones can fill the memory."""
        headers = self._headers() | {"Accept-Encoding": "identity"}
        left = most
        try:
            with (
                self._client() as client,
                client.stream(method, address, headers=headers, **sent) as answer,
            ):
                if answer.headers.get("content-encoding", "identity") != "identity":
                    raise httpx.DecodingError("it answers packed, without being asked to")
                for piece in answer.iter_raw():
                    left -= len(piece)
                    if left < 0:
                        size = f"{most >> 20} MiB" if most >= 1 << 20 else f"{most:,} bytes"
                        raise httpx.ReadError(f"it sends more than {size}")
                    take(piece)
                return answer
        except httpx.InvalidURL as error:
            raise BadInput(f"{self.site} cannot be reached: {one_line(error)}") from error
        except httpx.HTTPError as error:
            why = one_line(error) or "no response"
            raise Unavailable(f"{self.site} cannot be reached: {why}") from error

    def _client(self) -> httpx.Client:
        """Return a client. Raises BadInput if the environment asks for what cannot be used.

        Proxies of the environment are left out for this machine, to which plain http is allowed.
        """
        is_http = self.site.lower().startswith("http:")
        try:
            return httpx.Client(timeout=TIMEOUT, trust_env=not is_http or self.is_insecure)
        except ImportError as error:
            raise BadInput(
                "the environment names a SOCKS proxy (ALL_PROXY or HTTPS_PROXY), which needs: pip "
                "install httpx[socks]. Or unset the variable."
            ) from error
        except (ValueError, OSError, httpx.InvalidURL) as error:
            raise BadInput(
                "the environment's proxy (ALL_PROXY, HTTPS_PROXY, NO_PROXY) or certificates "
                f"(SSL_CERT_FILE) cannot be used: {one_line(error)}"
            ) from error

    def _headers(self) -> dict[str, str]:
        """Raises BadInput rather than send the token where others can read it."""
        if not self.token:
            return {}
        if not PRINTABLE.fullmatch(self.token):
            raise BadInput("a token has no spaces, line breaks or letters beyond ASCII: copy again")
        if self.is_insecure and not self.insecure:
            raise BadInput(
                f"{self.site} is not an https address: others may read your token on its way. Use "
                "https, or --insecure in a network that you trust."
            )
        return {"Authorization": f"Bearer {self.token}"}

    def _refusal(self, address: str, answer: httpx.Response, output: Any) -> BadInput:
        detail = one_line(output.get("detail") or "") if isinstance(output, dict) else ""
        message = detail or f"{address} answers {answer.status_code}"
        if answer.status_code == UNAUTHORIZED and self.token:
            return BadInput(
                f"{message.rstrip('.')}. It may have expired or been revoked; get a new one: "
                f"kingsbench login {self.site}"
            )
        if answer.status_code == TOO_MANY:
            text = answer.headers.get("retry-after", "")
            is_short = text.isdecimal() and len(text) < len("1000000")
            seconds = float(text) if is_short else None
            when = f"in {quantity(round(seconds), 'second')}" if seconds else "later"
            return Unavailable(f"{message.rstrip('.')}. Try again {when}.", seconds)
        return Unavailable(message) if answer.status_code >= SERVER_ERROR else BadInput(message)


def _is_loopback(host: str) -> bool:
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"


def wait_until(
    platform: Platform,
    path: str,
    answer: Any,
    is_done: Callable[[Any], bool],
    *,
    seconds: float,
    pause: Pause = time.sleep,
) -> Any:
    """Ask for the path until `is_done` of the answer, or the time is up; return the last answer.

    Outages in between are waited for.
    """
    until = time.monotonic() + seconds
    while not is_done(answer) and (left := until - time.monotonic()) > 0:
        pause(min(PAUSE, left))
        try:
            answer = platform.ask("GET", path)
        except Unavailable as problem:
            left = until - time.monotonic()
            if left <= (problem.seconds or 0):
                raise
            pause(max(PAUSE, problem.seconds or 0))
    return answer
