"""Kingdomino: the game of dominoes laid to kingdoms. The rules are rules/kingdomino.de.txt."""

from engine.game import GameInfo
from engine.kingdomino import replay, setup, words
from engine.kingdomino.kingdomino import KINDS, RULES, Kingdomino

__all__ = ["GAME", "Kingdomino", "position"]

position = Kingdomino.at_position

GAME = GameInfo(
    name="kingdomino",
    engine=RULES,
    title="Kingdomino",
    description="Build a kingdom of large areas with many crowns from dominoes.",
    seats=setup.SEATS,
    config=setup.CONFIG,
    kinds=KINDS,
    new=Kingdomino.new,
    resume=Kingdomino.resume,
    restart=Kingdomino.restart,
    tell=words.tell,
    ending=words.ending,
    replay_state=replay.ReplayState,
    seen_by=replay.seen_by,
)
