"""Pairs of least cost, through networkx's weighted matching (Edmonds' blossom algorithm)."""

from collections.abc import Mapping

Pair = tuple[int, int]


def cheapest_pairs(vertices: int, costs: Mapping[Pair, int]) -> list[Pair] | None:
    """The pairs that take in every vertex from 0 on at the least sum of costs, smaller one first.

    `costs` of 0 or more, for the pairs that may be. None where they leave somebody out. Whole
    numbers of any size are exact.
    """
    import networkx as nx  # noqa: PLC0415  # 0.3 s and 28 MB, for who pairs and not for who looks

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
