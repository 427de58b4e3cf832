"""A tournament's format; each file of `formats` has one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from arena.tournaments.format_terms import FormatTerms
from arena.tournaments.pairing.bracket import Bracket
from arena.tournaments.pairing.rounds import CannotPair, Round
from arena.tournaments.plan import (
    KNOCKOUT,
    MAIN,
    History,
    PairingPlan,
    Places,
    RoundPlan,
    TournamentPlan,
    Withdrawn,
)
from arena.tournaments.standings import Ledger, Result, StandingsRow, TieBreak, table
from engine.messages import Message
from engine.messages import gettext_noop as _


class Estimate(NamedTuple):
    """`most_matches`: if a final repeats; `caution`: for organisers."""

    rounds: int
    matches: int
    most_matches: int
    caution: Message | None = None


class Format(ABC):
    """A way to pair and rank entrants. Texts are English, marked for translation."""

    key: ClassVar[str]  # stored, so it never changes
    name: ClassVar[str]
    about: ClassVar[str]
    order: ClassVar[int] = 100  # among the formats offered
    options: ClassVar[tuple[str, ...]] = ()  # of FormatTerms that organisers choose
    defaults: ClassVar[Mapping[str, Any]] = {}  # options stored with a new tournament
    tie_breaks: ClassVar[tuple[TieBreak, ...]] = ()  # the usual ones; empty: has no standings
    needs_pods: ClassVar[bool] = False  # three or more seats
    has_groups: ClassVar[bool] = False
    has_knockout: ClassVar[bool] = False  # where ties are played again
    has_crosstable: ClassVar[bool] = False  # all meet all, in each table
    may_allow_rematches: ClassVar[bool] = False
    ignores_results: ClassVar[bool] = False  # pairings are the same whatever the results
    paired_by_results: ClassVar[tuple[str, ...]] = (MAIN, KNOCKOUT)  # stages that corrections upset

    def __repr__(self) -> str:
        return self.key

    @property
    def has_rounds(self) -> bool:
        """Whether organisers choose the number of rounds."""
        return "rounds" in self.options

    @abstractmethod
    def estimate(self, terms: FormatTerms, entrants: int) -> Estimate:
        """Estimate for two or more entrants. Raises CannotPair."""

    @abstractmethod
    def next(self, plan: TournamentPlan, history: History, gone: Withdrawn) -> RoundPlan | None:
        """Return the next round, None: over. Raises CannotPair."""

    def places(self, plan: TournamentPlan, history: History, gone: Withdrawn) -> Places:
        """Return rank and entrant, best first."""
        tables = self.standings(plan, history, gone)
        return [(row.rank, row.entrant) for rows in tables for row in rows]

    def standings(
        self, plan: TournamentPlan, history: History, gone: Withdrawn
    ) -> list[list[StandingsRow]]:
        """Return a table for each group, or one; none without tie-breaks."""
        if not self.tie_breaks:
            return []
        return [table(self.ledger(plan, history, gone), plan.tie_breaks or self.tie_breaks)]

    def ledger(self, plan: TournamentPlan, history: History, gone: Withdrawn) -> Ledger:
        """Return the results that count in the standings."""
        return Ledger(plan.entrants, results_of(history), withdrawn=gone, seed=plan.seed)

    def bracket(
        self,
        plan: TournamentPlan,  # noqa: ARG002
        history: History,  # noqa: ARG002
        gone: Withdrawn,  # noqa: ARG002
    ) -> Bracket | None:
        """Return the bracket once drawn."""
        return None

    def eliminates(self, stage: str) -> bool:
        """Return whether a stage needs winners."""
        return stage == KNOCKOUT

    def advancing(
        self,
        terms: FormatTerms,  # noqa: ARG002
        stage: str,
        pairings: int,  # noqa: ARG002
    ) -> int:
        """Return how many of a pairing go on; 0: nobody is eliminated. `pairings` include byes."""
        return 1 if self.eliminates(stage) else 0


class MissingFormat(Format):
    """A stored format whose file is gone: nothing more can be paired."""

    key, name, about = "", "", ""

    def estimate(self, terms: FormatTerms, entrants: int) -> Estimate:  # noqa: ARG002
        raise self._format_is_gone()

    def next(
        self,
        plan: TournamentPlan,  # noqa: ARG002
        history: History,  # noqa: ARG002
        gone: Withdrawn,  # noqa: ARG002
    ) -> RoundPlan | None:
        raise self._format_is_gone()

    @staticmethod
    def _format_is_gone() -> CannotPair:
        return CannotPair(_("This version of Kingsbench does not have the tournament's format."))


def estimate(terms: FormatTerms, entrants: int) -> Estimate:
    """Estimate a tournament. Raises CannotPair."""
    if entrants < 2:
        raise CannotPair(
            _("A tournament needs at least two entrants, not %(entrants)d. Admit more."),
            entrants=entrants,
        )
    return terms.format.estimate(terms, entrants)


def rounds_of(history: History) -> int:
    """Return the number of rounds played."""
    return max((held.result.round for held in history), default=0)


def results_of(history: History) -> list[Result]:
    return [held.result for held in history]


def active_of(plan: TournamentPlan, gone: Withdrawn) -> int:
    """Return the number of entrants still there."""
    return len(set(plan.entrants) - set(gone))


def round_plan(coming: Round) -> RoundPlan:
    return RoundPlan(coming.number, MAIN, tuple(map(PairingPlan, coming.tables)), coming.byes)


def require_rounds(rounds: int) -> int:
    """Return the chosen number of rounds. Raises CannotPair for none."""
    if rounds < 1:
        raise CannotPair(_("A tournament needs at least one round, not %(rounds)d."), rounds=rounds)
    return rounds
