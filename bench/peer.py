"""Compare this engine with pyminion, same rules, one run: `python -m bench.peer`.

pyminion (PyPI) is a Dominion engine in Python with some of the cards of the base game and Intrigue,
and no dependency of the project: first run `uv pip install pyminion` (or pip in `.venv`). Games
per CPU second, the best of several runs taken in turns, as machines are noisy.
"""

from __future__ import annotations

import logging
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from bench.arguments import read_arguments
from bench.strategies import ACTIONS, START, STRATEGIES, Buyer, Holding, Rules, buy_order
from engine import catalogue

BASE = [
    "Cellar", "Festival", "Laboratory", "Market", "Militia",
    "Moat", "Remodel", "Smithy", "Village", "Workshop",
]  # fmt: skip
INTRIGUE = [
    "Baron", "Bridge", "Conspirator", "Courtyard", "Duke",
    "Harem", "Ironworks", "Nobles", "Torturer", "Upgrade",
]  # fmt: skip
DECKS = {"BM0": BASE, "Engine1": BASE, "Bridge2": INTRIGUE, "Harem": INTRIGUE}
RUNS = 12
GAMES = 20


def ours(deck: str, seeds: range, *, log: bool, views: bool) -> None:
    """Play mirror games on this engine, optionally with a view per decision."""
    rules, config = STRATEGIES[deck], {"kingdom": DECKS[deck]}
    for seed in seeds:
        game = catalogue.new("dominion", seats=2, seed=seed, config=config, log=log)
        players = Buyer(rules), Buyer(rules)
        while (decision := game.decision) is not None:
            if views:
                game.view(decision.seat)
            game.choose(players[decision.seat].pick(game, decision))


def theirs(deck: str, seeds: range) -> None:
    """Play mirror games on pyminion."""
    from pyminion.expansions import base, intrigue  # noqa: PLC0415  (installed for this alone)
    from pyminion.game import Game  # noqa: PLC0415

    sets = [base.base_set, intrigue.intrigue_set]
    cards = {card.name: card for one in [*sets, _basic(base)] for card in one}
    rules = STRATEGIES[deck]
    for seed in seeds:
        random.seed(seed)
        players = [_peer_bot(rules, cards, f"player {number}") for number in range(2)]
        kingdom = [cards[name] for name in DECKS[deck]]
        Game(players, sets, kingdom_cards=kingdom, log_stdout=False).play()


def _basic(base: Any) -> list[Any]:
    names = ("copper", "silver", "gold", "estate", "duchy", "province", "curse")
    return [getattr(base, name) for name in names]


def _peer_bot(rules: Rules, cards: dict[str, Any], name: str) -> Any:
    """Return a pyminion bot with the same rules."""
    from pyminion.bots.bot import Bot, BotDecider  # noqa: PLC0415

    class Decider(BotDecider):  # type: ignore[misc, unused-ignore]
        def action_priority(self, *_: Any) -> Any:
            return (cards[name] for name in ACTIONS)

        def buy_priority(self, player: Any, game: Any) -> Any:
            holding = Holding()
            owned = [card.name for card in player.get_all_cards()]
            holding.cards.clear()
            holding.cards.update(owned)
            holding.provinces = game.supply.pile_length("Province")
            payable = player.state.money
            return (
                cards[name]
                for name in buy_order(rules, holding)
                if cards[name].get_cost(player, game) <= payable
            )

    return Bot(decider=Decider(), player_id=name)


def rates(works: dict[str, Callable[[range], None]], runs: int = RUNS) -> dict[str, float]:
    """Return games per CPU second, the best of runs taken in turns."""
    found = dict.fromkeys(works, 0.0)
    for run in range(runs):
        for title, work in works.items():
            start = time.process_time()
            work(range(run * GAMES, (run + 1) * GAMES))
            found[title] = max(found[title], GAMES / (time.process_time() - start))
    return found


def main() -> None:
    logging.disable(logging.CRITICAL)
    print(f"mirror games a CPU second, two seats (both start with {START})")
    for deck in DECKS:
        works: dict[str, Callable[[range], None]] = {
            "this engine, log off": partial(ours, deck, log=False, views=False),
            "this engine, log on, views": partial(ours, deck, log=True, views=True),
            "pyminion": partial(theirs, deck),
        }
        found = rates(works)
        for title, rate in found.items():
            print(f"  {deck:<8} {title:<28} {rate:8.0f}   {rate / found['pyminion']:6.2f} x")


if __name__ == "__main__":
    read_arguments(__doc__)
    try:
        main()
    except ModuleNotFoundError as error:
        sys.exit(f"{error}; run: .venv/bin/python -m pip install pyminion")
