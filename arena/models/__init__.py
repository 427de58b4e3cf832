"""The tables of the competition."""

from arena.models.audit import Action
from arena.models.bots import Bot, Version
from arena.models.ladders import Entry, Ladder
from arena.models.leagues import Division, League, Season
from arena.models.matches import BotLog, Fault, Game, Match, Seat
from arena.models.ratings import RatingChange
from arena.models.rounds import Pairing, PairingSeat, Round
from arena.models.tournaments import Entrant, Tournament
from arena.models.workers import Worker

__all__ = [
    "Action",
    "Bot",
    "BotLog",
    "Division",
    "Entrant",
    "Entry",
    "Fault",
    "Game",
    "Ladder",
    "League",
    "Match",
    "Pairing",
    "PairingSeat",
    "RatingChange",
    "Round",
    "Season",
    "Seat",
    "Tournament",
    "Version",
    "Worker",
]
