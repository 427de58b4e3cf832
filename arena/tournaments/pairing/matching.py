"""The cheapest pairs (Edmonds' blossom algorithm), and cheap groups.

For groups the problem is hard (social golfer), so they come from a deterministic local search.
"""

from collections.abc import Mapping, Sequence

from engine import chance

Pair = tuple[int, int]


def cheapest_pairs(vertices: int, costs: Mapping[Pair, int]) -> list[Pair] | None:
    """Pair vertices 0, 1, ... at least cost; None if impossible. Integers are exact."""
    import networkx as nx  # noqa: PLC0415  # 0.3 s and 28 MB, needed for pairing only

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(vertices))
    dearest = max(costs.values(), default=0)
    graph.add_weighted_edges_from(
        (first, second, dearest - cost) for (first, second), cost in costs.items()
    )
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(pairs) < vertices:
        return None
    return sorted((min(pair), max(pair)) for pair in pairs)


STARTS = 24
MOST_WORK = 4_800  # starts times members: large fields are easier, but slower

Costs = Sequence[Sequence[int]]  # by member and member: symmetric, 0 for oneself


def cheapest_groups(
    groups: Sequence[Sequence[int]], costs: Costs, seed: int, *place: int | str
) -> list[list[int]]:
    """Group members 0, 1, ...; ties go to the earlier start, first of all `groups`."""
    members = [member for group in groups for member in group]
    best = _improve([list(group) for group in groups], costs)
    for start in range(1, min(STARTS, MOST_WORK // len(members)) if len(groups) > 1 else 1):
        order = list(members)
        chance.shuffle(order, seed, *place, start)
        dealt = iter(order)
        other = _improve([[next(dealt) for _ in group] for group in groups], costs)
        best = min(best, other, key=lambda groups: total(groups, costs))
    return best


def total(groups: Sequence[Sequence[int]], costs: Costs) -> int:
    """Sum costs within groups."""
    return sum(
        costs[member][other]
        for group in groups
        for place, member in enumerate(group)
        for other in group[:place]
    )


def _improve(groups: list[list[int]], costs: Costs) -> list[list[int]]:
    """Swap two members of different groups while any swap makes the groups cheaper."""
    home = {member: number for number, group in enumerate(groups) for member in group}
    with_group = [[sum(row[member] for member in group) for group in groups] for row in costs]
    members = sorted(home)
    improves = True
    while improves:
        improves = False
        for member in members:
            for other in members[:member]:
                here, there = home[member], home[other]
                if here == there:
                    continue
                mine, theirs = with_group[member], with_group[other]
                swapped = mine[there] + theirs[here] - 2 * costs[member][other]
                if swapped < mine[here] + theirs[there]:
                    improves = True
                    home[member], home[other] = there, here
                    for row, cost in zip(with_group, costs, strict=True):
                        row[here] += cost[other] - cost[member]
                        row[there] += cost[member] - cost[other]
    return [
        [member for member in members if home[member] == number] for number in range(len(groups))
    ]
