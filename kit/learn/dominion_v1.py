"""Dominion for PettingZoo, by version 1 of the codec."""

from __future__ import annotations

from pettingzoo import AECEnv

from engine.game import JsonObject
from kit.learn.aec import RawEnv, wrap
from kit.learn.coded_game import Settings


def env(
    seats: int = 2,
    config: JsonObject | None = None,
    auto_treasures: bool = False,
    render_mode: str | None = None,
) -> AECEnv:
    """Two to six seats; an illegal action ends the game and costs its player 1."""
    return wrap(Settings("dominion", seats, config, auto_treasures), render_mode)


def raw_env(
    seats: int = 2,
    config: JsonObject | None = None,
    auto_treasures: bool = False,
    render_mode: str | None = None,
) -> RawEnv:
    """The same without wrappers: an illegal action raises ValueError."""
    return RawEnv(Settings("dominion", seats, config, auto_treasures), render_mode)
