"""Upload bots through a platform's API, enter them on ladders, and wait for their checks."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

from kit.errors import BadInput
from kit.hosted.platform import Pause, Platform, wait_until
from kit.run import packing
from kit.terminal import one_line

SUFFIXES = (".py", ".zip")
EXIT_CODES = {"accepted": 0, "rejected": 1, "checking": 3}  # 2 is a wrong command line
ENTRY_EXIT_CODES = {"playing": 0, "failed": 1, "checking": 3}  # any other state: 1


def upload(
    platform: Platform,
    file: Path,
    *,
    name: str,
    ladder: str | None,
    note: str | None = None,
    activates: bool = True,
) -> Any:
    """Upload a version, or a new bot. Raises BadInput."""
    file = packing.as_file(file)
    if file.suffix.lower() not in SUFFIXES or not file.is_file():
        raise BadInput(f"{file} is not a .py or .zip file, or a folder with bot.py")
    name = " ".join(name.split())
    slug = platform.find_own_bot(name)
    if slug is None and ladder is None:
        rows = platform.ask("GET", "ladders/", params={"limit": 50})["results"]
        ladders = [
            one_line(f"{row['slug']} ({row['name']})") for row in rows if row["state"] == "open"
        ]
        known = f"The ladders: {', '.join(ladders)}." if ladders else "There is no open ladder yet."
        raise BadInput(
            f"you have no bot {name!r}; choose a ladder for a new one with --ladder. {known}"
        )
    if slug is None and not activates:
        raise BadInput(f"you have no bot {name!r}: its first version plays, without --no-activate")
    data: dict[str, Any] = {"name": name} if slug is None else {}
    data |= {"ladder": ladder} if ladder else {}
    data |= {"note": note} if note is not None else {}
    data |= {} if activates else {"activates": "false"}
    try:
        content = file.read_bytes()
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}") from error
    path = "bots/" if slug is None else f"bots/{slug}/versions/"
    return platform.ask("POST", path, data=data, files={"upload": (file.name, content)})


def join(platform: Platform, *, name: str, ladder: str) -> Any:
    """Enter a ladder. Raises BadInput."""
    sent = {"bot": platform.own_bot(name)}
    return platform.ask("POST", f"ladders/{quote(ladder, safe='')}/entries/", json=sent)


def leave(platform: Platform, *, name: str, ladder: str) -> Any:
    """Leave a ladder. Raises BadInput."""
    path = f"ladders/{quote(ladder, safe='')}/entries/{platform.own_bot(name)}/"
    return platform.ask("DELETE", path)


def wait_for_entry(
    platform: Platform, entry: Any, *, seconds: float, pause: Pause = time.sleep
) -> Any:
    """Wait for the ladder's check, at most `seconds`."""
    path = f"ladders/{entry['ladder']['slug']}/entries/{entry['bot']['slug']}/"
    return wait_until(platform, path, entry, _is_checked, seconds=seconds, pause=pause)


def wait_for_check(
    platform: Platform, version: Any, *, seconds: float, pause: Pause = time.sleep
) -> Any:
    """Wait for the check, at most `seconds`."""
    path = f"bots/{version['bot']}/versions/{version['number']}/"
    return wait_until(platform, path, version, _is_checked, seconds=seconds, pause=pause)


def _is_checked(answer: Any) -> bool:
    return bool(answer["state"] != "checking")
