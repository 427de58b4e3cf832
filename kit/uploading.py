"""Sending a bot to a platform by its API, and waiting for what its check says."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx

from kit.errors import BadInput

TOKEN = "KINGSBENCH_TOKEN"  # noqa: S105  the name of a variable
SUFFIXES = (".py", ".zip")
EXIT_CODES = {"accepted": 0, "rejected": 1, "checking": 3}  # 2 is a wrong command line
LOOPBACK = ("localhost", "127.0.0.1", "::1")
PAUSE = 1.0  # seconds between two looks at a check
TIMEOUT = 30.0


@dataclass(frozen=True)
class Platform:
    """A platform as the owner of a token sees it."""

    site: str
    token: str

    @property
    def is_overheard(self) -> bool:
        """Does the token go to another machine in the clear?"""
        try:
            address = urlsplit(self.site)
        except ValueError:  # it goes nowhere: `ask` says so
            return False
        return address.scheme == "http" and address.hostname not in LOOPBACK

    def ask(self, method: str, path: str, **sent: Any) -> Any:
        """What the API answers. Raises BadInput with what it says is wrong."""
        address = f"{self.site.rstrip('/')}/api/v1/{path}"
        headers = {"Authorization": f"Bearer {self.token}"}
        try:
            answer = httpx.request(method, address, headers=headers, timeout=TIMEOUT, **sent)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            why = str(error) or "it does not answer"
            raise BadInput(f"{self.site} cannot be reached: {why}") from error
        try:
            told = answer.json()
        except ValueError as error:
            words = f"{address} answers {answer.status_code} and no JSON: is this a platform?"
            raise BadInput(words) from error
        if not isinstance(told, dict):
            raise BadInput(f"{address} answers no JSON object: is this a platform?")
        if answer.is_error:
            raise BadInput(
                str(told.get("detail") or "") or f"{address} answers {answer.status_code}"
            )
        return told

    def bot_called(self, name: str) -> str | None:
        """The address of one's own bot of this name in any case; None if there is none."""
        me = self.ask("GET", "me/")["username"]
        asked = {"owner": me, "search": name, "limit": 200}
        rows = self.ask("GET", "bots/", params=asked)["results"]
        found = [row["slug"] for row in rows if row["name"].lower() == name.lower()]
        return found[0] if found else None


def upload(platform: Platform, file: Path, *, name: str, ladder: str | None) -> Any:
    """The version that was made of the file: of one's bot of this name, or of a new one.

    Raises BadInput where the file, the name or the ladder will not do.
    """
    if file.suffix.lower() not in SUFFIXES or not file.is_file():
        raise BadInput(f"{file} is no .py or .zip file")
    name = " ".join(name.split())
    slug = platform.bot_called(name)
    if slug is None and ladder is None:
        raise BadInput(f"you have no bot {name!r}: say with --ladder where a new one shall play")
    data = {"name": name} if slug is None else {}
    data |= {"ladder": ladder} if ladder else {}
    path = "bots/" if slug is None else f"bots/{slug}/versions/"
    return platform.ask("POST", path, data=data, files={"upload": (file.name, file.read_bytes())})


def checked(
    platform: Platform, version: Any, *, seconds: float, pause: Callable[[float], None] = time.sleep
) -> Any:
    """The version once its check is over, or as it is after so many seconds."""
    path = f"bots/{version['bot']}/versions/{version['number']}/"
    until = time.monotonic() + seconds
    while version["state"] == "checking" and time.monotonic() < until:
        pause(PAUSE)
        version = platform.ask("GET", path)
    return version
