"""URLs under /api/."""

from django.urls import include, path

from website.accounts.api import Audit, Me
from website.api import docs
from website.bots.api import Bots, Versions
from website.bots.api_challenges import Blocks, ChallengeResults, Challenges
from website.competitions.verbs import verb_paths
from website.feeds.api import Following, OwnFeed
from website.ladders.api import (
    History,
    LadderEntries,
    Ladders,
    LadderStatisticsView,
    Leaderboard,
    UnusualPairs,
)
from website.ladders.verbs import VERBS as LADDER_VERBS
from website.leagues.api import Leagues, Seasons
from website.leagues.verbs import VERBS as LEAGUE_VERBS
from website.matches.api import Archive, Games, Matches, Results
from website.matches.verbs import VERBS as MATCH_VERBS
from website.search.api import Search
from website.tournaments.api import (
    Entries,
    TournamentAdmin,
    TournamentResults,
    Tournaments,
)
from website.tournaments.api_planning import EstimateView, LeagueForecast
from website.tournaments.verbs import VERBS as TOURNAMENT_VERBS

app_name = "api"
BOT, VERSION = "bots/<slug:slug>/", "bots/<slug:slug>/versions/<number:number>/"
LADDER, LEAGUE = "ladders/<slug:slug>/", "leagues/<slug:slug>/"
MATCH, GAME = "matches/<number:match_id>/", "matches/<number:match_id>/games/<number:number>/"
CHALLENGE = "challenges/<number:challenge_id>/"
TOURNAMENT = "tournaments/<slug:slug>/"

bots = [
    path("bots/", Bots.as_view({"get": "list", "post": "create"}), name="bots"),
    path(
        BOT,
        Bots.as_view({"get": "retrieve", "patch": "partial_update", "delete": "destroy"}),
        name="bot",
    ),
    path(BOT + "rename/", Bots.as_view({"post": "rename"})),
    path(BOT + "recheck/", Bots.as_view({"post": "recheck"})),
    path(BOT + "withdraw/", Bots.as_view({"post": "withdraw"})),
    path(BOT + "rollback/", Versions.as_view({"post": "roll_back"})),
    path(BOT + "versions/", Versions.as_view({"get": "list", "post": "create"}), name="versions"),
    path(VERSION, Versions.as_view({"get": "retrieve"}), name="version"),
    path(VERSION + "activate/", Versions.as_view({"post": "activate"})),
    path(VERSION + "trial/", Versions.as_view({"get": "retrieve_trial", "post": "trial"})),
    path(VERSION + "gauntlet/", Versions.as_view({"post": "gauntlet"})),
    path(VERSION + "source/", Versions.as_view({"get": "source"})),
]
ladders = [
    path("ladders/", Ladders.as_view({"get": "list", "post": "create"}), name="ladders"),
    path(LADDER, Ladders.as_view({"get": "retrieve", "patch": "partial_update"}), name="ladder"),
    *verb_paths(LADDER, Ladders, LADDER_VERBS),
    path(LADDER + "leaderboard/", Leaderboard.as_view({"get": "list"}), name="leaderboard"),
    path(LADDER + "entries/", LadderEntries.as_view({"post": "create"})),
    path(
        LADDER + "entries/<slug:bot>/",
        LadderEntries.as_view({"get": "retrieve", "delete": "destroy"}),
    ),
    path(LADDER + "history/<slug:bot>/", History.as_view({"get": "list"}), name="history"),
    path(
        LADDER + "statistics/", LadderStatisticsView.as_view({"get": "retrieve"}), name="statistics"
    ),
    path(LADDER + "unusual-pairs/", UnusualPairs.as_view({"get": "list"}), name="unusual"),
]
matches = [
    path("matches/", Matches.as_view({"get": "list"}), name="matches"),
    path(MATCH, Matches.as_view({"get": "retrieve"}), name="match"),
    *verb_paths(MATCH, Matches, MATCH_VERBS),
    path(GAME + "record/", Games.as_view({"get": "record"})),
    path(GAME + "replay/", Games.as_view({"get": "replay"})),
    path(GAME + "events/", Games.as_view({"get": "events"})),
    path(GAME + "decisions/<number:seat>/", Games.as_view({"get": "decisions"})),
    path(GAME + "output/", Games.as_view({"get": "output"})),
    path("archive/", Archive.as_view({"get": "list"}), name="archive"),
    path("results/", Results.as_view({"get": "list"}), name="results"),
]
challenges = [
    path("challenges/", Challenges.as_view({"get": "list", "post": "create"}), name="challenges"),
    path(CHALLENGE, ChallengeResults.as_view({"get": "retrieve"}), name="challenge"),
    *(
        path(f"{CHALLENGE}{verb}/", Challenges.as_view({"post": verb}))
        for verb in ("accept", "refuse", "withdraw")
    ),
    path(BOT + "challenges/", Challenges.as_view({"post": "send"})),
    path("blocks/", Blocks.as_view({"get": "list"}), name="blocks"),
    path(
        "blocks/<str:username>/",
        Blocks.as_view({"put": "update", "delete": "destroy"}),
    ),
]
tournaments = [
    path(
        "tournaments/", Tournaments.as_view({"get": "list", "post": "create"}), name="tournaments"
    ),
    path(
        TOURNAMENT,
        Tournaments.as_view({"get": "retrieve", "patch": "partial_update", "delete": "destroy"}),
        name="tournament",
    ),
    path(TOURNAMENT + "standings/", TournamentResults.as_view({"get": "standings"})),
    path(TOURNAMENT + "results/", TournamentResults.as_view({"get": "results"})),
    path(TOURNAMENT + "rounds/", TournamentResults.as_view({"get": "rounds"})),
    path(TOURNAMENT + "rounds/<number:number>/", TournamentResults.as_view({"get": "round"})),
    path(TOURNAMENT + "entries/", Entries.as_view({"post": "create"})),
    path(TOURNAMENT + "entries/<slug:bot>/", Entries.as_view({"delete": "destroy"})),
    path(TOURNAMENT + "estimate/", EstimateView.as_view({"get": "retrieve"})),
    *verb_paths(TOURNAMENT, TournamentAdmin, TOURNAMENT_VERBS),
]
leagues = [
    path("leagues/", Leagues.as_view({"get": "list", "post": "create"}), name="leagues"),
    path(LEAGUE, Leagues.as_view({"get": "retrieve", "patch": "partial_update"}), name="league"),
    *verb_paths(LEAGUE, Leagues, LEAGUE_VERBS),
    path(LEAGUE + "forecast/", LeagueForecast.as_view({"get": "retrieve"})),
    path(LEAGUE + "seasons/", Seasons.as_view({"get": "list"})),
    path(LEAGUE + "seasons/<number:number>/", Seasons.as_view({"get": "retrieve"})),
]
following = [
    path("feed/", OwnFeed.as_view({"get": "retrieve"}), name="feed"),
    path("following/", Following.as_view({"get": "retrieve"}), name="following"),
    path(
        "following/<slug:kind>/<str:name>/",
        Following.as_view({"put": "update", "delete": "destroy"}),
    ),
]
rest = [
    path("search/", Search.as_view({"get": "retrieve"}), name="search"),
    path("me/", Me.as_view({"get": "retrieve"}), name="me"),
    path("audit/", Audit.as_view({"get": "list"}), name="audit"),
    path("schema/", docs.schema, name="schema"),
]

urlpatterns = [
    path("", docs.index, name="index"),
    path(
        "v1/",
        include(
            [*bots, *ladders, *matches, *challenges, *tournaments, *leagues, *following, *rest]
        ),
    ),
]
