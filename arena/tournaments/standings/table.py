"""The standings table: points, then tie-breaks after FIDE's C.07 (in force from 1 March 2026)."""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from arena.tournaments.standings.results import (
    DRAW,
    LOSS,
    OWN_DOING,
    Appearance,
    Entrant,
    Ledger,
    OpponentResult,
)
from engine import chance


class TieBreak(StrEnum):
    """Stored values, never change one."""

    DIRECT_ENCOUNTER = "direct_encounter"
    BUCHHOLZ = "buchholz"
    BUCHHOLZ_CUT_1 = "buchholz_cut_1"
    SONNEBORN_BERGER = "sonneborn_berger"
    WINS = "wins"
    SCORE_DIFFERENCE = "score_difference"
    SEED = "seed"
    LOT = "lot"

    @property
    def explanation(self) -> str:
        return EXPLANATIONS[self]


EXPLANATIONS = {
    TieBreak.DIRECT_ENCOUNTER: "Points from matches between the tied entrants.",
    TieBreak.BUCHHOLZ: "Sum of the opponents' points: stronger opponents rank you higher.",
    TieBreak.BUCHHOLZ_CUT_1: "Buchholz without the lowest score: one weak opponent does not count.",
    TieBreak.SONNEBORN_BERGER: "Points of beaten opponents plus half those of drawn opponents.",
    TieBreak.WINS: "Matches won by playing; byes and forfeits do not count.",
    TieBreak.SCORE_DIFFERENCE: "Own scores minus the opponents' scores in all matches played.",
    TieBreak.SEED: "The better seed ranks higher.",
    TieBreak.LOT: "A lot drawn from the tournament's random seed.",
}

ROUND_ROBIN_ORDER = (
    TieBreak.DIRECT_ENCOUNTER,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.WINS,
    TieBreak.SCORE_DIFFERENCE,
)
SWISS_ORDER = (
    TieBreak.BUCHHOLZ_CUT_1,
    TieBreak.BUCHHOLZ,
    TieBreak.DIRECT_ENCOUNTER,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.WINS,
)
POD_ORDER = (TieBreak.WINS, TieBreak.BUCHHOLZ, TieBreak.SCORE_DIFFERENCE)

Values = dict[Entrant, Fraction]


def buchholz(ledger: Ledger, entrant: Entrant) -> Fraction:
    """Sum the opponents' points (C.07, 8.1)."""
    return sum((value for _, value in _opposition(ledger, entrant)), LOSS)


def buchholz_cut_1(ledger: Ledger, entrant: Entrant) -> Fraction:
    """Drop the lowest part, own absences first (C.07, 16.5)."""
    parts = list(_opposition(ledger, entrant))
    own_doing = [
        value
        for appearance, value in parts
        if appearance.kind in OWN_DOING and not ledger.scheduled
    ]
    cut = min(own_doing or [value for _, value in parts], default=LOSS)
    return sum((value for _, value in parts), LOSS) - cut


def sonneborn_berger(ledger: Ledger, entrant: Entrant) -> Fraction:
    """Weigh opponents' points by results (C.07, 9.1)."""
    return sum(
        (
            _mean(
                [result.result * _worth(ledger, entrant, result) for result in row.opponent_results]
            )
            if row.opponent_results
            else row.points * _dummy(ledger, entrant)
            for row in ledger.appearances[entrant]
        ),
        LOSS,
    )


def wins(ledger: Ledger, entrant: Entrant) -> Fraction:
    """Count wins by playing (C.07, 7.2)."""
    return Fraction(sum(appearance.is_won for appearance in ledger.appearances[entrant]))


def score_difference(ledger: Ledger, entrant: Entrant) -> Fraction:
    """Sum own scores less others' means."""
    return sum((appearance.margin for appearance in ledger.appearances[entrant]), LOSS)


# At larger tables "the opponent" is the mean of the others. Unplayed rounds follow article 16: for
# opponents see `Ledger.adjusted`; one's own are against a dummy with one's own points, but no more
# than the scheduled opponent's (forfeits) or a draw a round (all else).
def _opposition(ledger: Ledger, entrant: Entrant) -> Iterator[tuple[Appearance, Fraction]]:
    for row in ledger.appearances[entrant]:
        worths = [_worth(ledger, entrant, result) for result in row.opponent_results]
        yield row, _mean(worths) if worths else _dummy(ledger, entrant)


def _worth(ledger: Ledger, entrant: Entrant, meeting: OpponentResult) -> Fraction:
    there = ledger.adjusted[meeting.opponent]
    return there if ledger.counts(meeting) else min(ledger.points[entrant], there)


def _dummy(ledger: Ledger, entrant: Entrant) -> Fraction:
    return min(ledger.points[entrant], DRAW * ledger.rounds)


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, LOSS) / len(values)


