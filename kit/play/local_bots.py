"""Bots for programs that play games themselves: trusted ones as functions, files in jails."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Protocol

from arena.matches.referee import protocol
from arena.matches.referee.player import BotFault, Player, unusable
from engine.game import Decision, Game, IllegalChoice, JsonObject
from kit.bots import FOLDER
from kit.run import bot_arguments
from kit.sdk import Request, Setup
from kit.sdk.answers import Answer
from kit.testing import load
from sandbox.errors import Rejected
from sandbox.limits import Limits
from sandbox.runner import Runner

Decide = Callable[[Request], Answer]
CLOCK = {"left": 10.0, "decision": 2.0}  # CPU seconds; bots that search look at it


class LocalBot(Protocol):
    def start(self, hello: JsonObject) -> None:
        """Begin a game."""

    def move(self, game: Game, decision: Decision) -> None:
        """Choose. Raises RuntimeError where the bot fails."""

    def stop(self) -> None:
        """End what still runs."""


class FunctionBot:
    """A function like a bot's `decide`; what it raises is not caught."""

    def __init__(self, decide: Decide) -> None:
        self.decide = decide

    def start(self, hello: JsonObject) -> None:
        """A function begins nothing."""

    def move(self, game: Game, decision: Decision) -> None:
        request = Request.from_game(game)
        request.clock = CLOCK.copy()
        answer = self.decide(request)
        try:
            game.choose(request.picks(answer))
        except (IllegalChoice, ValueError) as error:
            where = f"seat {decision.seat} answered {answer!r} to {decision.kind}"
            raise RuntimeError(f"the opponent in {where}: {error}") from error

    def stop(self) -> None:
        """Nothing runs."""


class HouseBotModule(FunctionBot):
    """A house bot's module, loaded afresh for each game, with dice of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def start(self, hello: JsonObject) -> None:
        module = load(self.path)
        vars(module)["random"] = random.Random(hello["random"])  # noqa: S311
        self.decide = module.decide
        if hasattr(module, "start"):
            module.start(Setup(deepcopy(hello)))  # the next game says the same


class JailedBot:
    """An author's file; each game runs in a fresh jail."""

    def __init__(self, path: Path, jailer: Runner) -> None:
        self.path, self.jailer = path, jailer
        self.player = Player(0, 0)

    def start(self, hello: JsonObject) -> None:
        self.stop()
        self.player = Player(hello["seat"], 0)
        limits = Limits()
        try:
            bot = self.player.jail.enter_context(self.jailer.prepare(self.path))
            self.player.start(self.jailer, bot, limits)
            self.player.greet(protocol.Hello(**{**hello, "limits": limits.to_json()}))
        except Rejected as rejected:
            raise self._failure(unusable(rejected)) from rejected
        except BotFault as fault:
            raise self._failure(fault) from fault

    def move(self, game: Game, decision: Decision) -> None:
        try:
            self.player.move(game, decision)
        except BotFault as fault:
            raise self._failure(fault) from fault

    def stop(self) -> None:
        self.player.stop()

    def _failure(self, fault: BotFault) -> RuntimeError:
        self.stop()
        detail = f"\n{fault.detail}" if fault.detail else ""
        return RuntimeError(f"the opponent {self.path.name}: {fault.message}{detail}")


def local_bot(word: str | Path | Decide, game: str) -> LocalBot:
    """Return a house bot by name, an author's file, or a function. Raises BadInput."""
    if callable(word):
        return FunctionBot(word)
    entrant = bot_arguments.entrant(str(word), game)
    if entrant.path.parent == FOLDER:
        return HouseBotModule(entrant.path)
    return JailedBot(entrant.path, bot_arguments.jailer([entrant]))
