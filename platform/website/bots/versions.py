"""A version for its owner: its check, and whether it is better than the active one.

A trial is matches between the two; a gauntlet has both play the house bots on the same deals.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Any, NamedTuple

from arena.matches.models.matches import CHECKED
from arena.models import Bot, Match, Seat, Version
from arena.ratings import sprt, trials
from arena.ratings.intervals import Estimate
from arena.ratings.paired import Difference, difference
from website.accounts.models import User
from website.bots.failures import Example, check_example
from website.bots.own_matches import OwnMatch
from website.ladders.board import ranks_on
from website.matches.report import GameReport, games_of, match_or_404, result_of

POINTS = 2  # per match of two games
HALVES = sprt.PAIR_CELLS - 1  # in a match
CHECKS = 4


@dataclass(frozen=True)
class DealComparison:
    """(new, old) shares of points by deal, against one opponent or all."""

    pairs: list[tuple[float, float]]
    opponent: Bot | None = None

    @property
    def played(self) -> int:
        return len(self.pairs)

    @property
    def new(self) -> float:
        return sum(new for new, _old in self.pairs) / len(self.pairs)

    @property
    def old(self) -> float:
        return sum(old for _new, old in self.pairs) / len(self.pairs)

    @property
    def difference(self) -> Difference:
        """Return the new version's lead, -1 to 1."""
        return difference(self.pairs)


@dataclass(frozen=True)
class Gauntlet:
    version: Version
    present: Version

    @cached_property
    def rows(self) -> list[DealComparison]:
        """Return opponents both have played, by name."""
        entrants = [self.version.pk, self.present.pk]
        opponents = Seat.objects.filter(
            match__candidate=self.version,
            match__status=Match.Status.FINISHED,
            match__seats__version__in=entrants,
        ).exclude(version__bot=self.version.bot_id)
        results = opponents.values_list(
            "version__bot", "match__seed", "match__seats__version", "match__seats__points"
        )
        shares = {
            (bot, deal, entrant): (points or 0) / POINTS for bot, deal, entrant, points in results
        }
        pairs = defaultdict(list)
        for (opponent, deal, entrant), new in sorted(shares.items()):
            old = shares.get((opponent, deal, self.present.pk))
            if entrant == self.version.pk and old is not None:
                pairs[opponent].append((new, old))
        bots = Bot.objects.seen_by(None).select_related("owner").in_bulk(pairs)
        rows = [DealComparison(own, bots[opponent]) for opponent, own in pairs.items()]
        return sorted(rows, key=lambda row: row.opponent.name if row.opponent else "")

    @cached_property
    def total(self) -> DealComparison | None:
        pairs = [pair for row in self.rows for pair in row.pairs]
        return DealComparison(pairs) if pairs else None

    @cached_property
    def waiting(self) -> int:
        return self.version.gauntlet().live().count()


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
        won = sum(halves * count for halves, count in enumerate(self.counts))
        return won / (HALVES * self.played) if self.played else None

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
        left = trials.matches_left(self.counts)
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


class FirstResult(NamedTuple):
    """The first rated match, its result in words, and the present rank on its ladder."""

    own: OwnMatch
    words: str
    rank: int | None


@dataclass(frozen=True)
class Progress:
    version: Version
    checks: list[Match]
    first_match: Match | None
    trial: Trial | None = None
    trials: Sequence[Trial] = ()
    viewer: User | None = None
    only_defaults: bool = False  # the check that accepted it was answered so

    @property
    def is_settled(self) -> bool:
        """Return whether the page can stop polling."""
        if self.version.state == Version.State.CHECKING:
            return False
        if self.failure:
            return True
        if self.waits:
            return self.trial is None or self.trial.is_over
        first = self.first_match
        return first is not None and first.has_result and not first.is_being_rated

    @property
    def past_trials(self) -> list[Trial]:
        """Return those against other versions than the one that plays."""
        present = self.trial.present if self.waits and self.trial else None
        return [trial for trial in self.trials if trial.present != present]

    @cached_property
    def first(self) -> FirstResult | None:
        """Return its first rated result, once there is one."""
        match = self.first_match
        if match is None or match.status != Match.Status.FINISHED or match.ladder is None:
            return None
        bot, games = self.version.bot, games_of(match)
        seated = match_or_404(self.viewer, match.pk)
        entry = bot.entries.filter(ladder=match.ladder).first()
        rank = ranks_on(match.ladder, [entry]).get(entry.pk) if entry else None
        reports = [GameReport(seated, game, self.viewer) for game in games]
        return FirstResult(OwnMatch(seated, bot, None), result_of(seated, reports), rank)

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
        """The fault that failed its check with its game, if it was in a match."""
        return check_example(self.version)


def progress(version: Version, viewer: User | None = None) -> Progress:
    own = Match.objects.filter(seats__version=version, seats__position=CHECKED)
    checks = (
        own.checks()
        .select_related("ladder")
        .prefetch_related("seats__version__bot")
        .order_by("-id")[:CHECKS]
    )
    rated = Match.objects.filter(seats__version=version, purpose=Match.Purpose.LADDER)
    rated = rated.exclude(status=Match.Status.VOID)  # another follows
    first = rated.select_related("ladder").order_by("id").first()
    own_check = version.passed_checks().filter(ladder=version.ladder_id).first()
    return Progress(
        version,
        list(checks),
        first,
        trial_of(version),
        trials_of(version),
        viewer,
        only_defaults=own_check is not None and own_check.only_defaults,
    )
