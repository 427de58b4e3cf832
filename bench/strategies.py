"""Players that buy by a list of rules, for measuring; the same rules drive every engine.

A rule is a card and a condition; the first that is affordable and holds is bought. Cards are only
gained by buying and never trashed, so a player knows its cards by counting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from engine.dominion import CARDS, Dominion
from engine.game import Decision, Game, Picks

TREASURES = {"Copper": 1, "Silver": 2, "Gold": 3}
START = {"Copper": 7, "Estate": 3}
ACTIONS = ("Village", "Festival", "Market", "Laboratory", "Smithy")  # in order of play


class Holding:
    """The rules' input: a player's cards and the remaining Provinces."""

    def __init__(self) -> None:
        self.cards: Counter[str] = Counter(START)
        self.provinces = 8

    @property
    def coins(self) -> int:
        return sum(coins * self.cards[name] for name, coins in TREASURES.items())


Condition = Callable[[Holding], bool]
Rules = tuple[tuple[str, Condition], ...]


def always(_: Holding) -> bool:
    """Buy whenever affordable."""
    return True


def left(provinces: int) -> Condition:
    """Buy if at most `provinces` are left."""
    return lambda holding: holding.provinces <= provinces


def fewer(name: str, count: int) -> Condition:
    """Buy while owning fewer than `count`."""
    return lambda holding: holding.cards[name] < count


STRATEGIES: dict[str, Rules] = {
    "BM0": (("Province", always), ("Gold", always), ("Silver", always)),
    "BMU": (
        ("Province", lambda holding: holding.coins > 18),
        ("Duchy", left(4)),
        ("Estate", left(2)),
        ("Gold", always),
        ("Duchy", left(6)),
        ("Silver", always),
    ),
    "Smithy1": (
        ("Province", lambda holding: holding.cards["Gold"] >= 1),
        ("Duchy", left(4)),
        ("Estate", left(2)),
        ("Gold", always),
        ("Smithy", fewer("Smithy", 1)),
        ("Silver", always),
    ),
    "Smithy2": (
        ("Province", always),
        ("Gold", always),
        ("Smithy", fewer("Smithy", 2)),
        ("Silver", always),
    ),
    "Engine1": (
        ("Province", always),
        ("Duchy", left(3)),
        ("Estate", left(2)),
        ("Gold", fewer("Gold", 1)),
        ("Laboratory", fewer("Laboratory", 5)),
        ("Market", fewer("Market", 4)),
        ("Festival", fewer("Festival", 3)),
        ("Smithy", fewer("Smithy", 2)),
        ("Village", fewer("Village", 4)),
        ("Silver", fewer("Silver", 2)),
    ),
}


def buy_order(rules: Rules, holding: Holding) -> Iterator[str]:
    """Return the cards to buy if affordable, best first."""
    return (name for name, holds in rules if holds(holding))


class Buyer:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.holding = Holding()

    def pick(self, game: Game, decision: Decision) -> Picks:
        """Play every Action and all treasures, buy by rule; else pick the default."""
        if decision.kind == "play_treasures":
            return tuple(range(decision.most))
        if decision.kind == "buy":
            if isinstance(game, Dominion):  # a view costs more than the decision
                self.holding.provinces = game.state.supply[CARDS["Province"]]
            return self.buy(decision.options)
        if decision.kind == "play_action":
            return self.play(decision.options)
        return decision.default

    def play(self, options: tuple[object, ...]) -> Picks:
        """Pick the best Action in hand."""
        for name in ACTIONS:
            if name in options:
                return (options.index(name),)
        return ()

    def buy(self, options: tuple[object, ...]) -> Picks:
        """Pick the first offered wish."""
        for name in buy_order(self.rules, self.holding):
            if name in options:
                self.holding.cards[name] += 1
                return (options.index(name),)
        return ()
