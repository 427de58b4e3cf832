"""What organisers are told beforehand: how long it takes, and what else is played then."""

from datetime import timedelta
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from arena.actions.leagues.forecast_league import Forecast
from arena.actions.tournaments.estimate_tournament import Clash
from arena.tournaments.odds import Choice
from arena.translated import said
from website.tournaments.estimate import FormEstimate


class Told(serializers.CharField):
    """A sentence of the platform's, in the words of the reader's language."""

    def to_representation(self, value: Any) -> str:
        return said(value)


@extend_schema_field(OpenApiTypes.NUMBER)
class Seconds(serializers.Field[timedelta, Any, float, Any]):
    """A length of time in seconds."""

    def to_representation(self, value: timedelta) -> float:
        return value.total_seconds()


class ClashShown(serializers.Serializer[Clash]):
    """Another competition at the same time; `ends_at` is estimated, null where nothing is known."""

    kind = serializers.ChoiceField(choices=["tournament", "league"])
    name = serializers.CharField()
    slug = serializers.CharField()
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(allow_null=True)


class SeasonForecast(serializers.Serializer[Forecast]):
    """The next season of a league, if every division is full. `seconds` and `ends_at` are null
    where no game of this kind was measured."""

    starts_at = serializers.DateTimeField()
    rounds = serializers.IntegerField()
    matches = serializers.IntegerField(help_text="At most.")
    games = serializers.IntegerField(help_text="At most.")
    best_wins_of_100 = serializers.IntegerField(
        source="division.odds.of_100",
        default=None,
        allow_null=True,
        help_text="In how many of 100 such divisions the best bot ends first, by simulation.",
    )
    seconds = Seconds(source="duration", allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    caution = Told(allow_null=True, help_text="What one should know about this format, if any.")
    clashes = ClashShown(many=True)


class Way(serializers.Serializer[Choice]):
    """A way to play, what it costs, and how often the best entrant wins."""

    format = serializers.CharField(source="terms.format")
    rounds = serializers.IntegerField(source="estimate.rounds")
    games_per_match = serializers.IntegerField(source="games")
    best_wins_of_100 = serializers.IntegerField(source="odds.of_100")
    matches = serializers.IntegerField(source="estimate.matches")
    games = serializers.IntegerField(source="all_games", help_text="Of the whole tournament.")


class EntrantsEstimate(serializers.Serializer[FormEstimate]):
    """With so many entrants; only `refusal` says something where that cannot be played.

    `best_wins_of_100`: in how many of 100 such tournaments the best entrant wins, by simulation;
    null where they were not simulated. `standard_error` is that of this number.
    """

    entrants = serializers.IntegerField()
    best_wins_of_100 = serializers.IntegerField(
        source="choice.odds.of_100", default=None, allow_null=True
    )
    standard_error = serializers.IntegerField(
        source="choice.odds.error_of_100", default=None, allow_null=True
    )
    rounds = serializers.IntegerField(source="estimate.rounds", default=None, allow_null=True)
    matches = serializers.IntegerField(source="estimate.matches", default=None, allow_null=True)
    most_matches = serializers.IntegerField(
        source="estimate.most_matches", default=None, allow_null=True
    )
    games = serializers.IntegerField(source="choice.all_games", default=None, allow_null=True)
    most_games = serializers.IntegerField(source="choice.most_games", default=None, allow_null=True)
    caution = Told(source="estimate.caution", default=None, allow_null=True)
    seconds = Seconds(source="time", allow_null=True)
    refusal = serializers.CharField()
    alternatives = Way(many=True, help_text="What else could be played for about as many games.")


class TournamentOutline(serializers.Serializer[Any]):
    """How long a tournament takes with some numbers of entrants, among them those it has and those
    it may have."""

    measured = serializers.IntegerField(
        source="pace.measured", help_text="The matches that the times are estimated from."
    )
    slots = serializers.IntegerField(
        source="pace.slots", help_text="Matches that are played at once."
    )
    estimates = EntrantsEstimate(many=True)
