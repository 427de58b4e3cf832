"""A platform's archive as parts of a dataset: a file a day."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from arena.matches.referee.dataset import SUFFIX
from kit.dataset.folder import Counts, Part
from kit.errors import BadInput
from kit.hosted.options import expect_answers
from kit.hosted.platform import Platform, Unavailable

MOST = 1 << 34  # bytes of a day's file, or its matches or decisions
LONGEST_PAUSE = 120.0  # seconds


@dataclass(frozen=True)
class Archive:
    """A platform's archive from a day on; "": all that is kept."""

    platform: Platform
    since: str = ""

    @property
    def settings(self) -> dict[str, Any]:
        return {"site": self.platform.site}

    def parts(self) -> Iterator[Part]:
        with expect_answers(self.platform.site):
            days = [Day.read(self.platform, day) for day in self.platform.rows("archive/")]
        if not days:
            raise BadInput(f"{self.platform.site} has no archive yet: it is made every night")
        yield from sorted((day for day in days if day.name >= self.since), key=lambda day: day.name)


@dataclass(frozen=True)
class Day:
    """A file of the archive; `size`: its bytes."""

    platform: Platform
    name: str
    digest: str
    size: int
    counts: Counts

    @classmethod
    def read(cls, platform: Platform, row: dict[str, Any]) -> Day:
        """Return a day of the list. Its name becomes a file's. Raises ValueError."""
        name, numbers = row["day"], [row["size"], row["matches"], row["decisions"]]
        if date.fromisoformat(name).isoformat() != name:
            raise ValueError("a day is not a date such as 2030-01-31")
        if not all(type(number) is int and 0 <= number <= MOST for number in numbers):
            raise ValueError("a size or count is not a whole number, or too large")
        size, matches, decisions = numbers
        return cls(platform, name, row["sha256"], size, Counts(matches, decisions))

    def write(self, path: Path) -> Counts:
        """Download it. Raises BadInput if it is not what the platform lists.

        Platforms take a few downloads a minute: wait once when told so, but not for long.
        """
        file = f"archive/{self.name}{SUFFIX}"
        try:
            digest = self.platform.download(file, path, most=self.size)
        except Unavailable as busy:
            if not busy.seconds or busy.seconds > LONGEST_PAUSE:
                raise
            time.sleep(busy.seconds)
            digest = self.platform.download(file, path, most=self.size)
        if digest != self.digest:
            raise BadInput(
                f"{self.name}{SUFFIX} came damaged from {self.platform.site}. The same command "
                "downloads it again."
            )
        return self.counts
