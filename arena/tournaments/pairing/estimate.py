"""How long a tournament takes, said before it begins; and whether it can be at all."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from arena.tournaments.pairing.rounds import CannotPair
from engine.sentences import Sentence
from engine.sentences import gettext_noop as _

MORE_ROUNDS = 1  # of a new Swiss


class Format(StrEnum):
    """The formats of tournaments; the values are stored, never change one."""

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
        """Whether it is for tables of more than two."""
        return self in {Format.POD_ROTATION, Format.POD_SWISS, Format.POD_KNOCKOUT}

    @property
    def has_rounds(self) -> bool:
        """Return whether the number of rounds can be chosen."""
        return self in {Format.SWISS, Format.POD_ROTATION, Format.POD_SWISS}


@dataclass(frozen=True)
class Terms:
    """What an organiser chooses. Each format looks at its own choices only.

    `rounds`: of a Swiss or a rotation, None for the usual number; `more_rounds`: beyond it in a
    Swiss, as far as they are certain to be paired. `seats` and `fewest_seats`: of a pod, None for
    one seat less, down to two. `advance`: from each group or pod.
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
        """Return how many meet: `seats` in pods, else two."""
        return self.seats if self.format.needs_pods else 2


class Estimate(NamedTuple):
    """Rounds, and matches at least and at most (they differ where a final may be played again).

    `caution`: a line for the organiser where it may not come to that.
    """

    rounds: int
    matches: int
    most_matches: int
    caution: Sentence | None = None


def estimate(terms: Terms, entrants: int) -> Estimate:
    """How long it takes with so many entrants, if nobody withdraws. Raises CannotPair."""
    if entrants < 2:
        raise CannotPair(
            _("A tournament needs two entrants at least, not %(entrants)d. Admit more."),
            entrants=entrants,
        )
    return _OUTLINES[terms.format](terms, entrants)


def usual_games(seats: int) -> int:
    """Return the usual number of games a match in a new tournament: every seat twice."""
    return 2 * seats


def usual_choices(kind: Format) -> dict[str, Any]:
    """Return the terms of a new tournament that an organiser left open.

    They are stored with it: what is not stored is as in tournaments that were made before.
    """
    return {"more_rounds": MORE_ROUNDS} if kind in {Format.SWISS, Format.POD_SWISS} else {}


def chosen_rounds(terms: Terms, entrants: int) -> int:
    """Return the number of rounds of a Swiss or a rotation. Raises CannotPair."""
    if terms.rounds is not None:
        return terms.rounds
    if terms.format is Format.POD_ROTATION:
        return rotation_rounds(entrants, terms.seats, terms.fewest_seats)
    return swiss_rounds(entrants, terms.more_rounds)


def swiss_rounds(entrants: int, more: int = 0) -> int:
    """The usual number of rounds: enough for one entrant alone to have won all his matches.

    That is the logarithm to base 2, as Magic tournaments have it (Magic Tournament Rules, appendix
    on the recommended number of rounds), with so many `more`, and never more than are certain to be
    paired.
    """
    return max(1, min((entrants - 1).bit_length() + more, certain_rounds(entrants)))


def certain_rounds(entrants: int) -> int:
    """So many rounds can always be paired without a rematch, whatever the results.

    While everybody has met less than half of the others (the bye counted as one), who may still
    meet makes a graph with a perfect matching (Dirac 1952).
    """
    return (entrants + entrants % 2) // 2


def group_sizes(entrants: int, groups: int, advance: int) -> list[int]:
    """The sizes of the groups, as even as can be. Raises CannotPair where they cannot be formed."""
    if groups < 2:
        raise CannotPair(_("A group stage has two groups at least, not %(groups)d."), groups=groups)
    if advance < 1:
        raise CannotPair(
            _("One entrant of each group must go on at least, not %(advance)d."), advance=advance
        )
    smallest = entrants // groups
    if smallest <= advance:
        raise CannotPair(
            _(
                "%(entrants)d entrants in %(groups)d groups: the smallest has %(smallest)d, and "
                "%(advance)d of each go on. Make fewer groups, let fewer go on, or admit more "
                "entrants."
            ),
            entrants=entrants,
            groups=groups,
            smallest=smallest,
            advance=advance,
        )
    return [smallest + (number < entrants % groups) for number in range(groups)]


