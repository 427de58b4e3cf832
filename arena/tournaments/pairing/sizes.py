"""Numbers of rounds, and sizes of groups and pods."""

from arena.tournaments.pairing.rounds import CannotPair
from engine.messages import gettext_noop as _


def usual_games(seats: int) -> int:
    """Return games per match of a new competition."""
    return 2 * seats


def swiss_rounds(entrants: int, more: int = 0) -> int:
    """Return log2 of the entrants, which leaves one unbeaten, plus `more` while certain.

    Magic Tournament Rules, recommended number of rounds.
    """
    return max(1, min((entrants - 1).bit_length() + more, certain_rounds(entrants)))


def certain_rounds(entrants: int) -> int:
    """Return rounds always possible without a rematch.

    While all have met under half of the others, a perfect matching exists (Dirac 1952).
    """
    return (entrants + entrants % 2) // 2


def group_sizes(entrants: int, groups: int, advance: int) -> list[int]:
    """Return even sizes. Raises CannotPair."""
    if groups < 2:
        raise CannotPair(
            _("A group stage needs at least two groups, not %(groups)d."), groups=groups
        )
    if advance < 1:
        raise CannotPair(
            _("At least one entrant of each group must advance, not %(advance)d."), advance=advance
        )
    smallest = entrants // groups
    if smallest <= advance:
        raise CannotPair(
            _(
                "With %(entrants)d entrants in %(groups)d groups, the smallest group has "
                "%(smallest)d, too few for %(advance)d to advance. Use fewer groups, fewer "
                "qualifiers or more entrants."
            ),
            entrants=entrants,
            groups=groups,
            smallest=smallest,
            advance=advance,
        )
    return [smallest + (number < entrants % groups) for number in range(groups)]


def pod_sizes(entrants: int, seats: int, fewest_seats: int | None = None) -> tuple[list[int], int]:
    """Return sizes, largest first, and byes, the last resort. Raises CannotPair."""
    fewest = max(2, seats - 1) if fewest_seats is None else fewest_seats
    if not 2 <= fewest <= seats:
        raise CannotPair(
            _("A pod cannot have %(fewest)d to %(seats)d seats. It needs at least two."),
            fewest=fewest,
            seats=seats,
        )
    for playing in range(entrants, fewest - 1, -1):
        pods = -(-playing // seats)
        if playing // pods >= fewest:
            sizes = [playing // pods + (number < playing % pods) for number in range(pods)]
            return sizes, entrants - playing
    raise CannotPair(
        _("%(entrants)d entrants are too few for a pod of %(fewest)d. Admit more."),
        entrants=entrants,
        fewest=fewest,
    )


def pod_stages(
    entrants: int, seats: int, advance: int, fewest_seats: int | None = None
) -> list[tuple[list[int], int]]:
    """Return sizes and byes by round, down to the final. Raises CannotPair."""
    stages = []
    while True:
        try:
            sizes, byes = pod_sizes(entrants, seats, fewest_seats)
        except CannotPair as error:
            raise CannotPair(
                _(
                    "If %(advance)d of each pod advance, %(entrants)d are left for the final, too "
                    "few for a pod. Change the number of qualifiers, allow smaller pods or admit "
                    "more entrants."
                ),
                advance=advance,
                entrants=entrants,
            ) from error
        stages.append((sizes, byes))
        if len(sizes) == 1 and not byes:
            return stages
        if not 1 <= advance < sizes[-1]:
            raise CannotPair(
                _(
                    "%(advance)d of a pod of %(size)d cannot advance: at least one must, but not "
                    "all. Let fewer advance."
                ),
                advance=advance,
                size=sizes[-1],
            )
        entrants = advance * len(sizes) + byes


def rotation_rounds(entrants: int, seats: int, fewest_seats: int | None = None) -> int:
    """Return the fewest rounds for all to meet."""
    sizes, _byes = pod_sizes(entrants, seats, fewest_seats)
    return -(-(entrants - 1) // (sizes[0] - 1))
