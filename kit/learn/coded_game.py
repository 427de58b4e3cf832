"""A game played by a codec's actions, one pick at a time, and the settings of such games."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import SupportsIndex

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from engine import catalogue
from engine.game import BadConfig, Decision, Game, JsonObject, Picks
from kit.learn.codecs import codec
from kit.learn.codecs.codec import MOST, Codec, Legal, Numbers

Mask = NDArray[np.int8]
TREASURES = ("play_treasures",)
DEALS = 2**62  # seeds
NO_ACTIONS: Legal = {}


class CodedGame:
    """A game and its legal actions.

    Decisions of `automatic` kinds are answered with all options.
    """

    __slots__ = ("automatic", "codec", "game", "legal", "picked")

    def __init__(self, game: Game, codec: Codec, automatic: Collection[str] = ()) -> None:
        self.game, self.codec, self.automatic = game, codec, automatic
        self.picked: Picks = ()
        self.legal = NO_ACTIONS
        self.ask()

    @property
    def seat(self) -> int:
        """The seat that acts; -1: the game is over."""
        decision = self.game.decision
        return -1 if decision is None else decision.seat

    def ask(self) -> None:
        """Find the legal actions after the game has moved on."""
        self.picked = ()
        decision = self.game.decision
        while decision is not None and decision.kind in self.automatic:
            self.game.choose(tuple(range(decision.most)))
            decision = self.game.decision
        self.legal = NO_ACTIONS if decision is None else self.codec.legal(decision)

    def act(self, action: SupportsIndex) -> None:
        """Pick or stop. Raises ValueError for an illegal action; nothing has changed then."""
        decision = self.game.decision
        if decision is None:
            raise ValueError("the game is over: there is no action")
        try:
            pick = self.legal[action.__index__()]
        except (KeyError, AttributeError):
            raise ValueError(self._refusal(action)) from None
        self._pick(decision, pick)
        while self.picked and len(self.legal) == 1:
            self._pick(decision, *self.legal.values())

    def _pick(self, decision: Decision, pick: int | None) -> None:
        picked = self.picked if pick is None else (*self.picked, pick)
        if pick is None or len(picked) == decision.most:
            self.game.choose(picked)
            self.ask()
        else:
            self.picked, self.legal = picked, self.codec.legal(decision, picked)

    def _refusal(self, action: object) -> str:
        named = f"action {action!r}"
        if isinstance(action, SupportsIndex) and 0 <= action.__index__() < self.codec.actions:
            named += f" ({self.codec.name(action.__index__())})"
        return f"{named} is illegal here; the legal actions are {sorted(self.legal)}"

    def observe(self, seat: int) -> Numbers:
        view, decision = self.game.view(seat), self.game.decision
        if decision is None or decision.seat != seat:
            return self.codec.observe(view, seat)
        return self.codec.observe(view, seat, decision, self.picked)

    def mask(self, seat: int) -> Mask:
        """One for each legal action; all zero where another seat acts."""
        mask = np.zeros(self.codec.actions, np.int8)
        if seat == self.seat:
            mask[list(self.legal)] = 1
        return mask

    def copy(self) -> CodedGame:
        return self._with(self.game.copy())

    def __deepcopy__(self, memo: object) -> CodedGame:
        return self.copy()  # how OpenSpiel clones

    def imagine(self, seat: int, seed: int) -> CodedGame:
        """Return a copy in which all that is hidden from `seat` is dealt anew."""
        return self._with(self.game.imagine(seat, seed))

    def _with(self, game: Game) -> CodedGame:
        new = CodedGame.__new__(CodedGame)
        new.game, new.codec, new.automatic = game, self.codec, self.automatic
        new.picked, new.legal = self.picked, self.legal
        return new

    def returns(self) -> list[float]:
        """From -1 (last) to 1 (first) by seat, 0 in all; zeros while the game goes on."""
        outcome = self.game.outcome
        if outcome is None:
            return [0.0] * self.game.seats
        return returns(outcome.ranks)


def returns(ranks: list[int]) -> list[float]:
    """The share of the other seats that rank below, less those that rank above."""
    others = len(ranks) - 1
    return [sum((other > own) - (other < own) for other in ranks) / others for own in ranks]


@dataclass
class Settings:
    """The settings of an environment, checked when made: raises BadConfig, a ValueError.

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
