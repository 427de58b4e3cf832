"""What the owner of a version sees of its check, and of the way to the first rated match."""

from dataclasses import dataclass
from typing import Any

from arena.models import Match, Version

CHECKED = 0  # the position of the version that a check match is about
CHECKS = 4


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
        if self.failure:
            return True
        return self.first_match is not None and self.first_match.status in _OVER

    @property
    def failed_again(self) -> bool:
        """Did a version that plays fail when it was checked again?"""
        return self.version.state == Version.State.ACCEPTED and bool(self.failure)

    @property
    def failure(self) -> dict[str, Any]:
        """Why its last check failed; empty where it did not."""
        return self.version.failure or {}


_OVER = (Match.Status.FINISHED, Match.Status.VOID)


def progress(version: Version) -> Progress:
    """How far the check of that version is."""
    own = Match.objects.filter(seats__version=version, seats__position=CHECKED)
    checks = own.checks().prefetch_related("seats__version__bot").order_by("-id")[:CHECKS]
    rated = Match.objects.filter(seats__version=version, purpose=Match.Purpose.LADDER)
    return Progress(version, list(checks), rated.order_by("id").first())
