"""Games as PettingZoo environments: seats act in turn, one pick at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from kit.learn.codecs.codec import Codec
from kit.learn.coded_game import CodedGame, Settings, draw

ILLEGAL_REWARD = -1.0


class RawEnv(AECEnv):  # type: ignore[misc]  # PettingZoo is not typed
    """Rewards come at the end.

    An illegal action raises ValueError, or, with `ends_when_illegal`, does what PettingZoo's
    TerminateIllegalWrapper does, in less time.
    """

    def __init__(
        self, settings: Settings, render_mode: str | None = None, *, ends_when_illegal: bool = False
    ) -> None:
        super().__init__()
        self.ends_when_illegal = ends_when_illegal
        self.settings, self.render_mode = settings, render_mode
        name = f"{settings.game}_v{settings.version}"
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(settings.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        # Each agent has spaces of its own, whose samples can be seeded apart.
        self._spaces = {agent: self._space() for agent in self.possible_agents}
        self._actions = {agent: settings.actions() for agent in self.possible_agents}
        self.generator = np.random.default_rng()

    @property
    def codec(self) -> Codec:
        return self.settings.codec

    def _space(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (self.codec.actions,), np.int8)
        return spaces.Dict({"observation": self.settings.observations(), "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal; without a seed, the next deal of the series that the last seed began."""
        if seed is not None:
            self.generator = np.random.default_rng(seed)
        self.table: CodedGame = self.settings.deal(draw(self.generator))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.seat]
        self._skip_agent_selection = None

    def observe(self, agent: str) -> dict[str, Any]:
        seat, table = self.seat_of[agent], self.table
        return {"observation": table.observe(seat), "action_mask": table.mask(seat)}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        try:
            self.table.act(action)
        except ValueError:
            if not (self.ends_when_illegal and self._actions[agent].contains(action)):
                raise
            EnvLogger.warn_on_illegal_move()
            self.truncations = dict.fromkeys(self.agents, True)
            self._end([ILLEGAL_REWARD if other == agent else 0.0 for other in self.agents])
            return
        seat = self.table.seat
        if seat < 0:
            self._end(self.table.returns())
        else:
            self.agent_selection = self.possible_agents[seat]

    def _end(self, rewards: list[float]) -> None:
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """The position as text, where `render_mode` is "ansi"."""
        return str(self.table.game.view(None)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is kept open."""


def wrap(settings: Settings, render_mode: str | None = None) -> AECEnv:
    """Return the environment in which an illegal action ends the game: it costs its player 1."""
    return OrderEnforcingWrapper(RawEnv(settings, render_mode, ends_when_illegal=True))