def pod_sizes(entrants: int, seats: int, fewest_seats: int | None = None) -> tuple[list[int], int]:
    """The sizes of the pods, the largest first, and the number of byes that remain.

    Full pods, else some of them smaller, by one seat where that is enough: nobody who could play
    sits out, and no stranger fills a seat. Byes remain only where the seats that the game allows
    leave no other way. Raises CannotPair for fewer entrants than make one pod.
    """
    fewest = max(2, seats - 1) if fewest_seats is None else fewest_seats
    if not 2 <= fewest <= seats:
        raise CannotPair(
            _("A pod cannot have %(fewest)d to %(seats)d seats: two at least."),
            fewest=fewest,
            seats=seats,
        )
    for playing in range(entrants, fewest - 1, -1):
        pods = -(-playing // seats)
        if playing // pods >= fewest:
            sizes = [playing // pods + (number < playing % pods) for number in range(pods)]
            return sizes, entrants - playing
    raise CannotPair(
        _("%(entrants)d entrants do not make a pod of %(fewest)d. Admit more."),
        entrants=entrants,
        fewest=fewest,
    )


def pod_stages(
    entrants: int, seats: int, advance: int, fewest_seats: int | None = None
) -> list[tuple[list[int], int]]:
    """The rounds of a knockout in pods: sizes of the pods and byes, down to one pod, the final.

    Raises CannotPair where so many going on would never lead to a final, or past it.
    """
    stages = []
    while True:
        try:
            sizes, byes = pod_sizes(entrants, seats, fewest_seats)
        except CannotPair as error:
            raise CannotPair(
                _(
                    "With %(advance)d of each pod going on, %(entrants)d would be left for a "
                    "final, too few for a pod. Let more or fewer go on, allow smaller pods, or "
                    "admit more."
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
                    "%(advance)d of a pod of %(size)d cannot go on: one at least, and not all. "
                    "Let fewer go on."
                ),
                advance=advance,
                size=sizes[-1],
            )
        entrants = advance * len(sizes) + byes


def rotation_rounds(entrants: int, seats: int, fewest_seats: int | None = None) -> int:
    """The usual number of rounds: the fewest in which everybody could meet everybody."""
    sizes, _byes = pod_sizes(entrants, seats, fewest_seats)
    return -(-(entrants - 1) // (sizes[0] - 1))


def _round_robin(terms: Terms, entrants: int) -> Estimate:
    cycles = 2 if terms.double else 1
    matches = cycles * entrants * (entrants - 1) // 2
    return Estimate(cycles * (entrants - 1 + entrants % 2), matches, matches)


def _swiss(terms: Terms, entrants: int) -> Estimate:
    rounds = chosen_rounds(terms, entrants)
    _at_least_one(rounds)
    possible = entrants - 1 + entrants % 2
    if rounds > possible:
        raise CannotPair(
            _(
                "%(rounds)d rounds of Swiss need more than %(entrants)d entrants: after "
                "%(possible)d rounds everybody has met everybody. Plan fewer rounds."
            ),
            rounds=rounds,
            entrants=entrants,
            possible=possible,
        )
    certain = certain_rounds(entrants)
    caution = Sentence(
        _(
            "Only %(certain)d rounds are certain to be paired without a rematch; a round robin "
            "would take %(possible)d."
        ),
        {"certain": certain, "possible": possible},
    )
    matches = rounds * (entrants // 2)
    return Estimate(rounds, matches, matches, caution if rounds > certain else None)


def _single_elimination(terms: Terms, entrants: int) -> Estimate:
    if terms.third_place and entrants < 4:
        raise CannotPair(_("A match for the third place needs four entrants at least."))
    matches = entrants - 1 + terms.third_place
    return Estimate((entrants - 1).bit_length(), matches, matches)


def _double_elimination(terms: Terms, entrants: int) -> Estimate:
    """Rounds as the winner of the losers' bracket plays them, who has the most."""
    if entrants < 3:
        raise CannotPair(_("Double elimination needs three entrants at least."))
    full = (entrants - 1).bit_length()
    matches = 2 * entrants - 2
    return Estimate(2 * full + terms.reset, matches, matches + terms.reset)


def _groups(terms: Terms, entrants: int) -> Estimate:
    sizes = group_sizes(entrants, terms.groups, terms.advance)
    inside = [_round_robin(terms, size) for size in sizes]
    after = _single_elimination(terms, terms.groups * terms.advance)
    matches = sum(one.matches for one in inside) + after.matches
    return Estimate(inside[0].rounds + after.rounds, matches, matches)


def _pods(terms: Terms, entrants: int) -> Estimate:
    sizes, byes = pod_sizes(entrants, terms.seats, terms.fewest_seats)
    rounds = chosen_rounds(terms, entrants)
    _at_least_one(rounds)
    caution = Sentence(_("%(byes)d of them sit out in each round."), {"byes": byes})
    matches = rounds * len(sizes)
    return Estimate(rounds, matches, matches, caution if byes else None)


def _pod_knockout(terms: Terms, entrants: int) -> Estimate:
    stages = pod_stages(entrants, terms.seats, terms.advance, terms.fewest_seats)
    matches = sum(len(sizes) for sizes, _entrants in stages)
    return Estimate(len(stages), matches, matches)


def _at_least_one(rounds: int) -> None:
    if rounds < 1:
        raise CannotPair(_("A tournament has one round at least, not %(rounds)d."), rounds=rounds)


_OUTLINES: dict[Format, Callable[[Terms, int], Estimate]] = {
    Format.ROUND_ROBIN: _round_robin,
    Format.SWISS: _swiss,
    Format.SINGLE_ELIMINATION: _single_elimination,
    Format.DOUBLE_ELIMINATION: _double_elimination,
    Format.GROUPS: _groups,
    Format.POD_ROTATION: _pods,
    Format.POD_SWISS: _pods,
    Format.POD_KNOCKOUT: _pod_knockout,
}
