"""Round robin by the Berger tables of the FIDE Handbook (C.05, annex 1)."""

from collections.abc import Sequence

from arena.tournaments.pairing.rounds import Round, field
from arena.tournaments.standings.results import Entrant


def rounds(entrants: Sequence[Entrant], *, double: bool = False) -> list[Round]:
    """Every round: everybody meets everybody once, or twice with the seats changed.

    The order of the entrants gives their numbers in the table; FIDE draws it by lot. Over a single
    round robin everybody sits first as often as second, give or take one. With an odd number each
    has one free round. Of a double one the first half ends with its last two rounds exchanged, so
    that nobody has the same seat three times running. Raises CannotPair for fewer than two.
    """
    tables = berger(len(field(entrants)))
    if double:
        tables[-2:] = tables[:-3:-1]
        tables += [[(second, first) for first, second in table] for table in berger(len(entrants))]
    return [_round(entrants, number, table) for number, table in enumerate(tables, 1)]


def berger(entrants: int) -> list[list[tuple[int, int]]]:
    """The Berger table for an even number, or the next: pairs of numbers from 1, first seat first.

    From round to round everybody moves on by half the field, except the last number, which stays
    and changes seats.
    """
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


def _round(entrants: Sequence[Entrant], number: int, table: list[tuple[int, int]]) -> Round:
    """With the entrants' names; the number beyond them gives a free round."""
    seated = tuple(
        (entrants[first - 1], entrants[second - 1])
        for first, second in table
        if max(first, second) <= len(entrants)
    )
    free = [min(pair) for pair in table if max(pair) > len(entrants)]
    return Round(number, seated, tuple(entrants[one - 1] for one in free))
