"""UCT: Monte Carlo that remembers, in a tree, what all seats then did best."""

from __future__ import annotations

import time
from math import log, sqrt, tanh
from typing import Any

from kit.sdk import Request
from kit.sdk.building import candidates, play_on

wants = ["state"]

PONDER = 0.15  # CPU seconds per decision
SHARE = 1 / 20  # of the remaining clock, so it never runs out
CURIOSITY = 0.5  # for rarely tried answers
NARROW = 12.0  # points of a lead beyond which more of them hardly matter


class Node:
    """The state of the search after an answer."""

    def __init__(self) -> None:
        self.tried = 0
        self.total = 0.0  # its worth to the seat that gave it
        self.answers: dict[Any, Node] = {}

    def promise(self, tried: int) -> float:
        return self.total / self.tried + CURIOSITY * sqrt(log(tried) / self.tried)


def decide(request: Request) -> int:
    """Pick the answer tried most often."""
    until = time.process_time() + min(PONDER, SHARE * request.clock["left"])
    table: Any = request.imagine(0)
    root, first = Node(), candidates(table)
    while time.process_time() < until:
        explore(root, table.imagine(request.seat, seed=root.tried), first)
    tried = {option: node.tried for option, node in root.answers.items()}
    options = list(table.decision.options)
    return options.index(max(tried, key=tried.__getitem__))


def explore(node: Node, game: Any, choices: list[int]) -> None:
    """Try something new below a node, and remember how it ended."""
    way, kept = [node], [0]
    while game.decision is not None:
        decision = game.decision
        options = [decision.options[at] for at in choices]
        new = [
            at for at, option in zip(choices, options, strict=True) if option not in node.answers
        ]
        at = new[0] if new else best(node, choices, options)
        seat = decision.seat
        node = node.answers.setdefault(decision.options[at], Node())
        way.append(node)
        kept.append(seat)
        game.choose((at,))
        if new or game.decision is None:
            break
        choices = candidates(game)
    play_on(game, *range(game.seats))
    leads = [tanh(lead(list(game.scores), seat) / NARROW) for seat in range(game.seats)]
    for node, seat in zip(way, kept, strict=True):
        node.tried += 1
        node.total += leads[seat]


def best(node: Node, choices: list[int], options: list[Any]) -> int:
    promises = [node.answers[option].promise(node.tried) for option in options]
    return choices[promises.index(max(promises))]


def lead(points: list[int], seat: int) -> int:
    return points.pop(seat) - max(points)
