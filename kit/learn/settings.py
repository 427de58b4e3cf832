"""Settings of a learning environment."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from gymnasium import spaces

from engine import catalogue
from engine.game import BadConfig, JsonObject
from kit.learn.codecs import codec
from kit.learn.codecs.codec import MOST, Codec
from kit.learn.coded_game import TREASURES, CodedGame

DEALS = 2**62  # seeds


@dataclass
class Settings:
    """Checked when made: raises BadConfig, a ValueError.

    `auto_treasures`: whether all Treasures are played without a question.
    """

    game: str
    seats: int = 2
    config: JsonObject | None = None
    auto_treasures: bool = False
    version: int = 1
    log: bool = False
    codec: Codec = field(init=False)

    def __post_init__(self) -> None:
        if self.auto_treasures and self.game != "dominion":
            raise BadConfig("auto_treasures is for dominion: other games have no Treasures")
        self.codec = codec(self.game, self.seats, self.config, self.version)

    def deal(self, seed: int) -> CodedGame:
        game = catalogue.new(
            self.game, seats=self.seats, seed=seed, config=self.config, log=self.log
        )
        return CodedGame(game, self.codec, TREASURES if self.auto_treasures else ())

    def observations(self) -> spaces.Box:
        return spaces.Box(0, MOST, (self.codec.size,), np.int16)

    def actions(self) -> spaces.Discrete:
        return spaces.Discrete(self.codec.actions)


def draw(generator: np.random.Generator) -> int:
    """Return a deal's seed."""
    return int(generator.integers(DEALS))
