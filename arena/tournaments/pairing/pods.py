"""Pods: fewest and oldest rematches, then even strength or equal scores, balanced seats."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations

from arena.tournaments.pairing.matching import cheapest_groups
from arena.tournaments.pairing.rounds import CannotPair, Round, by_lot, field, snake
from arena.tournaments.pairing.sizes import pod_sizes, rotation_rounds
from arena.tournaments.standings.results import Entrant, Kind, Ledger, Result
from engine.messages import gettext_noop as _


def next_round(
    entrants: Sequence[Entrant],
    results: Iterable[Result],
    seed: int,
    *,
    seats: int,
    fewest_seats: int | None = None,
    by_score: bool = True,
    withdrawn: Collection[Entrant] = (),
) -> Round:
    """Pair by score (Swiss) or in rotation; entrants by seed. Raises CannotPair.

    Byes: those with fewest, lowest first. The first round is even.
    """
    ledger = Ledger(entrants, results, withdrawn=withdrawn)
    order = field(entrants, withdrawn)
    number = ledger.rounds + 1
    if by_score and number > 1:
        lots = {one: place for place, one in enumerate(by_lot(order, seed, "pods", number))}
        order.sort(key=lambda one: (-ledger.points[one], lots[one]))
    sizes, free = pod_sizes(len(order), seats, fewest_seats)
    lowest_first = list(reversed(order))
    byes = sorted(lowest_first, key=lambda one: _byes(ledger, one))[:free]
    playing = [one for one in order if one not in byes]
    if by_score and number > 1:
        begin = _in_turn(playing, sizes)
        worth = _whole([ledger.points[one] for one in playing])
        dear = [[(one - other) ** 2 for other in worth] for one in worth]
    else:
        begin = snake(playing, sizes)
        dear = _strengths(playing)
    return Round(number, _pods(ledger, playing, begin, dear, seed), tuple(byes))


def rotation(
    entrants: Sequence[Entrant],
    seed: int,
    *,
    seats: int,
    fewest_seats: int | None = None,
    rounds: int | None = None,
) -> list[Round]:
    """Return all rounds, equal to successive `next_round`. Raises CannotPair."""
    usual = rotation_rounds(len(entrants), seats, fewest_seats)
    played: list[Result] = []
    schedule = []
    for _round in range(usual if rounds is None else rounds):
        coming = next_round(
            entrants, played, seed, seats=seats, fewest_seats=fewest_seats, by_score=False
        )
        schedule.append(coming)
        tables = [*coming.tables, *((bye,) for bye in coming.byes)]
        played += [Result(coming.number, table, (1,) * len(table)) for table in tables]
    return schedule


def knockout_round(
    entrants: Sequence[Entrant],
    results: Sequence[Result],
    seed: int,
    *,
    seats: int,
    advance: int,
    fewest_seats: int | None = None,
    withdrawn: Collection[Entrant] = (),
) -> Round | None:
    """Pair the next round; None: a champion. Pods are even, byes to best seeds.

    Raises CannotPair.
    """
    field(entrants)
    left = [one for one in still_in(entrants, results, advance) if one not in withdrawn]
    if len(left) == 1:
        return None
    sizes, free = pod_sizes(len(left), seats, fewest_seats)
    is_final = len(sizes) == 1 and not free
    if not is_final and not 1 <= advance < sizes[-1]:
        raise CannotPair(
            _("%(advance)d of a pod of %(size)d cannot advance. Let fewer advance."),
            advance=advance,
            size=sizes[-1],
        )
    ledger = Ledger(entrants, results, withdrawn=withdrawn)
    byes = sorted(left, key=lambda one: _byes(ledger, one))[:free]
    playing = [one for one in left if one not in byes]
    pods = _pods(ledger, playing, snake(playing, sizes), _strengths(playing), seed)
    return Round(ledger.rounds + 1, pods, tuple(byes))


def still_in(entrants: Sequence[Entrant], results: Iterable[Result], advance: int) -> list[Entrant]:
    """Return those not eliminated; of shared ranks the better seed is ahead."""
    left = list(entrants)
    for tables in _by_round(results):
        through = {
            one
            for result in tables
            for one in _best(result, entrants)[: advance if len(tables) > 1 else 1]
        }
        left = [one for one in left if one in through]
    return left


def places(
    entrants: Sequence[Entrant], results: Sequence[Result], advance: int
) -> list[tuple[int, Entrant]]:
    """Return rank and entrant: by rounds survived, then rank in the pod."""
    rounds = list(_by_round(results))
    merits = dict.fromkeys(still_in(entrants, results, advance), (len(rounds) + 1, 0))
    for number, tables in enumerate(rounds, 1):
        for result in tables:
            for place, one in enumerate(_best(result, entrants)):
                if merits.get(one, (0, 0))[0] <= number:
                    merits[one] = (number, -place)
    order = sorted(entrants, key=lambda one: merits.get(one, (0, 0)), reverse=True)
    ranked = [merits.get(one, (0, 0)) for one in order]
    return [(1 + ranked.index(merit), one) for merit, one in zip(ranked, order, strict=True)]


def _by_round(results: Iterable[Result]) -> Iterator[list[Result]]:
    rounds: dict[int, list[Result]] = {}
    for result in results:
        rounds.setdefault(result.round, []).append(result)
    for number in sorted(rounds):
        yield rounds[number]


def _best(result: Result, entrants: Sequence[Entrant]) -> list[Entrant]:
    seats = [seat for seat, entrant in enumerate(result.entrants) if entrant not in result.forfeits]
    seats.sort(key=lambda seat: (result.ranks[seat], entrants.index(result.entrants[seat])))
    return [result.entrants[seat] for seat in seats]


def _pods(
    ledger: Ledger,
    playing: Sequence[Entrant],
    begin: Sequence[Sequence[Entrant]],
    dear: Sequence[Sequence[int]],
    seed: int,
) -> tuple[tuple[Entrant, ...], ...]:
    spread = 1 + sum(abs(cost) for row in dear for cost in row)
    costs = []
    for one, row in zip(playing, dear, strict=True):
        again = _again(ledger, one)
        costs.append(
            [spread * again[other] + cost for other, cost in zip(playing, row, strict=True)]
        )
    for place in range(len(playing)):
        costs[place][place] = 0
    index = {one: place for place, one in enumerate(playing)}
    groups = [[index[one] for one in group] for group in begin]
    number = ledger.rounds + 1
    found = sorted(cheapest_groups(groups, costs, seed, "pods", number), key=min)
    return tuple(
        _seat_pod(ledger, by_lot([playing[one] for one in sorted(group)], seed, number, place))
        for place, group in enumerate(found)
    )


def _again(ledger: Ledger, entrant: Entrant) -> Counter[Entrant]:
    """Return costs of rematches, by number, then recency."""
    times = ledger.met(entrant)
    latest = {
        meeting.opponent: row.round
        for row in ledger.appearances[entrant]
        for meeting in row.opponent_results
    }
    once_more = ledger.rounds * len(ledger.entrants) ** 2 + 1  # above the sum of all `latest`
    return Counter({one: once_more * many**2 + latest[one] for one, many in times.items()})


def _seat_pod(ledger: Ledger, pod: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Order the pod for balanced seats."""
    sat = {
        one: [row.seat for row in ledger.appearances[one] if row.kind is Kind.PLAYED] for one in pod
    }
    return min(
        permutations(pod),
        key=lambda order: sum(sat[one].count(seat) ** 2 for seat, one in enumerate(order)),
    )


def _byes(ledger: Ledger, entrant: Entrant) -> int:
    return sum(appearance.kind is Kind.BYE for appearance in ledger.appearances[entrant])


def _in_turn(order: Sequence[Entrant], sizes: Sequence[int]) -> list[list[Entrant]]:
    rest = iter(order)
    return [[next(rest) for _seat in range(size)] for size in sizes]


def _strengths(order: Sequence[Entrant]) -> list[list[int]]:
    """Return costs that are least when the pods' sums of seeds are even."""
    # The sum of squares of the pods' sums is, but for a constant, twice the sum of these products.
    centred = [2 * place - len(order) + 1 for place in range(len(order))]
    return [[one * other for other in centred] for one in centred]


def _whole(values: Sequence[Fraction]) -> list[int]:
    common = math.lcm(*(value.denominator for value in values))
    return [int(value * common) for value in values]
