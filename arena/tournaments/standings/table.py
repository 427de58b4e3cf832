"""The standings table: points, then tie-breaks."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from arena.tournaments.standings.results import Entrant, Ledger
from arena.tournaments.standings.tie_breaks import (
    NUMBERS,
    SWISS_ORDER,
    TieBreak,
    direct_encounter,
    encounters,
    group_by_value,
)


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
    columns: list[dict[Entrant, Fraction]] = []
    for tie_break in order:
        if tie_break is TieBreak.DIRECT_ENCOUNTER:
            column, groups = _by_encounters(ledger, groups)
        else:
            column = NUMBERS[tie_break](ledger)
            groups = [part for group in groups for part in group_by_value(group, column)]
        columns.append(column)
    return _rows(ledger, groups, columns)


def _by_encounters(
    ledger: Ledger, groups: list[list[Entrant]]
) -> tuple[dict[Entrant, Fraction], list[list[Entrant]]]:
    column: dict[Entrant, Fraction] = {}
    parts: list[list[Entrant]] = []
    for group in groups:
        if len(group) > 1:
            column |= encounters(ledger, group)[0]
            parts += direct_encounter(ledger, group)
        else:
            parts.append(group)
    return column, parts


def _rows(
    ledger: Ledger, groups: list[list[Entrant]], columns: list[dict[Entrant, Fraction]]
) -> list[StandingsRow]:
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
