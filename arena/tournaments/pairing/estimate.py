from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from arena.tournaments.pairing.rounds import CannotPair
from engine.messages import Message
from engine.messages import gettext_noop as _

MORE_ROUNDS = 1  # of a new Swiss


class Format(StrEnum):
    """Stored values, never change one."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    SINGLE_ELIMINATION = "single_elimination"
    DOUBLE_ELIMINATION = "double_elimination"
    GROUPS = "groups"
    POD_ROTATION = "pod_rotation"
    POD_SWISS = "pod_swiss"
    POD_KNOCKOUT = "pod_knockout"

    @property
    def needs_pods(self) -> bool:
        """Whether over two meet."""
        return self in {Format.POD_ROTATION, Format.POD_SWISS, Format.POD_KNOCKOUT}

    @property
    def has_rounds(self) -> bool:
        return self in {Format.SWISS, Format.POD_ROTATION, Format.POD_SWISS}


@dataclass(frozen=True)
class FormatTerms:
    """An organiser's choices; each format reads its own.

    `rounds` None: the usual. `fewest_seats` None: one fewer. `advance`: from each group or pod.
    """

    format: Format
    double: bool = False
    rounds: int | None = None
    more_rounds: int = 0
    groups: int = 2
    advance: int = 2
    third_place: bool = False
    reset: bool = True
    seats: int = 4
    fewest_seats: int | None = None

    @property
    def at_a_table(self) -> int:
        return self.seats if self.format.needs_pods else 2


class Estimate(NamedTuple):
    """`most_matches`: if a final repeats; `caution`: for organisers."""

    rounds: int
    matches: int
    most_matches: int
    caution: Message | None = None


def estimate(terms: FormatTerms, entrants: int) -> Estimate:
    """Estimate a tournament. Raises CannotPair."""
    if entrants < 2:
        raise CannotPair(
            _("A tournament needs at least two entrants, not %(entrants)d. Admit more."),
            entrants=entrants,
        )
    return _OUTLINES[terms.format](terms, entrants)


def usual_games(seats: int) -> int:
    return 2 * seats


def usual_choices(kind: Format) -> dict[str, Any]:
    """Return defaults stored with new tournaments; old ones lack them."""
    return {"more_rounds": MORE_ROUNDS} if kind in {Format.SWISS, Format.POD_SWISS} else {}


def chosen_rounds(terms: FormatTerms, entrants: int) -> int:
    """Return rounds of a Swiss or rotation. Raises CannotPair."""
    if terms.rounds is not None:
        return terms.rounds
    if terms.format is Format.POD_ROTATION:
        return rotation_rounds(entrants, terms.seats, terms.fewest_seats)
    return swiss_rounds(entrants, terms.more_rounds)


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


def _round_robin(terms: FormatTerms, entrants: int) -> Estimate:
    cycles = 2 if terms.double else 1
    matches = cycles * entrants * (entrants - 1) // 2
    return Estimate(cycles * (entrants - 1 + entrants % 2), matches, matches)


def _swiss(terms: FormatTerms, entrants: int) -> Estimate:
    rounds = chosen_rounds(terms, entrants)
    _at_least_one(rounds)
    possible = entrants - 1 + entrants % 2
    if rounds > possible:
        raise CannotPair(
            _(
                "%(rounds)d Swiss rounds need more than %(entrants)d entrants: after %(possible)d "
                "rounds, everyone has played everyone. Plan fewer rounds."
            ),
            rounds=rounds,
            entrants=entrants,
            possible=possible,
        )
    certain = certain_rounds(entrants)
    caution = Message(
        _(
            "Only %(certain)d rounds are certain to be paired without rematches; a round robin "
            "takes %(possible)d."
        ),
        {"certain": certain, "possible": possible},
    )
    matches = rounds * (entrants // 2)
    return Estimate(rounds, matches, matches, caution if rounds > certain else None)


def _single_elimination(terms: FormatTerms, entrants: int) -> Estimate:
    if terms.third_place and entrants < 4:
        raise CannotPair(_("A third-place match needs at least four entrants."))
    matches = entrants - 1 + terms.third_place
    return Estimate((entrants - 1).bit_length(), matches, matches)


def _double_elimination(terms: FormatTerms, entrants: int) -> Estimate:
    """Count rounds of the losers' bracket's winner."""
    if entrants < 3:
        raise CannotPair(_("Double elimination needs at least three entrants."))
    full = (entrants - 1).bit_length()
    matches = 2 * entrants - 2
    return Estimate(2 * full + terms.reset, matches, matches + terms.reset)


def _groups(terms: FormatTerms, entrants: int) -> Estimate:
    sizes = group_sizes(entrants, terms.groups, terms.advance)
    inside = [_round_robin(terms, size) for size in sizes]
    after = _single_elimination(terms, terms.groups * terms.advance)
    matches = sum(one.matches for one in inside) + after.matches
    return Estimate(inside[0].rounds + after.rounds, matches, matches)


def _pods(terms: FormatTerms, entrants: int) -> Estimate:
    sizes, byes = pod_sizes(entrants, terms.seats, terms.fewest_seats)
    rounds = chosen_rounds(terms, entrants)
    _at_least_one(rounds)
    caution = Message(_("%(byes)d of them have a bye in each round."), {"byes": byes})
    matches = rounds * len(sizes)
    return Estimate(rounds, matches, matches, caution if byes else None)


def _pod_knockout(terms: FormatTerms, entrants: int) -> Estimate:
    stages = pod_stages(entrants, terms.seats, terms.advance, terms.fewest_seats)
    matches = sum(len(sizes) for sizes, _entrants in stages)
    return Estimate(len(stages), matches, matches)


def _at_least_one(rounds: int) -> None:
    if rounds < 1:
        raise CannotPair(_("A tournament needs at least one round, not %(rounds)d."), rounds=rounds)


_OUTLINES: dict[Format, Callable[[FormatTerms, int], Estimate]] = {
    Format.ROUND_ROBIN: _round_robin,
    Format.SWISS: _swiss,
    Format.SINGLE_ELIMINATION: _single_elimination,
    Format.DOUBLE_ELIMINATION: _double_elimination,
    Format.GROUPS: _groups,
    Format.POD_ROTATION: _pods,
    Format.POD_SWISS: _pods,
    Format.POD_KNOCKOUT: _pod_knockout,
}
