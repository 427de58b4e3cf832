"""Play a bot as plain functions, in tests."""

import random
from copy import deepcopy
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from engine import catalogue
from kit.sdk import Request, Setup
from sandbox.guest.answers import picks
from sandbox.limits import Limits

LIMITS = Limits()
CLOCK = {"left": LIMITS.game_cpu, "decision": LIMITS.decision_cpu}


def load(path: Path) -> ModuleType:
    """Return the bot in this file, imported."""
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is not a Python file")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def play(
    bot: ModuleType,
    game: str = "dominion",
    *,
    seat: int = 0,
    seed: int = 1,
    config: dict[str, Any] | None = None,
) -> float:
    """Play a game for two against random answers: 1 is won, 0.5 tied, 0 lost.

    Illegal answers raise ValueError.
    """
    dealt = catalogue.new(game, seats=2, seed=seed, config=config or {})
    dice = random.Random(seed)  # noqa: S311  # no secret
    if hasattr(bot, "start"):
        hello = {"game": game, "config": deepcopy(config or {}), "seats": 2, "seat": seat}
        bot.start(Setup(hello | {"limits": LIMITS.to_json()}))
    told = 0
    while (decision := dealt.decision) is not None:
        if decision.seat == seat:
            message = {
                "decision": decision.to_json(),
                "clock": CLOCK.copy(),
                "view": dealt.view(seat),
                "events": dealt.events(seat, told),
                "state": dealt.knowledge(seat),
            }
            told = len(dealt.events(seat))
            asked = Request(message)
            dealt.choose(picks(bot.decide(asked), asked))
        else:
            dealt.choose(dice.sample(range(len(decision.options)), decision.least))
    if (outcome := dealt.outcome) is None:
        raise RuntimeError("the game has no next decision and no outcome")
    mine, other = outcome.ranks[seat], outcome.ranks[1 - seat]
    return (1 + (mine < other) - (mine > other)) / 2
