"""Challenges on a platform: sent, waited for, and as a gauntlet against many bots."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any
from urllib.parse import quote

from kit.errors import BadInput
from kit.hosted import tables
from kit.hosted.options import connect, expect_answers
from kit.hosted.platform import Platform, wait_until
from kit.play import series
from kit.terminal import quantity

TOP = 5  # bots of a leaderboard


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
    """Return whether it is answered, and nothing of it is left to play."""
    if challenge["state"] == "asked":
        return False
    return bool(challenge["state"] != "accepted" or not challenge["result"]["waiting"])


@dataclass(frozen=True)
class HostedGauntlet:
    """One's bot against a list of bots there; without `opponents`, the best of the ladder."""

    bot: str
    ladder: str
    opponents: Sequence[str] = ()
    matches: int = 4
    seed: int | None = None
    wait: float = 600.0
    site: str | None = None
    token: str | None = None
    insecure: bool = False
    as_json: bool = False
    sent: list[Any] = field(default_factory=list)

    def run(self) -> None:
        """Send the challenges, wait, print the table. Ctrl-C prints what was played.

        Raises BadInput.
        """
        platform = connect(self.site, self.token, insecure=self.insecure, needs="challenges:write")
        with expect_answers(platform.site):
            self._send(platform)
            until = time.monotonic() + self.wait
            try:
                for number, challenge in enumerate(self.sent):
                    left = max(0.0, until - time.monotonic())
                    self.sent[number] = wait(platform, challenge, seconds=left)
            except KeyboardInterrupt:
                tables.say("Interrupted; the platform plays on.")
            tables.answer(self.sent, as_json=self.as_json, show=print_gauntlet)

    def _send(self, platform: Platform) -> None:
        slug = platform.own_bot(self.bot)
        opponents = self.opponents
        if not opponents:
            path = f"ladders/{quote(self.ladder, safe='')}/leaderboard/"
            slugs = [line["bot"]["slug"] for line in platform.rows(path, TOP + 1)]
            opponents = [other for other in slugs if other != slug][:TOP]
            if not opponents:
                raise BadInput(f"no other bot plays on {self.ladder}: name opponents")
        left = platform.ask("GET", "me/")["quotas"]["challenges"]["left"]
        if left < (needed := self.matches * len(opponents)):
            matches = quantity(needed, "match")
            raise BadInput(f"{matches}, but you can order {left} more today: ask for fewer")
        order = Order(slug, self.ladder, self.matches, seed=self.seed)
        for opponent in opponents:
            self.sent.append(send(platform, opponent, order))


def print_gauntlet(sent: Sequence[Any]) -> None:
    rows = []
    for challenge in sent:
        result = challenge["result"]
        sides = [side for side in result["sides"] if side["bot"] == challenge["bot"]["slug"]]
        points = tables.points_of(sides[0]) if sides else ""
        is_begun = any(side["most"] for side in sides)
        lead = tables.shares(result["lead"]) if is_begun else "nothing played yet"
        is_accepted = challenge["state"] == "accepted"
        left = result["waiting"] if is_accepted else challenge["state"]
        rows.append((challenge["opponent"]["name"], points, lead, left, challenge["id"]))
    tables.table(("Opponent", "Points", "Lead", "To be played", "Challenge"), rows, "")
