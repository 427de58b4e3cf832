"""The tables of the competition."""

from arena.models.audit import Action
from arena.models.bots import Bot, Version
from arena.models.ladders import Account, Entry, Ladder
from arena.models.leagues import Division, League, Season
from arena.models.matches import BotLog, Fault, Game, Match, Seat
from arena.models.ratings import Epoch, PairCount, RatingChange, RefitRating, ShadowEntry
from arena.models.rounds import Pairing, PairingSeat, Round
from arena.models.tournaments import Entrant, Tournament
from arena.models.workers import Worker

__all__ = [
    "Account",
    "Action",
    "Bot",
    "BotLog",
    "Division",
    "Entrant",
    "Entry",
    "Epoch",
    "Fault",
    "Game",
    "Ladder",
    "League",
    "Match",
    "PairCount",
    "Pairing",
    "PairingSeat",
    "RatingChange",
    "RefitRating",
    "Round",
    "Season",
    "Seat",
    "ShadowEntry",
    "Tournament",
    "Version",
    "Worker",
]
