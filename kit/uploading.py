"""Upload a bot through a platform's API, and wait for its check."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import httpx

from kit import packing
from kit.errors import BadInput

TOKEN = "KINGSBENCH_TOKEN"  # noqa: S105  the name of a variable
SUFFIXES = (".py", ".zip")
EXIT_CODES = {"accepted": 0, "rejected": 1, "checking": 3}  # 2 is a wrong command line
ENTRY_EXIT_CODES = {"playing": 0, "failed": 1, "checking": 3}  # any other state: 1
LOOPBACK = ("localhost", "127.0.0.1", "::1")
PAUSE = 1.0  # seconds between polls
TIMEOUT = 30.0


@dataclass(frozen=True)
class Platform:
    """A platform and an owner's token."""

    site: str
    token: str

    @property
    def is_insecure(self) -> bool:
        """Is the token sent unencrypted to another machine?"""
        try:
            address = urlsplit(self.site)
        except ValueError:  # `ask` reports it
            return False
        return address.scheme == "http" and address.hostname not in LOOPBACK

    def ask(self, method: str, path: str, **sent: Any) -> Any:
        """Raises BadInput with the API's error."""
        address = f"{self.site.rstrip('/')}/api/v1/{path}"
        headers = {"Authorization": f"Bearer {self.token}"}
        try:
            answer = httpx.request(method, address, headers=headers, timeout=TIMEOUT, **sent)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            why = str(error) or "no response"
            raise BadInput(f"{self.site} cannot be reached: {why}") from error
        try:
            output = answer.json()
        except ValueError as error:
            words = (
                f"{address} returned {answer.status_code} without JSON. Is this a Kingsbench "
                "platform?"
            )
            raise BadInput(words) from error
        if not isinstance(output, dict):
            raise BadInput(
                f"{address} did not return a JSON object. Is this a Kingsbench platform?"
            )
        if answer.is_error:
            raise BadInput(
                str(output.get("detail") or "") or f"{address} answers {answer.status_code}"
            )
        return output

    def find_own_bot(self, name: str) -> str | None:
        """Slug of one's own bot that is not withdrawn, by its name in any case."""
        me = self.ask("GET", "me/")["username"]
        asked = {"owner": me, "search": name, "limit": 200}
        rows = self.ask("GET", "bots/", params=asked)["results"]
        found = [
            row["slug"]
            for row in rows
            if row["name"].lower() == name.lower() and row["state"] != "withdrawn"
        ]
        return found[0] if found else None


def upload(platform: Platform, file: Path, *, name: str, ladder: str | None) -> Any:
    """Upload a version, or a new bot. Raises BadInput."""
    file = packing.as_file(file)
    if file.suffix.lower() not in SUFFIXES or not file.is_file():
        raise BadInput(f"{file} is not a .py or .zip file, or a folder with bot.py")
    name = " ".join(name.split())
    slug = platform.find_own_bot(name)
    if slug is None and ladder is None:
        raise BadInput(
            f"you have no bot {name!r}; choose a ladder for a new one with --ladder. "
            f"{_open_ladders(platform)}"
        )
    data = {"name": name} if slug is None else {}
    data |= {"ladder": ladder} if ladder else {}
    path = "bots/" if slug is None else f"bots/{slug}/versions/"
    return platform.ask("POST", path, data=data, files={"upload": (file.name, file.read_bytes())})


def _open_ladders(platform: Platform) -> str:
    rows = platform.ask("GET", "ladders/", params={"limit": 50})["results"]
    names = ", ".join(f"{row['slug']} ({row['name']})" for row in rows if row["state"] == "open")
    return f"The ladders: {names}." if names else "There is no open ladder yet."


def join(platform: Platform, *, name: str, ladder: str) -> Any:
    """Enter a ladder. Raises BadInput."""
    sent = {"bot": _own_slug(platform, name)}
    return platform.ask("POST", f"ladders/{quote(ladder, safe='')}/entries/", json=sent)


def leave(platform: Platform, *, name: str, ladder: str) -> Any:
    """Leave a ladder. Raises BadInput."""
    path = f"ladders/{quote(ladder, safe='')}/entries/{_own_slug(platform, name)}/"
    return platform.ask("DELETE", path)


def _own_slug(platform: Platform, name: str) -> str:
    slug = platform.find_own_bot(" ".join(name.split()))
    if slug is None:
        raise BadInput(f"you have no bot {name!r} on {platform.site}")
    return slug


def wait_for_entry(
    platform: Platform, entry: Any, *, seconds: float, pause: Callable[[float], None] = time.sleep
) -> Any:
    """Wait for the ladder's check, at most `seconds`."""
    path = f"ladders/{entry['ladder']['slug']}/entries/{entry['bot']['slug']}/"
    return _checked(platform, entry, path, seconds, pause)


def wait_for_check(
    platform: Platform, version: Any, *, seconds: float, pause: Callable[[float], None] = time.sleep
) -> Any:
    """Wait for the check, at most `seconds`."""
    path = f"bots/{version['bot']}/versions/{version['number']}/"
    return _checked(platform, version, path, seconds, pause)


def _checked(
    platform: Platform, found: Any, path: str, seconds: float, pause: Callable[[float], None]
) -> Any:
    until = time.monotonic() + seconds
    while found["state"] == "checking" and time.monotonic() < until:
        pause(PAUSE)
        found = platform.ask("GET", path)
    return found
