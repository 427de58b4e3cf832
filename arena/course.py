"""A tournament's plan: next round and ranks, pure functions of plan and history."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arena.pairing import Format, Round, Terms, groups, knockout, pods, round_robin, swiss
from arena.pairing.bracket import Bracket
from arena.pairing.outline import chosen_rounds
from arena.standings import (
    POD_ORDER,
    ROUND_ROBIN_ORDER,
    SWISS_ORDER,
    Entrant,
    Ledger,
    Result,
    Row,
    TieBreak,
    table,
    without_early_leavers,
)

MAIN, KNOCKOUT = "", "knockout"  # stages: a group stage has its knockout apart
MOST_EXTRAS = 3  # matches on new seeds for a tied knockout; then the better seed goes on


class Table(NamedTuple):
    """A pairing in seat order; `code` in a bracket, `group` from 0."""

    entrants: tuple[Entrant, ...]
    code: int | None = None
    group: int | None = None


class Stint(NamedTuple):
    """A round's pairings and byes."""

    number: int
    stage: str
    tables: tuple[Table, ...]
    byes: tuple[Entrant, ...] = ()


class Held(NamedTuple):
    """A finished pairing."""

    result: Result
    stage: str = MAIN
    code: int | None = None
    group: int | None = None


History = Sequence[Held]
Gone = Collection[Entrant]  # withdrawn entrants
Places = list[tuple[int, Entrant]]  # rank and entrant, best first

ORDERS: Mapping[Format, tuple[TieBreak, ...]] = {
    Format.ROUND_ROBIN: ROUND_ROBIN_ORDER,
    Format.SWISS: SWISS_ORDER,
    Format.POD_ROTATION: POD_ORDER,
    Format.POD_SWISS: POD_ORDER,
}


def going_on(terms: Terms, stage: str, pairings: int) -> int:
    """Return how many of a pairing go on; 0: nobody is eliminated. `pairings` include byes."""
    if terms.format is Format.POD_KNOCKOUT:
        return terms.advance if pairings > 1 else 1
    return 1 if stage == KNOCKOUT else 0


def is_undecided(ranks: Sequence[int], most: int) -> bool:
    """Return whether ranks tie between the `most` going on and the rest."""
    return 0 < most < len(ranks) and sum(rank <= most for rank in ranks) > most


@dataclass(frozen=True)
class Course:
    """What a tournament's start fixes.

    `entrants` by seed; `seed` draws lots; `mirrored`: matches rotate seats; `rematches`: allowed in
    a Swiss if needed.
    """

    terms: Terms
    entrants: tuple[Entrant, ...]
    seed: int
    mirrored: bool = True
    rematches: bool = False
    tie_breaks: tuple[TieBreak, ...] | None = None

    def next(self, history: History, gone: Gone = ()) -> Stint | None:
        """Return the next round, or None. Raises CannotPair.

        Fixed schedules may name withdrawn entrants (`gone`), who forfeit.
        """
        return FORMATS[self.terms.format].next(self, history, gone)

    def places(self, history: History, gone: Gone = ()) -> Places:
        """Return rank and entrant, best first."""
        return FORMATS[self.terms.format].places(self, history, gone)

    def standings(self, history: History, gone: Gone = ()) -> list[list[Row]]:
        """Return a table a group, one for a league or Swiss, none for a knockout."""
        if self.terms.format is Format.GROUPS:
            return [self._group_table(history, gone, group) for group in self.groups()]
        order = ORDERS.get(self.terms.format)
        return [table(self._ledger(history, gone), self.tie_breaks or order)] if order else []

    def bracket(self, history: History = (), gone: Gone = ()) -> Bracket | None:
        """Return the bracket once drawn, or None."""
        match self.terms.format:
            case Format.SINGLE_ELIMINATION:
                return knockout.single_elimination(
                    self.entrants, third_place=self.terms.third_place
                )
            case Format.DOUBLE_ELIMINATION:
                return knockout.double_elimination(self.entrants, reset=self.terms.reset)
            case Format.GROUPS:
                return self._knockout(history, gone)
            case _:
                return None

    # --- groups -----------------------------------------------------------------------------

    def groups(self) -> list[list[Entrant]]:
        return groups.draw(self.entrants, self.terms.groups, advance=self.terms.advance)

    def _group_table(self, history: History, gone: Gone, group: Sequence[Entrant]) -> list[Row]:
        played = [held.result for held in history if held.stage == MAIN]
        own = [result for result in played if set(result.entrants) <= set(group)]
        meetings = (len(group) - 1) * (2 if self.terms.double else 1)
        counting = without_early_leavers(own, gone, meetings)
        left = [entrant for entrant in gone if entrant in group]
        ledger = Ledger(group, counting, withdrawn=left, scheduled=True, seed=self.seed)
        return table(ledger, self.tie_breaks or ROUND_ROBIN_ORDER)

    def _knockout(self, history: History, gone: Gone) -> Bracket | None:
        schedule = groups.rounds(self.groups(), double=self.terms.double)
        if max((held.result.round for held in history), default=0) < len(schedule):
            return None
        ranked = [
            [row.entrant for row in self._group_table(history, gone, group)]
            for group in self.groups()
        ]
        seeds = groups.seeds_for_knockout(ranked, self.seed, advance=self.terms.advance)
        third = self.terms.third_place and len(seeds) >= 4
        return knockout.single_elimination(seeds, third_place=third)

    # --- results ----------------------------------------------------------------------------

    def _ledger(self, history: History, gone: Gone) -> Ledger:
        results = [held.result for held in history]
        scheduled = self.terms.format is Format.ROUND_ROBIN
        if scheduled:
            meetings = (len(self.entrants) - 1) * (2 if self.terms.double else 1)
            results = without_early_leavers(results, gone, meetings)
        return Ledger(self.entrants, results, withdrawn=gone, scheduled=scheduled, seed=self.seed)


