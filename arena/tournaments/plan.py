"""A tournament's plan: next round and ranks, pure functions of course and history."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from arena.tournaments.pairing.bracket import Bracket
from arena.tournaments.standings import Entrant, Result, StandingsRow, TieBreak

if TYPE_CHECKING:
    from arena.tournaments.format_terms import FormatTerms

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
    """Return whether ranks tie between the `most` going on and the rest."""
    return 0 < most < len(ranks) and sum(rank <= most for rank in ranks) > most


@dataclass(frozen=True)
class TournamentPlan:
    """Settings fixed at a tournament's start.

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
        """Return the next round, or None. Raises CannotPair.

        Fixed schedules may name withdrawn entrants (`withdrawn`), who forfeit.
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
