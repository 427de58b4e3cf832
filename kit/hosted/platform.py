"""Ask a platform's API."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx

from kit.errors import BadInput

TOKEN = "KINGSBENCH_TOKEN"  # noqa: S105  the name of a variable
SITE = "KINGSBENCH_SITE"
TIMEOUT = 30.0  # seconds for a whole answer
MOST_BYTES = 64 << 20
MOST_ROWS = 200  # of one page
PRINTABLE = re.compile(r"[!-~]+")
TOO_MANY, UNAUTHORIZED, SERVER_ERROR = 429, 401, 500
NOT_OURS = "Is this a Kingsbench platform?"


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
        """Is the token sent unencrypted to another machine?"""
        try:
            address = urlsplit(self.site)
            return address.scheme.lower() == "http" and not _is_loopback(address.hostname or "")
        except ValueError:  # `ask` reports it
            return False

    def ask(self, method: str, path: str, **sent: Any) -> Any:
        """Return an answer's object or list. Raises BadInput with the API's error."""
        address = f"{self.site.rstrip('/')}/api/v1/{path}"
        answer, content = self._send(method, address, **sent)
        if answer.is_redirect:
            place = answer.headers.get("location", "nowhere")
            raise BadInput(f"{self.site} redirects to {place}: use that address with --to")
        if answer.status_code == httpx.codes.NO_CONTENT:
            return {}
        output = _read(address, answer, content)
        if answer.is_error:
            raise self._refusal(address, answer, output)
        return output

    def rows(self, path: str, most: int = MOST_ROWS, **params: Any) -> list[Any]:
        """Return the rows of a list, at most so many, page after page."""
        found: list[Any] = []
        asked = {name: value for name, value in params.items() if value is not None}
        asked["limit"] = min(most, MOST_ROWS)
        while True:
            page = self.ask("GET", path, params=asked)
            found += page["results"]
            if len(found) >= most or not page["next"] or not page["results"]:
                return found[:most]
            asked = dict(parse_qsl(urlsplit(page["next"]).query))

    def download(self, path: str, to: Path) -> str:
        """Write a file of the site, and return its SHA-256. Raises BadInput, OSError."""
        address, digest = f"{self.site.rstrip('/')}/{path}", sha256()
        try:
            with (
                httpx.stream("GET", address, headers=self._headers(), timeout=TIMEOUT) as answer,
                to.open("wb") as file,
            ):
                if answer.status_code != httpx.codes.OK:
                    raise self._refusal(address, answer, None)
                for piece in answer.iter_raw():
                    digest.update(piece)
                    file.write(piece)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unavailable(f"{address} cannot be downloaded: {str(error) or 'cut'}") from error
        return digest.hexdigest()

    def find_own_bot(self, name: str) -> str | None:
        """Slug of one's own bot that is not withdrawn, by its name in any case, or its slug."""
        wanted = " ".join(name.split()).lower()
        mine = [bot for bot in self.own_bots() if bot["state"] != "withdrawn"]
        found = [bot for bot in mine if bot["name"].lower() == wanted]
        found += [bot for bot in mine if bot["slug"] == wanted]
        return found[0]["slug"] if found else None

    def own_bot(self, name: str) -> str:
        """Raises BadInput."""
        slug = self.find_own_bot(name)
        if slug is None:
            raise BadInput(f"you have no bot {name!r} on {self.site}")
        return slug

    def own_bots(self) -> list[Any]:
        me = self.ask("GET", "me/")["username"]
        return self.rows("bots/", owner=me)

    def _send(self, method: str, address: str, **sent: Any) -> tuple[httpx.Response, bytes]:
        until = time.monotonic() + TIMEOUT
        try:
            with httpx.stream(
                method, address, headers=self._headers(), timeout=TIMEOUT, **sent
            ) as answer:
                return answer, b"".join(_pieces(answer, until))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            why = str(error) or "no response"
            raise Unavailable(f"{self.site} cannot be reached: {why}") from error

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
        detail = str(output.get("detail") or "") if isinstance(output, dict) else ""
        message = detail or f"{address} answers {answer.status_code}"
        if answer.status_code == UNAUTHORIZED and self.token:
            return BadInput(
                f"{message.rstrip('.')}. It may have expired or been revoked; get a new one: "
                f"kingsbench login {self.site}"
            )
        if answer.status_code == TOO_MANY:
            seconds = _retry_after(answer)
            when = f"in {seconds:.0f} seconds" if seconds else "later"
            return Unavailable(f"{message.rstrip('.')}. Try again {when}.", seconds)
        return Unavailable(message) if answer.status_code >= SERVER_ERROR else BadInput(message)


def _is_loopback(host: str) -> bool:
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"


def _pieces(answer: httpx.Response, until: float) -> Iterable[bytes]:
    """No trickle of bytes extends the deadline."""
    size = 0
    for piece in answer.iter_bytes():
        size += len(piece)
        if size > MOST_BYTES:
            raise httpx.ReadError(f"it answers more than {MOST_BYTES >> 20} MiB")
        if time.monotonic() > until:
            raise httpx.ReadTimeout(f"no whole answer in {TIMEOUT:g} seconds")
        yield piece


def _read(address: str, answer: httpx.Response, content: bytes) -> Any:
    code = answer.status_code
    try:
        output = json.loads(content)
    except (ValueError, RecursionError) as error:
        words = f"{address} returned {code} without JSON. {NOT_OURS}"
        raise Unavailable(words) if code >= SERVER_ERROR else BadInput(words) from error
    if not isinstance(output, dict | list):
        raise BadInput(f"{address} did not return a JSON object. {NOT_OURS}")
    return output


def _retry_after(answer: httpx.Response) -> float | None:
    text = answer.headers.get("retry-after", "")
    return float(text) if text.isdecimal() and len(text) < len("1000000") else None