# --- how each format goes on, and how it ends ---------------------------------------------------


def _rounds(history: History) -> int:
    return max((held.result.round for held in history), default=0)


def _results(history: History) -> list[Result]:
    return [held.result for held in history]


def _stint(coming: Round) -> Stint:
    return Stint(coming.number, MAIN, tuple(map(Table, coming.tables)), coming.byes)


def _next_scheduled(course: Course, history: History, _gone: Gone) -> Stint | None:
    schedule = round_robin.rounds(course.entrants, double=course.terms.double)
    played = _rounds(history)
    return _stint(schedule[played]) if played < len(schedule) else None


def _next_swiss(course: Course, history: History, gone: Gone) -> Stint | None:
    most = chosen_rounds(course.terms, len(course.entrants))
    if _rounds(history) >= most or len(set(course.entrants) - set(gone)) < 2:
        return None
    return _stint(
        swiss.next_round(
            course.entrants,
            _results(history),
            course.seed,
            withdrawn=gone,
            mirrored=course.mirrored,
            rematches=course.rematches,
        )
    )


def _next_in_bracket(course: Course, history: History, gone: Gone) -> Stint | None:
    bracket = course.bracket(history, gone)
    if bracket is None:
        return None
    ready = bracket.after(_winners(course, history), gone).ready
    tables = [
        Table(tuple(one for one in fixture.entrants if one is not None), fixture.match.number)
        for fixture in ready
    ]
    return Stint(_rounds(history) + 1, KNOCKOUT, tuple(tables)) if tables else None


def _winners(course: Course, history: History) -> dict[int, Entrant]:
    """Map codes to winners; ties go to the better seed."""
    winners = {}
    for held in history:
        ranks = dict(zip(held.result.entrants, held.result.ranks, strict=True))
        fit = [one for one in course.entrants if one in ranks.keys() - held.result.forfeits]
        if held.code is not None and fit:
            winners[held.code] = min(fit, key=lambda one: ranks[one])
    return winners


def _next_of_groups(course: Course, history: History, gone: Gone) -> Stint | None:
    drawn = course.groups()
    schedule = groups.rounds(drawn, double=course.terms.double)
    played = _rounds(history)
    if played >= len(schedule):
        return _next_in_bracket(course, history, gone)
    number = {entrant: group for group, members in enumerate(drawn) for entrant in members}
    coming = schedule[played]
    tables = [Table(one, None, number[one[0]]) for one in coming.tables]
    return Stint(coming.number, MAIN, tuple(tables), coming.byes)


def _next_pods(course: Course, history: History, gone: Gone) -> Stint | None:
    terms = course.terms
    if _rounds(history) >= chosen_rounds(terms, len(course.entrants)):
        return None
    return _stint(
        pods.next_round(
            course.entrants,
            _results(history),
            course.seed,
            seats=terms.seats,
            fewest_seats=terms.fewest_seats,
            by_score=terms.format is Format.POD_SWISS,
            withdrawn=gone,
        )
    )


def _next_pod_knockout(course: Course, history: History, gone: Gone) -> Stint | None:
    terms = course.terms
    coming = pods.knockout_round(
        course.entrants,
        _results(history),
        course.seed,
        seats=terms.seats,
        advance=terms.advance,
        fewest_seats=terms.fewest_seats,
        withdrawn=gone,
    )
    return coming and _stint(coming)


def _places_by_table(course: Course, history: History, gone: Gone) -> Places:
    return [(row.rank, row.entrant) for rows in course.standings(history, gone) for row in rows]


def _places_in_bracket(course: Course, history: History, gone: Gone) -> Places:
    bracket = course.bracket(history, gone)
    return list(bracket.after(_winners(course, history), gone).places) if bracket else []


def _places_of_groups(course: Course, history: History, gone: Gone) -> Places:
    final = _places_in_bracket(course, history, gone)
    through = {entrant for _, entrant in final}
    others = sorted(
        (row.rank, row.entrant)
        for rows in course.standings(history, gone)
        for row in rows
        if row.entrant not in through
    )
    ranks = [rank for rank, _ in others]
    shift = len(final) + 1
    return [*final, *((shift + ranks.index(rank), entrant) for rank, entrant in others)]


def _places_of_pods(course: Course, history: History, _gone: Gone) -> Places:
    return pods.places(course.entrants, _results(history), course.terms.advance)


class _Kind(NamedTuple):
    next: Callable[[Course, History, Gone], Stint | None]
    places: Callable[[Course, History, Gone], Places]


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
