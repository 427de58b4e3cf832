"""A gauntlet on the platform: one's bot against a list of bots there, in challenges."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from kit.errors import BadInput
from kit.hosted import challenges, tables
from kit.hosted.options import connect, expected
from kit.hosted.platform import Platform
from kit.terminal import quantity

TOP = 5


@dataclass(frozen=True)
class HostedGauntlet:
    """Without `opponents`, the first of the ladder's leaderboard."""

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
        options = {"insecure": self.insecure, "needs": "challenges:write"}
        platform = connect(self.site, self.token, **options)  # type: ignore[arg-type]
        with expected(platform.site):
            self._send(platform)
            try:
                self._wait(platform)
            except KeyboardInterrupt:
                tables.say("Interrupted; the platform plays on.")
            tables.answer(self.sent, as_json=self.as_json, show=show)

    def _send(self, platform: Platform) -> None:
        slug = platform.own_bot(self.bot)
        opponents = self.opponents or self._top(platform, slug)
        left = platform.ask("GET", "me/")["quotas"]["challenges"]["left"]
        if left < (needed := self.matches * len(opponents)):
            matches = quantity(needed, "match")
            raise BadInput(f"{matches}, but you can order {left} more today: ask for fewer")
        order = challenges.Order(slug, self.ladder, self.matches, seed=self.seed)
        for opponent in opponents:
            self.sent.append(challenges.send(platform, opponent, order))

    def _top(self, platform: Platform, slug: str) -> list[str]:
        path = f"ladders/{quote(self.ladder, safe='')}/leaderboard/"
        slugs = [line["bot"]["slug"] for line in platform.rows(path, TOP + 1)]
        found = [other for other in slugs if other != slug][:TOP]
        if not found:
            raise BadInput(f"no other bot plays on {self.ladder}: name opponents")
        return found

    def _wait(self, platform: Platform) -> None:
        until = time.monotonic() + self.wait
        for number, one in enumerate(self.sent):
            left = max(0.0, until - time.monotonic())
            self.sent[number] = challenges.wait(platform, one, seconds=left)


def show(sent: Sequence[Any]) -> None:
    rows = []
    for one in sent:
        result = one["result"]
        sides = [side for side in result["sides"] if side["bot"] == one["bot"]["slug"]]
        points = tables.points_of(sides[0]) if sides else ""
        is_begun = any(side["most"] for side in sides)
        lead = tables.shares(result["lead"]) if is_begun else "nothing played yet"
        state = one["state"] if one["state"] != "accepted" else result["waiting"]
        rows.append((one["opponent"]["name"], points, lead, state, one["id"]))
    tables.table(("Opponent", "Points", "Lead", "To be played", "Challenge"), rows, "")
