"""A tournament's plan: next round and ranks, pure functions of course and history."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arena.tournaments.pairing import (
    Format,
    FormatTerms,
    Round,
    groups,
    knockout,
    pods,
    round_robin,
    swiss,
)
from arena.tournaments.pairing.bracket import Bracket
from arena.tournaments.pairing.estimate import chosen_rounds
from arena.tournaments.standings import (
    POD_ORDER,
    ROUND_ROBIN_ORDER,
    SWISS_ORDER,
    Entrant,
    Ledger,
    Result,
    StandingsRow,
    TieBreak,
    table,
    without_early_leavers,
)

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

ORDERS: Mapping[Format, tuple[TieBreak, ...]] = {
    Format.ROUND_ROBIN: ROUND_ROBIN_ORDER,
    Format.SWISS: SWISS_ORDER,
    Format.POD_ROTATION: POD_ORDER,
    Format.POD_SWISS: POD_ORDER,
}


def advancing_count(terms: FormatTerms, stage: str, pairings: int) -> int:
    """Return how many of a pairing go on; 0: nobody is eliminated. `pairings` include byes."""
    if terms.format is Format.POD_KNOCKOUT:
        return terms.advance if pairings > 1 else 1
    return 1 if stage == KNOCKOUT else 0


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
        return FORMATS[self.terms.format].next(self, history, withdrawn)

    def places(self, history: History, withdrawn: Withdrawn = ()) -> Places:
        """Return rank and entrant, best first."""
        return FORMATS[self.terms.format].places(self, history, withdrawn)

    def standings(self, history: History, withdrawn: Withdrawn = ()) -> list[list[StandingsRow]]:
        """Return a table a group, one for a league or Swiss, none for a knockout."""
        if self.terms.format is Format.GROUPS:
            return [self._group_table(history, withdrawn, group) for group in self.groups()]
        order = ORDERS.get(self.terms.format)
        return [table(self._ledger(history, withdrawn), self.tie_breaks or order)] if order else []

    def bracket(self, history: History = (), withdrawn: Withdrawn = ()) -> Bracket | None:
        """Return the bracket once drawn, or None."""
        match self.terms.format:
            case Format.SINGLE_ELIMINATION:
                return knockout.single_elimination(
                    self.entrants, third_place=self.terms.third_place
                )
            case Format.DOUBLE_ELIMINATION:
                return knockout.double_elimination(self.entrants, reset=self.terms.reset)
            case Format.GROUPS:
                return self._knockout(history, withdrawn)
            case _:
                return None

    # --- groups -----------------------------------------------------------------------------

    def groups(self) -> list[list[Entrant]]:
        return groups.draw(self.entrants, self.terms.groups, advance=self.terms.advance)

    def _group_table(
        self, history: History, withdrawn: Withdrawn, group: Sequence[Entrant]
    ) -> list[StandingsRow]:
        played = [held.result for held in history if held.stage == MAIN]
        own = [result for result in played if set(result.entrants) <= set(group)]
        meetings = (len(group) - 1) * (2 if self.terms.double else 1)
        counting = without_early_leavers(own, withdrawn, meetings)
        left = [entrant for entrant in withdrawn if entrant in group]
        ledger = Ledger(group, counting, withdrawn=left, scheduled=True, seed=self.seed)
        return table(ledger, self.tie_breaks or ROUND_ROBIN_ORDER)

    def _knockout(self, history: History, withdrawn: Withdrawn) -> Bracket | None:
        schedule = groups.rounds(self.groups(), double=self.terms.double)
        if max((held.result.round for held in history), default=0) < len(schedule):
            return None
        ranked = [
            [row.entrant for row in self._group_table(history, withdrawn, group)]
            for group in self.groups()
        ]
        seeds = groups.seeds_for_knockout(ranked, self.seed, advance=self.terms.advance)
        third = self.terms.third_place and len(seeds) >= 4
        return knockout.single_elimination(seeds, third_place=third)

    # --- results ----------------------------------------------------------------------------

    def _ledger(self, history: History, withdrawn: Withdrawn) -> Ledger:
        results = [held.result for held in history]
        scheduled = self.terms.format is Format.ROUND_ROBIN
        if scheduled:
            meetings = (len(self.entrants) - 1) * (2 if self.terms.double else 1)
            results = without_early_leavers(results, withdrawn, meetings)
        return Ledger(
            self.entrants, results, withdrawn=withdrawn, scheduled=scheduled, seed=self.seed
        )


# --- how each format goes on, and how it ends ---------------------------------------------------


def _rounds(history: History) -> int:
    return max((held.result.round for held in history), default=0)


def _results(history: History) -> list[Result]:
    return [held.result for held in history]


def _round_plan(coming: Round) -> RoundPlan:
    return RoundPlan(coming.number, MAIN, tuple(map(PairingPlan, coming.tables)), coming.byes)


def _next_scheduled(plan: TournamentPlan, history: History, _gone: Withdrawn) -> RoundPlan | None:
    schedule = round_robin.rounds(plan.entrants, double=plan.terms.double)
    played = _rounds(history)
    return _round_plan(schedule[played]) if played < len(schedule) else None


def _next_swiss(plan: TournamentPlan, history: History, withdrawn: Withdrawn) -> RoundPlan | None:
    most = chosen_rounds(plan.terms, len(plan.entrants))
    if _rounds(history) >= most or len(set(plan.entrants) - set(withdrawn)) < 2:
        return None
    return _round_plan(
        swiss.next_round(
            plan.entrants,
            _results(history),
            plan.seed,
            withdrawn=withdrawn,
            mirrored=plan.mirrored,
            rematches=plan.rematches,
        )
    )


def _next_in_bracket(
    plan: TournamentPlan, history: History, withdrawn: Withdrawn
) -> RoundPlan | None:
    bracket = plan.bracket(history, withdrawn)
    if bracket is None:
        return None
    ready = bracket.after(_winners(plan, history), withdrawn).ready
    tables = [
        PairingPlan(tuple(one for one in fixture.entrants if one is not None), fixture.match.number)
        for fixture in ready
    ]
    return RoundPlan(_rounds(history) + 1, KNOCKOUT, tuple(tables)) if tables else None


def _winners(plan: TournamentPlan, history: History) -> dict[int, Entrant]:
    """Map codes to winners; ties go to the better seed."""
    winners = {}
    for held in history:
        ranks = dict(zip(held.result.entrants, held.result.ranks, strict=True))
        fit = [one for one in plan.entrants if one in ranks.keys() - held.result.forfeits]
        if held.code is not None and fit:
            winners[held.code] = min(fit, key=lambda one: ranks[one])
    return winners


def _next_of_groups(
    plan: TournamentPlan, history: History, withdrawn: Withdrawn
) -> RoundPlan | None:
    drawn = plan.groups()
    schedule = groups.rounds(drawn, double=plan.terms.double)
    played = _rounds(history)
    if played >= len(schedule):
        return _next_in_bracket(plan, history, withdrawn)
    number = {entrant: group for group, members in enumerate(drawn) for entrant in members}
    coming = schedule[played]
    tables = [PairingPlan(one, None, number[one[0]]) for one in coming.tables]
    return RoundPlan(coming.number, MAIN, tuple(tables), coming.byes)


def _next_pods(plan: TournamentPlan, history: History, withdrawn: Withdrawn) -> RoundPlan | None:
    terms = plan.terms
    if _rounds(history) >= chosen_rounds(terms, len(plan.entrants)):
        return None
    return _round_plan(
        pods.next_round(
            plan.entrants,
            _results(history),
            plan.seed,
            seats=terms.seats,
            fewest_seats=terms.fewest_seats,
            by_score=terms.format is Format.POD_SWISS,
            withdrawn=withdrawn,
        )
    )


def _next_pod_knockout(
    plan: TournamentPlan, history: History, withdrawn: Withdrawn
) -> RoundPlan | None:
    terms = plan.terms
    coming = pods.knockout_round(
        plan.entrants,
        _results(history),
        plan.seed,
        seats=terms.seats,
        advance=terms.advance,
        fewest_seats=terms.fewest_seats,
        withdrawn=withdrawn,
    )
    return coming and _round_plan(coming)


def _places_by_table(plan: TournamentPlan, history: History, withdrawn: Withdrawn) -> Places:
    return [(row.rank, row.entrant) for rows in plan.standings(history, withdrawn) for row in rows]


def _places_in_bracket(plan: TournamentPlan, history: History, withdrawn: Withdrawn) -> Places:
    bracket = plan.bracket(history, withdrawn)
    return list(bracket.after(_winners(plan, history), withdrawn).places) if bracket else []


def _places_of_groups(plan: TournamentPlan, history: History, withdrawn: Withdrawn) -> Places:
    final = _places_in_bracket(plan, history, withdrawn)
    through = {entrant for _, entrant in final}
    others = sorted(
        (row.rank, row.entrant)
        for rows in plan.standings(history, withdrawn)
        for row in rows
        if row.entrant not in through
    )
    ranks = [rank for rank, _ in others]
    shift = len(final) + 1
    return [*final, *((shift + ranks.index(rank), entrant) for rank, entrant in others)]


def _places_of_pods(plan: TournamentPlan, history: History, _gone: Withdrawn) -> Places:
    return pods.places(plan.entrants, _results(history), plan.terms.advance)


class _Kind(NamedTuple):
    next: Callable[[TournamentPlan, History, Withdrawn], RoundPlan | None]
    places: Callable[[TournamentPlan, History, Withdrawn], Places]


FORMATS: Mapping[Format, _Kind] = {
    Format.ROUND_ROBIN: _Kind(_next_scheduled, _places_by_table),
    Format.SWISS: _Kind(_next_swiss, _places_by_table),
    Format.SINGLE_ELIMINATION: _Kind(_next_in_bracket, _places_in_bracket),
    Format.DOUBLE_ELIMINATION: _Kind(_next_in_bracket, _places_in_bracket),
    Format.GROUPS: _Kind(_next_of_groups, _places_of_groups),
    Format.POD_ROTATION: _Kind(_next_pods, _places_by_table),
    Format.POD_SWISS: _Kind(_next_pods, _places_by_table),
    Format.POD_KNOCKOUT: _Kind(_next_pod_knockout, _places_of_pods),
}
