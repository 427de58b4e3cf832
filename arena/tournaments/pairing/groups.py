"""A group stage, from which the best of each group go on into a knockout."""

from collections.abc import Sequence

from arena.tournaments.pairing import round_robin
from arena.tournaments.pairing.estimate import group_sizes
from arena.tournaments.pairing.knockout import seed_order
from arena.tournaments.pairing.matching import cheapest_pairs
from arena.tournaments.pairing.rounds import CannotPair, Round, field, snake
from arena.tournaments.standings.results import Entrant
from engine import chance
from engine.sentences import gettext_noop as _

LOT_BITS = 64


def draw(entrants: Sequence[Entrant], groups: int, *, advance: int = 2) -> list[list[Entrant]]:
    """Groups as strong as each other, best seed first: the seeds are dealt there and back again.

    Raises CannotPair where not every group would have more entrants than `advance` from it.
    """
    return snake(field(entrants), group_sizes(len(entrants), groups, advance))


def rounds(groups: Sequence[Sequence[Entrant]], *, double: bool = False) -> list[Round]:
    """Round robins in all groups at once: tables of the first group first."""
    schedules = [round_robin.rounds(group, double=double) for group in groups]
    merged = []
    for number in range(1, max(map(len, schedules)) + 1):
        now = [schedule[number - 1] for schedule in schedules if len(schedule) >= number]
        merged.append(
            Round(
                number,
                tuple(table for one in now for table in one.tables),
                tuple(bye for one in now for bye in one.byes),
            )
        )
    return merged


def seeds_for_knockout(
    ranked: Sequence[Sequence[Entrant]], seed: int, *, advance: int = 2
) -> list[Entrant]:
    """Those who go on, in the order of their seeds for the bracket.

    `ranked`: the groups, each from the first to the last of its standings. All first ones are
    seeded before all second ones, and so on; the first ones in the order of the groups, all others
    so that two of one group meet as late as can be, and by a lot where that leaves a choice. Raises
    CannotPair where a group has too few.
    """
    if len(ranked) < 2 or any(len(group) < advance for group in ranked):
        raise CannotPair(
            _("Each of two groups or more needs %(advance)d entrants who go on."), advance=advance
        )
    rows = seed_order(1 << (len(ranked) * advance - 1).bit_length())
    row_of = {number: row for row, number in enumerate(rows)}
    taken = [[row_of[number]] for number in range(1, len(ranked) + 1)]
    seeds = [group[0] for group in ranked]
    for place in range(1, advance):
        free = [row_of[len(seeds) + number] for number in range(1, len(ranked) + 1)]
        chosen = _groups_for(free, taken, chance.numbers(len(free) ** 2, seed, "groups", place))
        for row, group in zip(free, chosen, strict=True):
            taken[group].append(row)
        seeds += [ranked[group][place] for group in chosen]
    return seeds


def _groups_for(
    free: Sequence[int], taken: Sequence[Sequence[int]], lots: Sequence[int]
) -> list[int]:
    """For each free row of the bracket the group whose entrant is put there.

    Two rows meet after as many rounds as the numbers of the rows have bits to their first
    difference; a meeting one round earlier is worse than any number of later ones.
    """
    size = len(free)
    bits = (size * len(taken[0])).bit_length()
    most = max(*free, *map(max, taken)).bit_length()
    costs: dict[tuple[int, int], int] = {}
    for column, row in enumerate(free):
        for group, rows in enumerate(taken):
            early = sum(1 << bits * (most - (row ^ other).bit_length()) for other in rows)
            lot = lots[column * size + group]
            costs[column, size + group] = early << LOT_BITS | lot
    pairs = cheapest_pairs(2 * size, costs) or []
    return [group - size for _row, group in pairs]
