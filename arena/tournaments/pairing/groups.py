from collections.abc import Sequence

from arena.tournaments.pairing import round_robin
from arena.tournaments.pairing.bracket import seed_order
from arena.tournaments.pairing.matching import cheapest_pairs
from arena.tournaments.pairing.rounds import CannotPair, Round, field, snake
from arena.tournaments.pairing.sizes import group_sizes
from arena.tournaments.standings.results import Entrant
from engine import chance
from engine.messages import gettext_noop as _

LOT_BITS = 64


def draw(entrants: Sequence[Entrant], groups: int, *, advance: int = 2) -> list[list[Entrant]]:
    """Draw even groups in snake order. Raises CannotPair unless all exceed `advance`."""
    return snake(field(entrants), group_sizes(len(entrants), groups, advance))


def rounds(groups: Sequence[Sequence[Entrant]], *, double: bool = False) -> list[Round]:
    """Merge all groups' round robins."""
    schedules = [round_robin.rounds(group, double=double) for group in groups]
    merged = []
    for number in range(1, max(map(len, schedules)) + 1):
        together = [schedule[number - 1] for schedule in schedules if len(schedule) >= number]
        merged.append(
            Round(
                number,
                tuple(table for group_round in together for table in group_round.tables),
                tuple(bye for group_round in together for bye in group_round.byes),
            )
        )
    return merged


def seeds_for_knockout(
    ranked: Sequence[Sequence[Entrant]], seed: int, *, advance: int = 2
) -> list[Entrant]:
    """Return those going on, by seed: winners in group order, then runners-up, and so on.

    Members of a group meet as late as possible; ties by lot. Raises CannotPair.
    """
    if len(ranked) < 2 or any(len(group) < advance for group in ranked):
        raise CannotPair(
            _("Two or more groups need at least %(advance)d entrants each to advance."),
            advance=advance,
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
    """Assign a group to each free row of the bracket."""
    size = len(free)
    bits = (size * len(taken[0])).bit_length()
    most = max(*free, *map(max, taken)).bit_length()
    costs: dict[tuple[int, int], int] = {}
    for column, row in enumerate(free):
        for group, rows in enumerate(taken):
            # Rows meet after as many rounds as bits up to their first difference; a meeting one
            # round earlier is worse than any number of later ones.
            early = sum(1 << bits * (most - (row ^ other).bit_length()) for other in rows)
            lot = lots[column * size + group]
            costs[column, size + group] = early << LOT_BITS | lot
    pairs = cheapest_pairs(2 * size, costs) or []
    return [group - size for _row, group in pairs]
