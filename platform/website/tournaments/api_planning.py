"""Estimates for organisers: duration, clashes, alternatives."""

from datetime import timedelta
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from arena.leagues.forecast_league import Forecast, forecast_league
from arena.leagues.terms import LeagueTerms
from arena.models import League
from arena.tournaments.estimate_tournament import Clash
from arena.tournaments.odds import FormatChoice
from website.accounts.models import Token
from website.api.base import Resource
from website.api.terms import changed_terms
from website.tournaments.api import OfTournament
from website.tournaments.estimate import FormEstimate
from website.tournaments.tournament_admin import TournamentAdmin


@extend_schema_field(OpenApiTypes.NUMBER)
class Seconds(serializers.Field[timedelta, Any, float, Any]):
    """A duration in seconds."""

    def to_representation(self, value: timedelta) -> float:
        return value.total_seconds()


class ClashShown(serializers.Serializer[Clash]):
    """Another competition at the same time; `ends_at` is an estimate, null if unknown."""

    kind = serializers.ChoiceField(choices=["tournament", "league"])
    name = serializers.CharField()
    slug = serializers.CharField()
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(allow_null=True)


class SeasonForecast(serializers.Serializer[Forecast]):
    """A league's next season if every division is full.

    `seconds` and `ends_at` are null without measured games.
    """

    starts_at = serializers.DateTimeField()
    rounds = serializers.IntegerField()
    matches = serializers.IntegerField(help_text="At most.")
    games = serializers.IntegerField(help_text="At most.")
    best_wins_of_100 = serializers.IntegerField(
        source="division.odds.of_100",
        default=None,
        allow_null=True,
        help_text="How often the best bot wins in 100 simulated divisions.",
    )
    seconds = Seconds(source="duration", allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    caution = serializers.CharField(allow_null=True, help_text="Notes on this format, if any.")
    clashes = ClashShown(many=True)


class Way(serializers.Serializer[FormatChoice]):
    """A way to play, its cost, and how often the best entrant wins."""

    format = serializers.CharField(source="terms.format.key")
    rounds = serializers.IntegerField(source="estimate.rounds")
    games_per_match = serializers.IntegerField(source="games")
    best_wins_of_100 = serializers.IntegerField(source="odds.of_100")
    matches = serializers.IntegerField(source="estimate.matches")
    games = serializers.IntegerField(source="all_games", help_text="Of the whole tournament.")


class EntrantsEstimate(serializers.Serializer[FormEstimate]):
    """An estimate for a number of entrants; if impossible, `refusal` says why.

    `best_wins_of_100`: wins of the best entrant in 100 simulated tournaments, with
    `standard_error`; null if not simulated.
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
    caution = serializers.CharField(source="estimate.caution", default=None, allow_null=True)
    seconds = Seconds(source="time", allow_null=True)
    refusal = serializers.CharField()
    alternatives = Way(many=True, help_text="Alternatives with about as many games.")


class TournamentEstimates(serializers.Serializer[Any]):
    """A tournament's duration by number of entrants, the present and the largest among them."""

    measured = serializers.IntegerField(
        source="pace.measured", help_text="Matches used to estimate the times."
    )
    slots = serializers.IntegerField(source="pace.slots", help_text="Matches played in parallel.")
    estimates = EntrantsEstimate(many=True)


class LeagueForecast(Resource[League]):
    """A forecast of a league's next season."""

    personal = True
    read_scope = Token.Scope.ORGANISE
    pagination_class = None
    filter_backends = []
    serializer_class = SeasonForecast
    queryset = League.objects.none()

    @extend_schema(responses=SeasonForecast, summary="Estimate of the next season")
    def retrieve(self, _request: Request, slug: str) -> Response:
        """Matches, estimated end and clashes. For organisers only."""
        leagues = League.objects.seen_by(self.viewer).select_related("ladder")
        league = get_object_or_404(leagues, slug=slug)
        terms = changed_terms(LeagueTerms, league, {})
        return self.respond(SeasonForecast, forecast_league(terms=terms, league=league))


class EstimateView(OfTournament):
    """An estimate of a tournament."""

    personal = True
    read_scope = Token.Scope.ORGANISE
    serializer_class = TournamentEstimates

    @extend_schema(responses=TournamentEstimates, summary="Estimate of a tournament")
    def retrieve(self, _request: Request, slug: str) -> Response:
        """Rounds, matches and time by number of entrants; empty after the start. For organisers
        only."""
        return self.respond(TournamentEstimates, TournamentAdmin(self.tournament(slug), self.user))
