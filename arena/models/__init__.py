"""The tables of the competition."""

from arena.models.bots import Bot, Version
from arena.models.ladders import Entry, Ladder
from arena.models.matches import BotLog, Fault, Game, Match, Seat
from arena.models.ratings import RatingChange
from arena.models.workers import Worker

__all__ = [
    "Bot",
    "BotLog",
    "Entry",
    "Fault",
    "Game",
    "Ladder",
    "Match",
    "RatingChange",
    "Seat",
    "Version",
    "Worker",
]
