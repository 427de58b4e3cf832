"""Estimates for organisers."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from arena.leagues.forecast_league import forecast_league
from arena.leagues.terms import LeagueTerms
from arena.models import League
from website.accounts.models import Token
from website.api.base import Resource
from website.api.terms import changed_terms
from website.tournaments.api import OfTournament
from website.tournaments.planning_serializers import SeasonForecast, TournamentEstimates
from website.tournaments.tournament_admin import TournamentAdmin


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
        return self.shown(SeasonForecast, forecast_league(terms=terms, league=league))


class EstimateView(OfTournament):
    """An estimate of a tournament."""

    personal = True
    read_scope = Token.Scope.ORGANISE
    serializer_class = TournamentEstimates

    @extend_schema(responses=TournamentEstimates, summary="Estimate of a tournament")
    def retrieve(self, _request: Request, slug: str) -> Response:
        """Rounds, matches and time by number of entrants; empty after the start. For organisers
        only."""
        return self.shown(TournamentEstimates, TournamentAdmin(self.tournament(slug), self.user))
