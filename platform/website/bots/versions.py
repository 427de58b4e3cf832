"""What the owner of a version sees of its check, and of the way to the first rated match."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from arena.models import Match, Version


@dataclass(frozen=True)
class Progress:
    """A version, its check games, and its first ladder match once there is one."""

    version: Version
    checks: list[Match]
    first_match: Match | None

    @property
    def is_settled(self) -> bool:
        """Will this page not change any more?"""
        if self.version.state == Version.State.CHECKING:
            return False
        if self.version.state == Version.State.REJECTED:
            return True
        return self.first_match is not None and self.first_match.status in _OVER

    @property
    def failure(self) -> dict[str, Any]:
        """Why it was rejected; empty where it was not."""
        return self.version.failure or {}


_OVER = (Match.Status.FINISHED, Match.Status.VOID)


def progress(version: Version) -> Progress:
    """How far the check of that version is."""
    played = Match.objects.filter(seats__version=version).distinct()
    checks = _with_seats(played.checks()).order_by("id")
    first = played.filter(purpose=Match.Purpose.LADDER).order_by("id").first()
    return Progress(version, list(checks), first)


def _with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.prefetch_related("seats__version__bot")
