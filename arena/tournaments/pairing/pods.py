"""Pods with few and old rematches, then even in strength or equal in score; seats are balanced."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice, permutations

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
        lots = {entrant: lot for lot, entrant in enumerate(by_lot(order, seed, "pods", number))}
        order.sort(key=lambda entrant: (-ledger.points[entrant], lots[entrant]))
    sizes, free = pod_sizes(len(order), seats, fewest_seats)
    lowest_first = list(reversed(order))
    byes = sorted(lowest_first, key=lambda entrant: _count_byes(ledger, entrant))[:free]
    playing = [entrant for entrant in order if entrant not in byes]
    if by_score and number > 1:
        in_turn = iter(playing)
        begin = [list(islice(in_turn, size)) for size in sizes]
        points = [ledger.points[entrant] for entrant in playing]
        common = math.lcm(*(value.denominator for value in points))
        whole = [int(value * common) for value in points]
        costs = [[(own - other) ** 2 for other in whole] for own in whole]
    else:
        begin = snake(playing, sizes)
        costs = _strengths(playing)
    return Round(number, _seat_pods(ledger, playing, begin, costs, seed), tuple(byes))


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
    through = still_in(entrants, results, advance)
    left = [entrant for entrant in through if entrant not in withdrawn]
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
    byes = sorted(left, key=lambda entrant: _count_byes(ledger, entrant))[:free]
    playing = [entrant for entrant in left if entrant not in byes]
    pods = _seat_pods(ledger, playing, snake(playing, sizes), _strengths(playing), seed)
    return Round(ledger.rounds + 1, pods, tuple(byes))


def still_in(entrants: Sequence[Entrant], results: Iterable[Result], advance: int) -> list[Entrant]:
    """Return those not eliminated; of shared ranks the better seed is ahead."""
    left = list(entrants)
    for tables in _by_round(results):
        through = {
            entrant
            for result in tables
            for entrant in _best(result, entrants)[: advance if len(tables) > 1 else 1]
        }
        left = [entrant for entrant in left if entrant in through]
    return left


def places(
    entrants: Sequence[Entrant], results: Sequence[Result], advance: int
) -> list[tuple[int, Entrant]]:
    """Return rank and entrant: by rounds survived, then rank in the pod."""
    rounds = list(_by_round(results))
    merits = dict.fromkeys(still_in(entrants, results, advance), (len(rounds) + 1, 0))
    for number, tables in enumerate(rounds, 1):
        for result in tables:
            for place, entrant in enumerate(_best(result, entrants)):
                if merits.get(entrant, (0, 0))[0] <= number:
                    merits[entrant] = (number, -place)
    order = sorted(entrants, key=lambda entrant: merits.get(entrant, (0, 0)), reverse=True)
    ranked = [merits.get(entrant, (0, 0)) for entrant in order]
    return [
        (1 + ranked.index(merit), entrant) for merit, entrant in zip(ranked, order, strict=True)
    ]


def _by_round(results: Iterable[Result]) -> Iterator[list[Result]]:
    rounds: dict[int, list[Result]] = {}
    for result in results:
        rounds.setdefault(result.round, []).append(result)
    for number in sorted(rounds):
        yield rounds[number]


def _best(result: Result, entrants: Sequence[Entrant]) -> list[Entrant]:
    """Return those who did not forfeit by rank, then seed."""
    seats = [seat for seat, entrant in enumerate(result.entrants) if entrant not in result.forfeits]
    seats.sort(key=lambda seat: (result.ranks[seat], entrants.index(result.entrants[seat])))
    return [result.entrants[seat] for seat in seats]


def _seat_pods(
    ledger: Ledger,
    playing: Sequence[Entrant],
    begin: Sequence[Sequence[Entrant]],
    costs: Sequence[Sequence[int]],
    seed: int,
) -> tuple[tuple[Entrant, ...], ...]:
    """Group and seat the playing; rematches weigh more than any `costs` of pairs.

    `begin`: pods that are kept where none are cheaper.
    """
    above_costs = 1 + sum(abs(cost) for row in costs for cost in row)
    total_costs: list[list[int]] = []
    for entrant, row in zip(playing, costs, strict=True):
        rematches = _rematch_costs(ledger, entrant)
        total_costs.append(
            [
                above_costs * rematches[other] + cost
                for other, cost in zip(playing, row, strict=True)
            ]
        )
    for place in range(len(playing)):
        total_costs[place][place] = 0
    index = {entrant: place for place, entrant in enumerate(playing)}
    groups = [[index[entrant] for entrant in group] for group in begin]
    number = ledger.rounds + 1
    pods: list[tuple[Entrant, ...]] = []
    for group in sorted(cheapest_groups(groups, total_costs, seed, "pods", number), key=min):
        members = [playing[place] for place in sorted(group)]
        pods.append(_balance_seats(ledger, by_lot(members, seed, number, len(pods))))
    return tuple(pods)


def _rematch_costs(ledger: Ledger, entrant: Entrant) -> Counter[Entrant]:
    """Return what another meeting with each opponent costs: by their number, then recency."""
    times = ledger.met(entrant)
    latest = {
        meeting.opponent: row.round
        for row in ledger.appearances[entrant]
        for meeting in row.opponent_results
    }
    once_more = ledger.rounds * len(ledger.entrants) ** 2 + 1  # above the sum of all `latest`
    return Counter(
        {opponent: once_more * count**2 + latest[opponent] for opponent, count in times.items()}
    )


def _balance_seats(ledger: Ledger, pod: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Order the pod so that everybody gets every seat as often as possible."""
    past_seats = {
        entrant: [row.seat for row in ledger.appearances[entrant] if row.kind is Kind.PLAYED]
        for entrant in pod
    }
    return min(
        permutations(pod),
        key=lambda order: sum(
            past_seats[entrant].count(seat) ** 2 for seat, entrant in enumerate(order)
        ),
    )


def _count_byes(ledger: Ledger, entrant: Entrant) -> int:
    return sum(appearance.kind is Kind.BYE for appearance in ledger.appearances[entrant])


def _strengths(order: Sequence[Entrant]) -> list[list[int]]:
    """Return costs that are least when the pods' sums of seeds are even."""
    # The sum of squares of the pods' sums is, but for a constant, twice the sum of these products.
    centred = [2 * place - len(order) + 1 for place in range(len(order))]
    return [[own * other for other in centred] for own in centred]
