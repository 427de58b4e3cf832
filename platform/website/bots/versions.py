"""A version's check, for its owner."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from arena.models import Match, Version
from arena.models.matches import CHECKED
from website.bots.failures import Example, example_of
from website.bots.trials import Trial, trial_of

CHECKS = 4


@dataclass(frozen=True)
class Progress:
    version: Version
    checks: list[Match]
    first_match: Match | None
    trial: Trial | None = None

    @property
    def is_settled(self) -> bool:
        """Return whether the page can stop polling."""
        if self.version.state == Version.State.CHECKING:
            return False
        if self.failure:
            return True
        if self.waits:
            return self.trial is None or self.trial.is_over
        return self.first_match is not None and self.first_match.status in _OVER

    @property
    def waits(self) -> bool:
        """Return whether it is accepted but inactive."""
        is_accepted = self.version.state == Version.State.ACCEPTED
        return is_accepted and self.version.bot.current_id not in {None, self.version.pk}

    @property
    def failed_again(self) -> bool:
        return self.version.state == Version.State.ACCEPTED and bool(self.failure)

    @property
    def failure(self) -> dict[str, Any]:
        return self.version.failure or {}

    @cached_property
    def example(self) -> Example | None:
        """The failure with its game, if it was in a match."""
        found = self.version.failures.filter(newest_fault__game__match=self.failure.get("match"))
        failure = found.select_related("newest_fault__game__match", "newest_fault__seat").first()
        return example_of(failure) if failure and self.failure else None


_OVER = (Match.Status.FINISHED, Match.Status.VOID)


def progress(version: Version) -> Progress:
    own = Match.objects.filter(seats__version=version, seats__position=CHECKED)
    checks = own.checks().prefetch_related("seats__version__bot").order_by("-id")[:CHECKS]
    rated = Match.objects.filter(seats__version=version, purpose=Match.Purpose.LADDER)
    first = rated.order_by("id").first()
    return Progress(version, list(checks), first, trial_of(version))
