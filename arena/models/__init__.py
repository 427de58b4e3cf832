from arena.models.archive import Pack
from arena.models.archived_days import ArchivedDay
from arena.models.audit import Action
from arena.models.bots import Bot, Version
from arena.models.challenges import Block, Challenge
from arena.models.failures import Failure
from arena.models.fits import FitTally, FittedRating, RatingFit
from arena.models.follows import Follow
from arena.models.human_games import BotSeat, HumanGame
from arena.models.installation import Installation
from arena.models.ladder_checks import LadderCheck
from arena.models.ladder_statistics import (
    LadderStatistic,
    StatisticsProgress,
    VoidedStatistic,
)
from arena.models.ladders import Entry, Ladder, RatingStats
from arena.models.leagues import Division, League, Season
from arena.models.live import LiveGame
from arena.models.matches import BotLog, Fault, Game, Match, Seat
from arena.models.notifications import Notification, NotificationPreferences
from arena.models.ratings import RatingChange, RatingRun, VersionRating
from arena.models.retention import BotLogUsage, PruneProgress
from arena.models.rounds import Pairing, PairingSeat, Round
from arena.models.statistics import (
    BotTally,
    HeadToHead,
    PairMatch,
    TallyProgress,
    VoidedTally,
)
from arena.models.tournaments import Entrant, Tournament
from arena.models.workers import TickStep, Worker

__all__ = [
    "Action",
    "ArchivedDay",
    "Block",
    "Bot",
    "BotLog",
    "BotLogUsage",
    "BotSeat",
    "BotTally",
    "Challenge",
    "Division",
    "Entrant",
    "Entry",
    "Failure",
    "Fault",
    "FitTally",
    "FittedRating",
    "Follow",
    "Game",
    "HeadToHead",
    "HumanGame",
    "Installation",
    "Ladder",
    "LadderCheck",
    "LadderStatistic",
    "League",
    "LiveGame",
    "Match",
    "Notification",
    "NotificationPreferences",
    "Pack",
    "PairMatch",
    "Pairing",
    "PairingSeat",
    "PruneProgress",
    "RatingChange",
    "RatingFit",
    "RatingRun",
    "RatingStats",
    "Round",
    "Season",
    "Seat",
    "StatisticsProgress",
    "TallyProgress",
    "TickStep",
    "Tournament",
    "Version",
    "VersionRating",
    "VoidedStatistic",
    "VoidedTally",
    "Worker",
]
