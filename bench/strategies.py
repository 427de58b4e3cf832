"""Players that buy by a list of rules, for measuring; the same rules drive every engine.

A rule is a card and a condition; the first that is affordable and holds is bought. Where cards are
only gained by buying and never trashed, a player knows its cards by counting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from engine.dominion import CARDS, Dominion
from engine.game import Decision, Game, Picks

TREASURES = {"Copper": 1, "Silver": 2, "Gold": 3, "Harem": 2}
START = {"Copper": 7, "Estate": 3}
ACTIONS = ("Village", "Festival", "Market", "Laboratory", "Smithy", "Bridge")  # in order of play
# In each kind of question the cards to pick, first come first.
PICKED = {
    "discard": ("Curse", "Estate", "Duchy", "Province", "Copper", "Silver", "Gold"),
    "gain": ("Curse", "Copper", "Estate", "Swindler", "Silver", "Duchy", "Gold", "Province"),
    "trash": ("Curse", "Estate"),
}


class Holding:
    """The rules' input: a player's cards, and the Provinces and Duchies left."""

    def __init__(self) -> None:
        self.cards: Counter[str] = Counter(START)
        self.provinces = 8
        self.duchies = 8

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


def owns(name: str, count: int) -> Condition:
    """Buy if owning at least `count`."""
    return lambda holding: holding.cards[name] >= count


def rich(coins: int) -> Condition:
    """Buy if the own Treasures are worth more."""
    return lambda holding: holding.coins > coins


def fewer(name: str, count: int) -> Condition:
    """Buy while owning fewer than `count`."""
    return lambda holding: holding.cards[name] < count


def with_some(name: str, count: int) -> Rules:
    """Money and a few of one card."""
    return (
        ("Province", owns("Gold", 1)),
        ("Duchy", left(4)),
        ("Estate", left(2)),
        ("Gold", always),
        (name, fewer(name, count)),
        ("Silver", always),
    )


STRATEGIES: dict[str, Rules] = {
    "Bridge2": with_some("Bridge", 2),
    "Torturer1": with_some("Torturer", 1),
    "Swindler2": with_some("Swindler", 2),
    "Steward1": with_some("Steward", 1),
    "Harem": (
        ("Province", rich(15)),
        ("Duchy", left(4)),
        ("Estate", left(2)),
        ("Gold", fewer("Gold", 2)),
        ("Harem", always),
        ("Silver", always),
    ),
    "Nobles2": (
        ("Province", rich(15)),
        ("Duchy", left(4)),
        ("Estate", left(2)),
        ("Nobles", fewer("Nobles", 2)),
        ("Gold", always),
        ("Silver", always),
    ),
    "Duke": (
        ("Duke", owns("Duchy", 4)),
        ("Duchy", rich(12)),
        ("Estate", lambda holding: holding.duchies <= 1),
        ("Gold", fewer("Gold", 2)),
        ("Silver", always),
    ),
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


def dearest(decision: Decision) -> Picks:
    """Play whatever can be played, and buy the dearest card: so all of a kingdom is played."""
    if decision.kind == "play_treasures":
        return tuple(range(decision.most))
    if decision.kind == "play_action":
        return (0,)
    if decision.kind == "buy" and decision.options[-1] != "Copper":
        return (len(decision.options) - 1,)
    return decision.default


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


class Watcher(Buyer):
    """Looks up its cards, as attacks change them, and answers for the cards that it buys."""

    def pick(self, game: Game, decision: Decision) -> Picks:
        if not isinstance(game, Dominion):
            return super().pick(game, decision)
        if decision.kind == "play_action":
            return (0,)
        if decision.kind == "buy":
            self.holding.duchies = game.state.supply[CARDS["Duchy"]]
            owned = game.state.players[decision.seat].owned()
            self.holding.cards = Counter([card.name for card in owned])
        if decision.source == "Steward" and decision.kind == "choose":
            return (2,) if self.junk(game, decision.seat) > 1 else (1,)
        if decision.kind in PICKED:
            return self.prefer(decision, PICKED[decision.kind])
        return super().pick(game, decision)

    def junk(self, game: Dominion, seat: int) -> int:
        """Count the cards in hand that Steward is to trash."""
        names = ["Curse", *["Estate"] * (game.state.supply[CARDS["Province"]] > 4)]
        return len([card for card in game.state.players[seat].hand if card.name in names])

    def prefer(self, decision: Decision, wanted: tuple[str, ...]) -> Picks:
        options = list(enumerate(decision.options))
        options.sort(key=lambda one: wanted.index(str(one[1])) if one[1] in wanted else len(wanted))
        return tuple([number for number, _ in options[: decision.least]])
