"""One seat of a game as a Gymnasium environment; bots play the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from engine.game import BadConfig, JsonObject
from kit.errors import BadInput
from kit.learn.codecs.codec import Numbers
from kit.learn.coded_game import CodedGame, Mask, Settings, draw
from kit.play.local_bots import Decide, JailedBot, local_bot

ILLEGAL_REWARD = -1.0
SEEDS = 2**31
Opponent = str | Path | Decide
Step = tuple[Numbers, float, bool, bool, dict[str, Any]]


class SoloEnv(gymnasium.Env[Numbers, np.int64]):
    """`opponents` in the order of the other seats: house bots by name, files, or functions.

    The reward comes at the end, from -1 (last) to 1 (first). `info["action_mask"]` and
    `action_masks()` say which actions are legal; an illegal one ends the game with -1.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        opponents: Sequence[Opponent],
        seat: int = 0,
        config: JsonObject | None = None,
        auto_treasures: bool = False,
        codec_version: int = 1,
        render_mode: str | None = None,
    ) -> None:
        if isinstance(opponents, str):
            raise BadConfig(f"opponents is a list, one for each other seat: [{opponents!r}]")
        seats = len(opponents) + 1
        self.settings = Settings(game, seats, config, auto_treasures, codec_version)
        if type(seat) is not int or not 0 <= seat < seats:
            raise BadConfig(f"there is no seat {seat!r}: the seats are 0 to {seats - 1}")
        self.seat, self.render_mode = seat, render_mode
        others = [other for other in range(seats) if other != seat]
        try:
            bots = [local_bot(opponent, game) for opponent in opponents]
        except BadInput as error:
            raise BadConfig(str(error)) from error
        self.bots = dict(zip(others, bots, strict=True))
        self.settings.log = any(isinstance(bot, JailedBot) for bot in self.bots.values())
        self.observation_space = self.settings.observations()  # type: ignore[assignment]  # a Box of int16
        self.action_space = self.settings.actions()
        self.table: CodedGame | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Deal; without a seed, the next deal of the series that the last seed began."""
        super().reset(seed=seed, options=options)
        settings = self.settings
        self.table = settings.deal(draw(self.np_random))
        for seat, bot in self.bots.items():
            hello = {
                "game": settings.game,
                "config": settings.config or {},
                "seats": settings.seats,
                "seat": seat,
                "limits": {},
                "random": int(self.np_random.integers(SEEDS)),
            }
            bot.start(hello)
        self._let_others_move()
        if self.table.seat < 0:  # over without a question for this seat: deal again
            return self.reset()
        return self.table.observe(self.seat), self._info()

    def _let_others_move(self) -> None:
        table = self._deal()
        while (decision := table.game.decision) is not None and decision.seat != self.seat:
            self.bots[decision.seat].move(table.game, decision)
            table.ask()

    def _deal(self) -> CodedGame:
        if self.table is None:
            raise gymnasium.error.ResetNeeded("call reset() before the first step")
        return self.table

    def step(self, action: Any) -> Step:
        """Raises ValueError for an action outside the space, or after the end."""
        table = self._deal()
        if not self.action_space.contains(action):
            raise ValueError(f"{action!r} is not in {self.action_space}")
        if int(action) not in table.legal and table.seat >= 0:
            self.close()
            seen, info = table.observe(self.seat), self._info() | {"illegal": True}
            self.table = None
            return seen, ILLEGAL_REWARD, True, False, info
        table.act(action)
        self._let_others_move()
        if table.seat < 0:
            self.close()
        reward = table.returns()[self.seat]
        return table.observe(self.seat), reward, table.seat < 0, False, self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> Mask:
        """One for each legal action."""
        return self._deal().mask(self.seat)

    def render(self) -> Any:
        """The position as this seat sees it, where `render_mode` is "ansi"."""
        view = self._deal().game.view(self.seat)
        return str(view) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """End the opponents' jails; a reset starts new ones."""
        for bot in self.bots.values():
            bot.stop()


def dominion(opponents: Sequence[Opponent] = ("big-money",), **settings: Any) -> SoloEnv:
    return SoloEnv("dominion", opponents, **settings)


def kingdomino(opponents: Sequence[Opponent] = ("greedy",), **settings: Any) -> SoloEnv:
    return SoloEnv("kingdomino", opponents, **settings)
