from arena.bots.models import Bot, Version
from arena.core.models import Action
from arena.human_games.models import BotSeat, HumanGame
from arena.ladders.models.ladder_checks import LadderCheck
from arena.ladders.models.ladder_statistics import (
    LadderStatistic,
    StatisticsProgress,
    VoidedStatistic,
)
from arena.ladders.models.ladders import Entry, EntryQuerySet, Ladder, RatingStats
from arena.leagues.models import Division, League, Season
from arena.matches.models.archive import Pack
from arena.matches.models.challenges import Block, Challenge
from arena.matches.models.live import LiveGame
from arena.matches.models.matches import BotLog, Fault, Game, Match, MatchQuerySet, Seat
from arena.matches.models.retention import ArchivedDay, BotLogUsage, PruneProgress
from arena.notifications.models import Notification, NotificationPreferences
from arena.people.models import Follow
from arena.queue.models.installation import Installation
from arena.queue.models.workers import TickStep, Worker
from arena.ratings.models.fits import FitTally, FittedRating, RatingFit
from arena.ratings.models.ratings import RatingChange, RatingRun, VersionRating
from arena.ratings.models.statistics import (
    BotTally,
    HeadToHead,
    PairMatch,
    TallyProgress,
    VoidedTally,
)
from arena.results.models import Failure
from arena.tournaments.models.rounds import Pairing, PairingSeat, Round
from arena.tournaments.models.tournaments import Entrant, Tournament

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
    "EntryQuerySet",
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
    "MatchQuerySet",
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
