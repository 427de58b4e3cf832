"""What a tournament's format is: its options, and how it plans rounds and ranks.

Each file of `formats` has one. Its methods are pure functions: the next round and the ranks follow
from the plan (options, entrants, seed) and the history of results.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, NamedTuple

from arena.tournaments.pairing.bracket import Bracket
from arena.tournaments.pairing.rounds import CannotPair, Round
from arena.tournaments.standings import Entrant, Ledger, Result, StandingsRow, TieBreak, table
from engine.messages import Message
from engine.messages import gettext_noop as _

MOST_NUMBER = 999  # of rounds, groups and the like; the format bounds them further


@dataclass(frozen=True)
class Option:
    """A switch or a whole number, with English texts.

    `usual` None: it may be left open. `words` say it, with `%(n)d` for a number; `off`: a switch
    that is off.
    """

    usual: bool | int | None
    label: str = ""
    help: str = ""
    least: int = 1
    words: str = ""
    off: str = ""

    @property
    def is_switch(self) -> bool:
        return isinstance(self.usual, bool)

    def allows(self, value: object) -> bool:
        """Return whether it may be chosen."""
        if self.is_switch:
            return isinstance(value, bool)
        if value is None:
            return self.usual is None
        return type(value) is int and self.least <= value <= MOST_NUMBER

    def phrase(self, value: bool | int | None) -> Message:
        """Return the value in a few words, which may be empty."""
        return Message(self.words if value else self.off, {"n": value})


def _option(usual: bool | int | None, **texts: Any) -> Any:
    return field(default=usual, metadata={"option": Option(usual, **texts)})


@dataclass(frozen=True)
class FormatTerms:
    """A format and its options; each format reads its own.

    `rounds` None: the usual. `fewest_seats` None: one fewer. `advance`: from each group or pod.
    """

    format: Format
    double: bool = _option(
        False,
        label=_("Everyone plays everyone twice, with swapped seats"),
        words=_("twice, with swapped seats"),
    )
    rounds: int | None = _option(
        None,
        label=_("Rounds"),
        help=_("If empty, the usual number for the format."),
        words=_("rounds: %(n)d"),
    )
    more_rounds: int = _option(0, least=0)
    groups: int = _option(
        2,
        label=_("Groups"),
        help=_("Seeds are distributed so that all groups are equally strong."),
        least=2,
        words=_("%(n)d groups"),
    )
    advance: int = _option(
        2,
        label=_("Qualifiers per group"),
        help=_("The best of each group or pod advance."),
        words=_("%(n)d advance from each"),
    )
    third_place: bool = _option(
        False, label=_("Third-place match"), words=_("with a third-place match")
    )
    reset: bool = _option(
        True,
        label=_("Replay the final if the unbeaten entrant loses it"),
        words=_("the final is replayed if the unbeaten entrant loses it"),
        off=_("single final"),
    )
    seats: int = 4
    fewest_seats: int | None = _option(
        None,
        label=_("Minimum pod size"),
        help=_("Used if the entrants do not fill all pods. If empty, one seat less than full."),
        least=2,
        words=_("at least %(n)d per pod"),
    )

    @property
    def at_a_table(self) -> int:
        return self.seats if self.format.needs_pods else 2


OPTIONS: Mapping[str, Option] = {
    term.name: term.metadata["option"] for term in fields(FormatTerms) if term.metadata
}


MAIN, KNOCKOUT = "", "knockout"  # stages: a group stage has its knockout apart
MOST_EXTRAS = 3  # matches on new seeds for a tied knockout; then the better seed goes on


class PairingPlan(NamedTuple):
    """A pairing in seat order; `code` in a bracket, `group` from 0."""

    entrants: tuple[Entrant, ...]
    code: int | None = None
    group: int | None = None


class RoundPlan(NamedTuple):
    """A round's pairings and byes."""

    number: int
    stage: str
    tables: tuple[PairingPlan, ...]
    byes: tuple[Entrant, ...] = ()


class PlayedPairing(NamedTuple):
    """A finished pairing."""

    result: Result
    stage: str = MAIN
    code: int | None = None
    group: int | None = None


History = Sequence[PlayedPairing]
Withdrawn = Collection[Entrant]  # withdrawn entrants
Places = list[tuple[int, Entrant]]  # rank and entrant, best first


def is_undecided(ranks: Sequence[int], most: int) -> bool:
    """Return whether a tie leaves open who are the `most` that go on."""
    return 0 < most < len(ranks) and sum(rank <= most for rank in ranks) > most


@dataclass(frozen=True)
class TournamentPlan:
    """What is fixed when a tournament starts.

    `entrants` by seed; `seed` draws lots; `mirrored`: matches rotate seats; `rematches`: allowed in
    a Swiss if needed.
    """

    terms: FormatTerms
    entrants: tuple[Entrant, ...]
    seed: int
    mirrored: bool = True
    rematches: bool = False
    tie_breaks: tuple[TieBreak, ...] | None = None

    def next(self, history: History, withdrawn: Withdrawn = ()) -> RoundPlan | None:
        """Return the next round, None if it is over. Raises CannotPair.

        A fixed schedule may name entrants who have withdrawn: they forfeit.
        """
        return self.terms.format.next(self, history, withdrawn)

    def places(self, history: History, withdrawn: Withdrawn = ()) -> Places:
        """Return rank and entrant, best first."""
        return self.terms.format.places(self, history, withdrawn)

    def standings(self, history: History, withdrawn: Withdrawn = ()) -> list[list[StandingsRow]]:
        """Return a table a group, one for a league or Swiss, none for a knockout."""
        return self.terms.format.standings(self, history, withdrawn)

    def bracket(self, history: History = (), withdrawn: Withdrawn = ()) -> Bracket | None:
        """Return the bracket once drawn, or None."""
        return self.terms.format.bracket(self, history, withdrawn)


class Estimate(NamedTuple):
    """A tournament's length. `most_matches`: if a final repeats; `caution`: for organisers."""

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
        """Return the next round, None if it is over. Raises CannotPair."""

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
    return max((pairing.result.round for pairing in history), default=0)


def results_of(history: History) -> list[Result]:
    return [pairing.result for pairing in history]


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
