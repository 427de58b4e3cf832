"""Berger tables (FIDE Handbook C.05, annex 1)."""

from collections.abc import Sequence

from arena.tournaments.pairing.rounds import Round, field
from arena.tournaments.standings.results import Entrant


def rounds(entrants: Sequence[Entrant], *, double: bool = False) -> list[Round]:
    """Pair everybody once, or twice with seats swapped. Raises CannotPair."""
    tables = berger(len(field(entrants)))
    if double:
        # So that nobody has the same seat three times running.
        tables[-2:] = tables[:-3:-1]
        tables += [[(second, first) for first, second in table] for table in berger(len(entrants))]
    schedule = []
    for number, table in enumerate(tables, 1):
        seated = tuple(
            (entrants[first - 1], entrants[second - 1])
            for first, second in table
            if max(first, second) <= len(entrants)
        )
        byes = [min(pair) for pair in table if max(pair) > len(entrants)]
        schedule.append(Round(number, seated, tuple(entrants[place - 1] for place in byes)))
    return schedule


def berger(entrants: int) -> list[list[tuple[int, int]]]:
    """Return pairs from 1, first seat first; all move by half the field but the last."""
    last = entrants + entrants % 2
    circle = last - 1
    table = []
    for number in range(circle):
        top = number * (last // 2) % circle
        pair = (top + 1, last) if number % 2 == 0 else (last, top + 1)
        others = [
            ((top + step) % circle + 1, (top - step) % circle + 1) for step in range(1, last // 2)
        ]
        table.append([pair, *others])
    return table