def by_seed(ledger: Ledger) -> Values:
    return {entrant: Fraction(-number) for number, entrant in enumerate(ledger.entrants, 1)}


def by_lot(ledger: Ledger) -> Values:
    order = list(ledger.entrants)
    chance.shuffle(order, ledger.seed, "lot")
    return {entrant: Fraction(-number) for number, entrant in enumerate(order, 1)}


def for_each(value: Callable[[Ledger, Entrant], Fraction]) -> Callable[[Ledger], Values]:
    """Make a function of a ledger that gives the value of each entrant."""
    return lambda ledger: {entrant: value(ledger, entrant) for entrant in ledger.entrants}


NUMBERS: dict[TieBreak, Callable[[Ledger], Values]] = {
    TieBreak.BUCHHOLZ: for_each(buchholz),
    TieBreak.BUCHHOLZ_CUT_1: for_each(buchholz_cut_1),
    TieBreak.SONNEBORN_BERGER: for_each(sonneborn_berger),
    TieBreak.WINS: for_each(wins),
    TieBreak.SCORE_DIFFERENCE: for_each(score_difference),
    TieBreak.SEED: by_seed,
    TieBreak.LOT: by_lot,
}


def encounters(ledger: Ledger, tied: Sequence[Entrant]) -> tuple[Values, dict[Entrant, int]]:
    """Return points among the tied, and numbers not met."""
    points: Values = {}
    missing: dict[Entrant, int] = {}
    among = frozenset(tied)
    for entrant in tied:
        results: dict[Entrant, list[Fraction]] = {}
        for row in ledger.appearances[entrant]:
            for result in row.opponent_results:
                if result.opponent in among and ledger.counts(result):
                    results.setdefault(result.opponent, []).append(result.result)
        points[entrant] = sum((_mean(meetings) for meetings in results.values()), LOSS)
        missing[entrant] = len(tied) - 1 - len(results)
    return points, missing


def direct_encounter(ledger: Ledger, tied: Sequence[Entrant]) -> list[list[Entrant]]:
    """Group the tied by their meetings (C.07, 6).

    Unless all have met, split off only sure leaders.
    """
    points, missing = encounters(ledger, tied)
    if any(missing.values()):
        return _alone_on_top(list(tied), points, missing)
    groups = group_by_value(tied, points)
    if len(groups) == 1:
        return groups
    return [part for group in groups for part in direct_encounter(ledger, group)]


def _alone_on_top(
    rest: list[Entrant], points: Values, missing: dict[Entrant, int]
) -> list[list[Entrant]]:
    """Split off each who leads even if the others win all meetings that they miss."""
    ahead: list[list[Entrant]] = []
    while len(rest) > 1:
        best = max(rest, key=lambda entrant: points[entrant])
        others = [entrant for entrant in rest if entrant != best]
        if any(points[best] <= points[other] + missing[other] for other in others):
            break
        ahead.append([best])
        rest = others
    return [*ahead, rest]


def group_by_value(entrants: Sequence[Entrant], values: Values) -> list[list[Entrant]]:
    """Group by value, highest first, stable."""
    groups: dict[Fraction, list[Entrant]] = {}
    for entrant in entrants:
        groups.setdefault(values[entrant], []).append(entrant)
    return [groups[value] for value in sorted(groups, reverse=True)]


class StandingsRow(NamedTuple):
    """Exact ties share `rank`; `values` None: no longer tied."""

    rank: int
    entrant: Entrant
    points: Fraction
    values: tuple[Fraction | None, ...]
    has_withdrawn: bool


def table(ledger: Ledger, order: Sequence[TieBreak] = SWISS_ORDER) -> list[StandingsRow]:
    """Return the rows, best first, ties in seed order."""
    groups = group_by_value(ledger.entrants, ledger.points)
    columns: list[Values] = []
    column: Values
    parts: list[list[Entrant]]
    for tie_break in order:
        if tie_break is TieBreak.DIRECT_ENCOUNTER:
            column, parts = {}, []
            for group in groups:
                if len(group) > 1:
                    column |= encounters(ledger, group)[0]
                    parts += direct_encounter(ledger, group)
                else:
                    parts.append(group)
            groups = parts
        else:
            column = NUMBERS[tie_break](ledger)
            groups = [part for group in groups for part in group_by_value(group, column)]
        columns.append(column)
    rows: list[StandingsRow] = []
    for group in groups:
        rank = len(rows) + 1
        rows += [
            StandingsRow(
                rank,
                entrant,
                ledger.points[entrant],
                tuple(column.get(entrant) for column in columns),
                entrant in ledger.withdrawn,
            )
            for entrant in group
        ]
    return rows
