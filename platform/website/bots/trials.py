"""Is a version better than the one that plays? What their matches say, and those against others."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from arena.models import Match, Seat, Version
from arena.ratings import sprt
from website.bots.gauntlet import Gauntlet

HALVES = 4  # of a point, in a match of two games


@dataclass(frozen=True)
class Trial:
    """A version against the one that plays, in matches of two games that move no rating."""

    version: Version
    present: Version

    @cached_property
    def counts(self) -> list[int]:
        """In how many matches it made 0, 0.5, 1, 1.5 and 2 points."""
        matches = self.version.trial_against(self.present)
        own = Seat.objects.filter(
            match__in=matches.filter(status=Match.Status.FINISHED), version=self.version
        )
        halves = Counter(
            round(2 * (points or 0)) for points in own.values_list("points", flat=True)
        )
        return [halves[number] for number in range(HALVES + 1)]

    @cached_property
    def waiting(self) -> int:
        """How many matches are still to be played."""
        return self.version.trial_against(self.present).live().count()

    @property
    def played(self) -> int:
        return sum(self.counts)

    @property
    def share(self) -> float | None:
        """The share of the points that it made."""
        made = sum(number * count for number, count in enumerate(self.counts))
        return made / (HALVES * self.played) if self.played else None

    @property
    def verdict(self) -> sprt.Verdict:
        return sprt.verdict(self.counts)

    @property
    def ratio(self) -> float:
        """How far the question is decided: the logarithm of the likelihood ratio."""
        return sprt.log_likelihood_ratio(self.counts)

    @cached_property
    def gauntlet(self) -> Gauntlet:
        """How both do against others."""
        return Gauntlet(self.version, self.present)

    @property
    def contradicts(self) -> bool:
        """Does it beat the one that plays, and yet do worse against others so far?"""
        total = self.gauntlet.total
        is_behind = total is not None and total.difference.mean < 0
        return is_behind and self.verdict == sprt.Verdict.BETTER

    @property
    def is_over(self) -> bool:
        """Is nothing of it still to be played?"""
        return not self.waiting and not self.gauntlet.waiting

    @property
    def bound(self) -> float:
        """Where the ratio decides, either way."""
        return sprt.BOUND


def trial_of(version: Version) -> Trial | None:
    """The trial that there is or could be; None where the version plays, or cannot be tried."""
    present, ladder = version.bot.current, version.ladder
    if present is None or present == version or ladder is None:
        return None
    is_fit = version.state == Version.State.ACCEPTED and not version.failure
    return Trial(version, present) if is_fit and ladder.may_try_versions else None
