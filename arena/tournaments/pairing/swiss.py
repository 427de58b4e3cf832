"""Swiss pairing by a minimum-cost perfect matching."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from arena.tournaments.pairing.matching import Pair, cheapest_pairs
from arena.tournaments.pairing.rounds import CannotPair, Round, field
from arena.tournaments.standings.results import Entrant, Kind, Ledger, Result
from engine import chance
from engine.messages import gettext_noop as _

SMALL = 100  # up to this size all pairs are considered; above, near ones
NEAR = 6  # places from the fold or nearest float, doubled until all are paired
LOT_BITS = 64
FREE_POINT = frozenset({Kind.BYE, Kind.FORFEIT_WIN})


@dataclass(frozen=True)
class Player:
    """An entrant to be paired, at a `place` of the field: `rank` in a `group` of equal points.

    `place`, `group`, `rank` and `seats` count from 0; `size` is the group's.
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
        """First seats minus second seats."""
        return len(self.seats) - 2 * sum(self.seats)

    @property
    def claim(self) -> tuple[int, int]:
        """Claim to the first seat: the rule, then balance."""
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
    """Pair the next round; entrants by seed. Raises CannotPair.

    `mirrored`: ignore seats. `rematches`: the fewest, if needed.
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
                "Round %(number)d cannot be paired without a rematch or a second bye. End the "
                "tournament here or allow rematches."
            ),
            number=number,
        )
    bye = len(players)
    lot = chance.numbers(1, seed, "swiss", "seats")[0]
    tables: list[tuple[Entrant, Entrant]] = []
    byes: list[Entrant] = []
    for place, opponent in pairs:
        player = players[place]
        if opponent == bye:
            byes.append(player.entrant)
        elif sits_first(player, players[opponent], lot + len(tables)):
            tables.append((player.entrant, players[opponent].entrant))
        else:
            tables.append((players[opponent].entrant, player.entrant))
    return Round(number, tuple(tables), tuple(byes))


def _players(ledger: Ledger, active: Sequence[Entrant]) -> list[Player]:
    """Return the players by points, then seed; those with equal points form a group."""
    order = sorted(active, key=lambda entrant: -ledger.points[entrant])
    players: list[Player] = []
    groups = groupby(order, key=ledger.points.__getitem__)
    for number, (_points, together) in enumerate(groups):
        group = list(together)
        for rank, entrant in enumerate(group):
            rows = ledger.appearances[entrant]
            players.append(
                Player(
                    entrant,
                    place=len(players),
                    group=number,
                    rank=rank,
                    size=len(group),
                    seats=tuple(row.seat for row in rows if row.kind is Kind.PLAYED),
                    met=frozenset(ledger.met(entrant)),
                    may_have_bye=all(row.kind not in FREE_POINT for row in rows),
                )
            )
    return players


def _pairs(
    players: Sequence[Player], seed: int, number: int, *, mirrored: bool, rematches: bool
) -> list[Pair] | None:
    """Return the best pairs by place; the number behind is the bye."""
    width = NEAR if len(players) > SMALL else len(players)
    while True:
        costs = _costs(players, width, mirrored=mirrored, rematches=rematches)
        if all(costs.get(pair) == 0 for pair in fold_pairs(len(players))):
            return fold_pairs(len(players))
        lots = chance.numbers(2 * len(costs), seed, "swiss", number)
        drawn = {
            pair: cost << LOT_BITS + len(players).bit_length() | high << 32 | low
            for (pair, cost), high, low in zip(costs.items(), lots[::2], lots[1::2], strict=True)
        }
        pairs = cheapest_pairs(len(players) + len(players) % 2, drawn)
        if pairs or width >= len(players):
            return pairs
        width *= 2


def fold_pairs(size: int) -> list[Pair]:
    """Return the pairs of the fold of one group, and the bye of the last.

    Where they cost nothing, as in the first round, no other pairing is as cheap. The search would
    find them, too, but takes seconds for hundreds of entrants.
    """
    pairs = [(place, place + size // 2) for place in range(size // 2)]
    return [*pairs, (size - 1, size)] if size % 2 else pairs


# The digits of a cost, from the highest: rematches, where allowed; the bye, to the lowest who had
# none; seats (nobody thrice running on one, nor over two more often on one than on the other: FIDE
# C.04.1); score groups, as in `swisspair` (any floats of low groups rather than one of a high one,
# short ones rather than long); even seats; the fold (upper half against lower, first against
# first). `_pairs` adds a lot of 64 bits: so no two pairings cost the same, and the result depends
# on seed and results alone.
def _costs(
    players: Sequence[Player], width: int, *, mirrored: bool, rematches: bool
) -> dict[Pair, int]:
    """Return the cost of each possible pair, still without lots.

    A digit has room for the sum of a whole round, so no sum of lower digits outweighs a higher one.
    """
    near = [
        (player, opponent)
        for player, opponent in combinations(players, 2)
        if off_the_fold(player, opponent) <= width
        and (rematches or opponent.entrant not in player.met)
    ]
    floats = sorted(
        {
            (player.group, opponent.group)
            for player, opponent in near
            if player.group != opponent.group
        },
        key=lambda groups: (-groups[0], groups[1]),
    )
    level = {groups: number for number, groups in enumerate(floats)}
    bits = len(players).bit_length()
    fold_bits = 2 * bits + 1
    top = fold_bits + bits * (len(floats) + 1)
    costs: dict[Pair, int] = {}
    for player, opponent in near:
        cost = off_the_fold(player, opponent)
        if player.group != opponent.group:
            cost += 1 << fold_bits + bits * (1 + level[player.group, opponent.group])
        if not mirrored:
            uneven, forbidden = seat_imbalance(player, opponent)
            cost += (uneven << fold_bits) + (forbidden << top)
        cost += (opponent.entrant in player.met) << top + 2 * bits + 1
        costs[player.place, opponent.place] = cost
    for player in players if len(players) % 2 else ():
        if player.may_have_bye or rematches:
            above = len(players) - 1 - player.place + len(players) * (not player.may_have_bye)
            costs[player.place, len(players)] = above << top + bits
    return costs


def off_the_fold(player: Player, opponent: Player) -> int:
    """Return the distance from the fold, for floats from the border."""
    if player.group == opponent.group:
        return abs(opponent.rank - player.rank - player.size // 2)
    return player.size - 1 - player.rank + opponent.rank


def seat_imbalance(player: Player, opponent: Player) -> tuple[bool, bool]:
    """Return whether seats get uneven by two, and by three or thrice running."""
    first, second = (player, opponent) if sits_first(player, opponent) else (opponent, player)
    ahead, behind = first.balance + 1, second.balance - 1
    thrice = first.seats[-2:] == (0, 0) or second.seats[-2:] == (1, 1)
    return ahead > 1 or behind < -1, ahead > 2 or behind < -2 or thrice


def sits_first(player: Player, opponent: Player, lot: int = 0) -> bool:
    """Return whether `player` sits first: by claim, then alternating, then by lot."""
    if player.claim != opponent.claim:
        return player.claim > opponent.claim
    for mine, theirs in zip(reversed(player.seats), reversed(opponent.seats), strict=False):
        if mine != theirs:
            return mine > theirs
    return lot % 2 == 0
