from arena.models.audit import Action
from arena.models.bots import Bot, Version
from arena.models.failures import Failure
from arena.models.fits import FitTally, FittedRating, RatingFit
from arena.models.human_games import BotSeat, HumanGame
from arena.models.ladders import Account, Entry, Ladder
from arena.models.leagues import Division, League, Season
from arena.models.live import LiveGame
from arena.models.matches import BotLog, Fault, Game, Match, Seat
from arena.models.notices import Notice, NoticeWishes
from arena.models.ratings import Epoch, PairCount, RatingChange, VersionRating
from arena.models.retention import BotLogUsage, PruneProgress
from arena.models.rounds import Pairing, PairingSeat, Round
from arena.models.statistics import (
    Annulment,
    CardTotal,
    Encounter,
    Meeting,
    Tallied,
    Tally,
)
from arena.models.tournaments import Entrant, Tournament
from arena.models.workers import TickStep, Worker

__all__ = [
    "Account",
    "Action",
    "Annulment",
    "Bot",
    "BotLog",
    "BotLogUsage",
    "BotSeat",
    "CardTotal",
    "Division",
    "Encounter",
    "Entrant",
    "Entry",
    "Epoch",
    "Failure",
    "Fault",
    "FitTally",
    "FittedRating",
    "Game",
    "HumanGame",
    "Ladder",
    "League",
    "LiveGame",
    "Match",
    "Meeting",
    "Notice",
    "NoticeWishes",
    "PairCount",
    "Pairing",
    "PairingSeat",
    "PruneProgress",
    "RatingChange",
    "RatingFit",
    "Round",
    "Season",
    "Seat",
    "Tallied",
    "Tally",
    "TickStep",
    "Tournament",
    "Version",
    "VersionRating",
    "Worker",
]
