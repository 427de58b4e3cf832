"""A platform's archive as parts of a dataset: a file a day."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.match.dataset import SUFFIX
from kit.dataset.part import Counts, Part
from kit.errors import BadInput
from kit.hosted.options import expected
from kit.hosted.platform import Platform, Unavailable


@dataclass(frozen=True)
class Archive:
    """A platform's archive from a day on; "": all that is kept."""

    platform: Platform
    since: str = ""

    @property
    def settings(self) -> dict[str, Any]:
        return {"site": self.platform.site}

    def parts(self) -> Iterator[Part]:
        with expected(self.platform.site):
            days = self.platform.rows("archive/")
            found = [Day(self.platform, day["day"], day["sha256"], _counts(day)) for day in days]
        if not found:
            raise BadInput(f"{self.platform.site} has no archive yet: it is made every night")
        yield from sorted(
            (day for day in found if day.name >= self.since), key=lambda day: day.name
        )


def _counts(day: dict[str, Any]) -> Counts:
    return Counts(day["matches"], day["decisions"])


@dataclass(frozen=True)
class Day:
    platform: Platform
    name: str
    digest: str
    counts: Counts

    def write(self, path: Path) -> Counts:
        """Download it. Raises BadInput if it is not what the platform lists."""
        if self._download(path) != self.digest:
            raise BadInput(
                f"{self.name}{SUFFIX} came damaged from {self.platform.site}. The same command "
                "downloads it again."
            )
        return self.counts

    def _download(self, path: Path) -> str:
        """Platforms take a few downloads a minute: wait once when told so."""
        file = f"archive/{self.name}{SUFFIX}"
        try:
            return self.platform.download(file, path)
        except Unavailable as busy:
            if not busy.seconds:
                raise
            time.sleep(busy.seconds)
        return self.platform.download(file, path)
