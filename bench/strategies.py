"""Players that buy by a list of rules, the same for every engine.

A rule is a card and a condition; the first affordable rule that holds is bought. Cards are gained
only by buying and never trashed, so a player can count its cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from engine.dominion import CARDS, Dominion
from engine.game import Decision, Game, Picks

TREASURES = {"Copper": 1, "Silver": 2, "Gold": 3}
START = {"Copper": 7, "Estate": 3}
ACTIONS = ("Village", "Festival", "Market", "Laboratory", "Smithy")  # in which order to play them


class Holding:
    """What a rule looks at: the cards that a player owns, and the Provinces that are left."""

    def __init__(self) -> None:
        self.cards: Counter[str] = Counter(START)
        self.provinces = 8

    @property
    def coins(self) -> int:
        """The coins of all treasures owned."""
        return sum(coins * self.cards[name] for name, coins in TREASURES.items())


Condition = Callable[[Holding], bool]
Rules = tuple[tuple[str, Condition], ...]


def always(_: Holding) -> bool:
    """Whenever it can be paid."""
    return True


def left(provinces: int) -> Condition:
    """When at most so many Provinces are left."""
    return lambda holding: holding.provinces <= provinces


def fewer(name: str, count: int) -> Condition:
    """While fewer of these are owned."""
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


def wishes(rules: Rules, holding: Holding) -> Iterator[str]:
    """The cards to buy if they can be paid, the best first."""
    return (name for name, holds in rules if holds(holding))


class Buyer:
    """One seat of a game of this engine, played by rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.holding = Holding()

    def pick(self, game: Game, decision: Decision) -> Picks:
        """Every Action, all treasures, the first rule that holds; else the default."""
        if decision.kind == "play_treasures":
            return tuple(range(decision.most))
        if decision.kind == "buy":
            if isinstance(game, Dominion):  # a whole view would cost more than the decision
                self.holding.provinces = game.state.supply[CARDS["Province"]]
            return self.buy(decision.options)
        if decision.kind == "play_action":
            return self.play(decision.options)
        return decision.default

    def play(self, options: tuple[object, ...]) -> Picks:
        """The best Action at hand."""
        for name in ACTIONS:
            if name in options:
                return (options.index(name),)
        return ()

    def buy(self, options: tuple[object, ...]) -> Picks:
        """The first wish that is offered."""
        for name in wishes(self.rules, self.holding):
            if name in options:
                self.holding.cards[name] += 1
                return (options.index(name),)
        return ()
