"""Swiss system for matches of two: equals meet, never twice.

The round is the cheapest perfect matching of all who may meet. What a pairing costs is a number
whose digits are, from the highest:

1. rematches (only where they are allowed at all);
2. the bye: to the lowest in the standings who has not had one;
3. seats: nobody a third time running on the same one, nor twice more often on one than the other
   allows (FIDE C.04.1, basic rules for Swiss systems);
4. score groups, as the `swisspair` package has it: rather let any number of low groups float than
   one pair of a high group, and rather float by one group than by two;
5. seats once more: as even as can be;
6. the fold: within a score group the upper half meets the lower, first against first;
7. a lot, from the seed of the tournament.

The lots have 64 bits, so that no two pairings cost the same: what comes out depends on the seed and
the results alone, not on the order in which a library looks at them.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from arena.tournaments.pairing.matching import Pair, cheapest_pairs
from arena.tournaments.pairing.rounds import CannotPair, Round, field
from arena.tournaments.standings.results import Entrant, Kind, Ledger, Result
from engine import chance
from engine.sentences import gettext_noop as _

SMALL = 100  # up to so many, whoever may meet is considered; above, who is near
NEAR = 6  # places from the fold or the nearest float, doubled while somebody is left out
LOT_BITS = 64
FREE_POINT = frozenset({Kind.BYE, Kind.FORFEIT_WIN})


@dataclass(frozen=True)
class Player:
    """An entrant before the round. `place` and `group` count from 0, the best first.

    `rank` is the place within the score group, which has `size`; `seats` are those of the matches
    played so far, 0 for the first.
    """

    entrant: Entrant
    place: int
    group: int
    rank: int
    size: int
    seats: tuple[int, ...]
    met: frozenset[Entrant]
    may_have_bye: bool

    @property
    def balance(self) -> int:
        """How much more often he sat first than second."""
        return len(self.seats) - 2 * sum(self.seats)

    @property
    def claim(self) -> tuple[int, int]:
        """His claim to the first seat, more is stronger: what the rule demands, then evenness."""
        latest = self.seats[-2:]
        must = self.balance < -1 or latest == (1, 1)
        must_not = self.balance > 1 or latest == (0, 0)
        return must - must_not, -self.balance


def next_round(
    entrants: Sequence[Entrant],
    results: Iterable[Result],
    seed: int,
    *,
    withdrawn: Collection[Entrant] = (),
    mirrored: bool = False,
    rematches: bool = False,
) -> Round:
    """The round after those of `results`, all over; `entrants` in the order of their seeds.

    `mirrored`: the matches change the seats themselves, so that seats are not looked at.
    `rematches`: allow them, as few as possible, where no pairing without is left. Raises CannotPair
    where there is none, and for fewer than two entrants.
    """
    active = field(entrants, withdrawn)
    ledger = Ledger(entrants, results, withdrawn=withdrawn)
    players = _players(ledger, active)
    number = ledger.rounds + 1
    pairs = _pairs(players, seed, number, mirrored=mirrored, rematches=False)
    if pairs is None and rematches:
        pairs = _pairs(players, seed, number, mirrored=mirrored, rematches=True)
    if pairs is None:
        raise CannotPair(
            _(
                "Round %(number)d has no pairing in which nobody meets an opponent again or has a "
                "second bye. End the tournament here, or allow rematches."
            ),
            number=number,
        )
    bye = len(players)
    tables = [(players[one], players[other]) for one, other in pairs if other < bye]
    lot = chance.numbers(1, seed, "swiss", "seats")[0]
    return Round(
        number,
        tuple((first.entrant, second.entrant) for first, second in _seated(tables, lot)),
        tuple(players[one].entrant for one, other in pairs if other == bye),
    )


def _players(ledger: Ledger, active: Sequence[Entrant]) -> list[Player]:
    """By points, then seeds."""
    order = sorted(active, key=lambda entrant: -ledger.points[entrant])
    players: list[Player] = []
    for number, (_points, together) in enumerate(
        groupby(order, key=lambda one: ledger.points[one])
    ):
        group = list(together)
        for rank, entrant in enumerate(group):
            place = len(players)
            players.append(_player(ledger, entrant, (place, number, rank, len(group))))
    return players


def _player(ledger: Ledger, entrant: Entrant, where: tuple[int, int, int, int]) -> Player:
    rows = ledger.appearances[entrant]
    return Player(
        entrant,
        *where,
        seats=tuple(one.seat for one in rows if one.kind is Kind.PLAYED),
        met=frozenset(ledger.met(entrant)),
        may_have_bye=all(one.kind not in FREE_POINT for one in rows),
    )


def _pairs(
    players: Sequence[Player], seed: int, number: int, *, mirrored: bool, rematches: bool
) -> list[Pair] | None:
    """The best pairs by places; the number behind the last place is the bye."""
    width = NEAR if len(players) > SMALL else len(players)
    while True:
        costs = _costs(players, width, mirrored=mirrored, rematches=rematches)
        lots = chance.numbers(2 * len(costs), seed, "swiss", number)
        drawn = {
            pair: cost << LOT_BITS + len(players).bit_length() | high << 32 | low
            for (pair, cost), high, low in zip(costs.items(), lots[::2], lots[1::2], strict=True)
        }
        pairs = cheapest_pairs(len(players) + len(players) % 2, drawn)
        if pairs or width >= len(players):
            return pairs
        width *= 2


def _costs(
    players: Sequence[Player], width: int, *, mirrored: bool, rematches: bool
) -> dict[Pair, int]:
    """What each pair costs, without the lot; each digit holds the sum over a whole round."""
    near = list(_near(players, width, rematches=rematches))
    floats = sorted(
        {(one.group, other.group) for one, other in near if one.group != other.group},
        key=lambda groups: (-groups[0], groups[1]),
    )
    level = {groups: number for number, groups in enumerate(floats)}
    bits = len(players).bit_length()
    fold_bits = 2 * bits + 1
    top = fold_bits + bits * (len(floats) + 1)
    costs: dict[Pair, int] = {}
    for one, other in near:
        cost = off_the_fold(one, other)
        if one.group != other.group:
            cost += 1 << fold_bits + bits * (1 + level[one.group, other.group])
        if not mirrored:
            uneven, forbidden = seat_faults(one, other)
            cost += (uneven << fold_bits) + (forbidden << top)
        cost += (other.entrant in one.met) << top + 2 * bits + 1
        costs[one.place, other.place] = cost
    for one in players if len(players) % 2 else ():
        if one.may_have_bye or rematches:
            above = len(players) - 1 - one.place + len(players) * (not one.may_have_bye)
            costs[one.place, len(players)] = above << top + bits
    return costs


def _near(
    players: Sequence[Player], width: int, *, rematches: bool
) -> Iterator[tuple[Player, Player]]:
    for one, other in combinations(players, 2):
        if off_the_fold(one, other) <= width and (rematches or other.entrant not in one.met):
            yield one, other


def off_the_fold(one: Player, other: Player) -> int:
    """How many places this is from where the upper half of a group would meet the lower.

    Where they float: from the last of the upper group meeting the first of the lower.
    """
    if one.group == other.group:
        return abs(other.rank - one.rank - one.size // 2)
    return one.size - 1 - one.rank + other.rank


def seat_faults(one: Player, other: Player) -> tuple[bool, bool]:
    """Whether a pair leaves seats uneven by two, and whether by three or thrice running."""
    first, second = (one, other) if sits_first(one, other) else (other, one)
    ahead, behind = first.balance + 1, second.balance - 1
    thrice = first.seats[-2:] == (0, 0) or second.seats[-2:] == (1, 1)
    return ahead > 1 or behind < -1, ahead > 2 or behind < -2 or thrice


def sits_first(one: Player, other: Player, lot: int = 0) -> bool:
    """Whether `one` sits first: who must, to keep to the rule; else who did so less often.

    Else who did not in the latest round in which they sat differently; before any, the lot decides.
    """
    if one.claim != other.claim:
        return one.claim > other.claim
    for mine, theirs in zip(reversed(one.seats), reversed(other.seats), strict=False):
        if mine != theirs:
            return mine > theirs
    return lot % 2 == 0


def _seated(tables: Iterable[tuple[Player, Player]], lot: int) -> Iterator[tuple[Player, Player]]:
    for number, (one, other) in enumerate(tables):
        yield (one, other) if sits_first(one, other, lot + number) else (other, one)
