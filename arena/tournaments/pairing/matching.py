"""Minimum-cost matching (Edmonds' blossom algorithm)."""

from collections.abc import Mapping

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
