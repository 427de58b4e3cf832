"""What the owner of a version sees of its check, and of the way to the first rated match."""

from dataclasses import dataclass
from typing import Any

from arena.models import Match, Version
from website.bots.trials import Trial, trial_of
from website.matches.lists import CHECKED

CHECKS = 4


@dataclass(frozen=True)
class Progress:
    """A version, its check games, and its first ladder match once there is one."""

    version: Version
    checks: list[Match]
    first_match: Match | None
    trial: Trial | None = None

    @property
    def is_settled(self) -> bool:
        """Will this page not change any more?"""
        if self.version.state == Version.State.CHECKING:
            return False
        if self.failure:
            return True
        if self.waits:
            return self.trial is None or self.trial.is_over
        return self.first_match is not None and self.first_match.status in _OVER

    @property
    def waits(self) -> bool:
        """Was it accepted, and plays another one until the owner says so?"""
        is_accepted = self.version.state == Version.State.ACCEPTED
        return is_accepted and self.version.bot.current_id not in {None, self.version.pk}

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
    first = rated.order_by("id").first()
    return Progress(version, list(checks), first, trial_of(version))
