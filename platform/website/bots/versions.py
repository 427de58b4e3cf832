"""A version's check, for its owner."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from arena.matches.models.matches import CHECKED
from arena.models import Match, Version
from website.accounts.models import User
from website.bots.failures import Example, check_example
from website.bots.own_matches import OwnMatch
from website.bots.trials import Trial, trial_of, trials_of
from website.ladders.board import ranks_on
from website.matches.report import GameReport, games_of, match_or_404, result_of

CHECKS = 4


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
