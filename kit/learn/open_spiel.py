"""Games for OpenSpiel's Python side, under the names `kingsbench_GAME`.

The first move is chance's: which of DEALS deals. An information state is what a seat knows now, not
how it came to know it. Sampling one deals anew what is hidden, so such a state has no history.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, ClassVar
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from engine import catalogue
from engine.game import BadConfig, JsonObject
from kit.learn.coded_game import CodedGame, Settings

DEALS = 4_096
LONGEST = 1_000_000  # actions of a game
DENSITY = 2**53  # seeds for the numbers of a sampler
OUTCOMES = [(deal, 1 / DEALS) for deal in range(DEALS)]


def load(name: str, seats: int = 2, config: JsonObject | None = None) -> Any:
    """Return a pyspiel.Game of Dominion or Kingdomino. Raises BadConfig, a ValueError."""
    catalogue.new(name, seats=seats, seed=0, config=config, log=False)  # refuses what cannot be
    text = quote(json.dumps(config or {}), safe="")  # OpenSpiel's game strings end at a comma
    return pyspiel.load_game(f"kingsbench_{name}", {"players": seats, "config": text})


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel is not typed
    name: ClassVar[str]

    def __init__(self, params: JsonObject | None = None) -> None:
        params = {"players": 2, "config": "%7B%7D", **(params or {})}
        try:
            config = dict(json.loads(unquote(params["config"])))
        except (TypeError, ValueError) as error:
            raise BadConfig("config is no JSON object: use kit.learn.open_spiel.load") from error
        self.settings = Settings(self.name, int(params["players"]), config)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.settings.codec.actions,
            max_chance_outcomes=DEALS,
            num_players=self.settings.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(TYPES[self.name], info, params)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:  # noqa: ARG002
        if params:
            raise ValueError(f"there are no options of observations, such as {params}")
        return Observer(self.settings.codec.size)


class SpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.deal: Callable[[int], CodedGame] = game.settings.deal
        self.players = game.settings.seats
        self.table: CodedGame | None = None  # before the deal

    def current_player(self) -> int:
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.table.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat < 0 else seat

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return sorted(self.table.legal) if self.table else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return OUTCOMES

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            if not 0 <= action < DEALS:
                raise ValueError(f"there is no deal {action}: the deals are 0 to {DEALS - 1}")
            self.table = self.deal(action)
        else:
            self.table.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.table is None:
            return f"deal {action}"
        return self.table.codec.name(action)

    def is_terminal(self) -> bool:
        return self.table is not None and self.table.seat < 0

    def returns(self) -> list[float]:
        return self.table.returns() if self.table else [0.0] * self.players

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one."""
        new: SpielState = self.clone()
        if self.table is not None:
            new.table = self.table.imagine(player, int(sampler() * DENSITY))
        return new

    def __str__(self) -> str:
        return "not dealt" if self.table is None else str(self.table.game.view(None))


class Observer:
    """Fill `tensor` with the codec's observation."""

    def __init__(self, size: int) -> None:
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = 0 if state.table is None else state.table.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        if state.table is None:
            return "not dealt"
        picked = state.table.picked if state.table.seat == player else ()
        return json.dumps([picked, state.table.game.knowledge(player)])


def _type(name: str) -> Any:
    seats = catalogue.info(name).seats
    return pyspiel.GameType(
        short_name=f"kingsbench_{name}",
        long_name=f"{catalogue.info(name).title} of Kingsbench",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2, "config": "%7B%7D"},
        default_loadable=True,
    )


class DominionGame(SpielGame):
    name = "dominion"


class KingdominoGame(SpielGame):
    name = "kingdomino"


GAMES = (DominionGame, KingdominoGame)  # classes: OpenSpiel keeps them beyond Python's end
TYPES = {game.name: _type(game.name) for game in GAMES}
for _game in GAMES:
    pyspiel.register_game(TYPES[_game.name], _game)
