"""Send challenges, and wait for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import quote

from kit.hosted.platform import Platform
from kit.hosted.waiting import wait_until


@dataclass(frozen=True)
class Order:
    """A challenge to be sent; without `config` the ladder's game is played."""

    bot: str
    ladder: str
    matches: int
    config: dict[str, Any] | None = None
    seed: int | None = None


def config(
    platform: Platform, ladder: str, options: Sequence[str], kingdom: str | None, sets: str | None
) -> dict[str, Any] | None:
    """Return the ladder's options with these; None without any. Raises BadInput."""
    if not (options or kingdom or sets):
        return None
    from kit.play import series  # noqa: PLC0415  # the engine is not needed otherwise

    terms = platform.ask("GET", f"ladders/{quote(ladder, safe='')}/")
    asked = series.read_config(terms["game"], options, kingdom, sets)
    whole: dict[str, Any] = terms["config"] | asked
    return whole


def send(platform: Platform, opponent: str, order: Order) -> Any:
    path = f"bots/{quote(opponent, safe='')}/challenges/"
    return platform.ask("POST", path, json=asdict(order))


def wait(platform: Platform, challenge: Any, *, seconds: float) -> Any:
    path = f"challenges/{challenge['id']}/"
    return wait_until(platform, path, challenge, is_over, seconds=seconds)


def is_over(challenge: Any) -> bool:
    """A challenge that waits for an answer is not."""
    if challenge["state"] == "asked":
        return False
    return bool(challenge["state"] != "accepted" or not challenge["result"]["waiting"])
