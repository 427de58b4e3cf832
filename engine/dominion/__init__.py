"""Dominion: the deck-building game. See docs/decisions/engine.md for how cards are made."""

from engine.dominion import cards, replay, setup, words
from engine.dominion.card import CARDS
from engine.dominion.dominion import KINDS, RULES, Dominion
from engine.game import GameInfo

__all__ = ["CARDS", "GAME", "Dominion", "cards", "position"]

position = Dominion.at_position

GAME = GameInfo(
    name="dominion",
    engine=RULES,
    title="Dominion",
    description="Build a deck of cards and collect the most victory points.",
    seats=setup.SEATS,
    config=setup.CONFIG,
    kinds=KINDS,
    new=Dominion.new,
    resume=Dominion.resume,
    restart=Dominion.restart,
    tell=words.tell,
    ending=words.ending,
    replay_state=replay.ReplayState,
    seen_by=replay.seen_by,
)
