"""Test whether a version is better than the active one."""

from dataclasses import dataclass
from functools import cached_property
from math import ceil

from arena.models import Seat, Version
from arena.ratings import sprt, trials
from arena.ratings.intervals import Estimate
from website.bots.gauntlet import Gauntlet

HALVES = sprt.PAIR_CELLS - 1  # in a match


@dataclass(frozen=True)
class Trial:
    version: Version
    present: Version

    @cached_property
    def counts(self) -> list[int]:
        """Return matches with 0, 0.5, 1, 1.5 and 2 points."""
        return self.version.trial_counts(self.present)

    @cached_property
    def waiting(self) -> int:
        return self.version.trial_against(self.present).live().count()

    @property
    def budget(self) -> int:
        return trials.BUDGET

    @property
    def played(self) -> int:
        return sum(self.counts)

    @property
    def share(self) -> float | None:
        made = sum(number * count for number, count in enumerate(self.counts))
        return made / (HALVES * self.played) if self.played else None

    @property
    def verdict(self) -> sprt.Verdict:
        return trials.verdict(self.counts)

    @property
    def ratio(self) -> float:
        """Return the log likelihood ratio."""
        return trials.ratio(self.counts)

    @property
    def elo(self) -> Estimate:
        return sprt.elo(self.counts)

    @property
    def los(self) -> float:
        """Return the likelihood of superiority."""
        return sprt.los(self.counts)

    @property
    def power(self) -> list[tuple[int, int]]:
        """Return how many matches it takes, on average, to show a lead of so many Elo."""
        return [(lead, ceil(matches)) for lead, matches in trials.power(self.counts)]

    @property
    def left(self) -> int | None:
        """Return how many more matches decide it at the present rate; None if nothing shows."""
        left = trials.left(self.counts)
        return None if left is None else ceil(left)

    @cached_property
    def gauntlet(self) -> Gauntlet:
        return Gauntlet(self.version, self.present)

    @property
    def contradicts(self) -> bool:
        """Return whether it is better, yet worse against others."""
        total = self.gauntlet.total
        is_behind = total is not None and total.difference.mean < 0
        return is_behind and self.verdict == sprt.Verdict.BETTER

    @property
    def is_over(self) -> bool:
        return not self.waiting and not self.gauntlet.waiting

    @property
    def bound(self) -> float:
        return sprt.BOUND


def trials_of(version: Version) -> list[Trial]:
    """Return the trials and gauntlets that it played, latest opponent first."""
    seats = Seat.objects.filter(match__candidate=version, version__bot=version.bot_id)
    met = seats.exclude(version=version).values("version")
    others = version.bot.versions.filter(pk__in=met).order_by("-number")
    return [Trial(version, other) for other in others]


def trial_of(version: Version) -> Trial | None:
    """Return the trial, actual or possible; None if active or unfit."""
    present, ladder = version.bot.current, version.ladder
    if present is None or present == version or ladder is None:
        return None
    is_fit = version.state == Version.State.ACCEPTED and not version.failure
    return Trial(version, present) if is_fit and ladder.may_try_versions else None
