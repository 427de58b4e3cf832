"""Leagues and seasons."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import django_filters
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from arena.leagues.organise import edit_league, make_league
from arena.leagues.terms import LeagueTerms
from arena.models import Ladder, League, Season
from arena.tournaments.pairing import usual_games
from website.api.base import Resource
from website.api.pagination import ByNumber, Oldest
from website.api.terms import IF_MATCH, changed_terms, read_revision, usual_where_open
from website.competitions.verbs import VerbView
from website.ladders.serializers import GAMES
from website.leagues import board
from website.leagues import serializers as forms
from website.site.filters import Filters

RULES = (*LeagueTerms.FROM_LADDER, "games_per_match")


class LeagueFilter(Filters):
    """Filter leagues."""

    game = django_filters.ChoiceFilter(choices=GAMES)
    state = django_filters.ChoiceFilter(choices=League.State.choices)


class Leagues(VerbView[League]):
    shown_as = forms.LeagueDetail
    pagination_class = Oldest
    filterset_class = LeagueFilter
    serializer_class = forms.LeagueSummary

    def get_queryset(self) -> QuerySet[League]:
        return League.objects.seen_by(self.viewer).select_related("ladder")

    @extend_schema(summary="Leagues, oldest first")
    def list(self, _request: Request) -> Response:
        """Includes closed ones."""
        return self.page(forms.LeagueSummary, self.filter_queryset(self.get_queryset()))

    @extend_schema(responses=forms.LeagueDetail, summary="One league")
    def retrieve(self, _request: Request, slug: str) -> Response:
        """With its settings."""
        return self.described(slug)

    @extend_schema(
        request=forms.LeagueTerms, responses={201: forms.LeagueDetail}, summary="Create a league"
    )
    def create(self, _request: Request) -> Response:
        """Seasons start on schedule."""
        sent = self.sent(forms.LeagueTerms)
        games = usual_games(sent["ladder"].seats)
        sent = usual_where_open({"games_per_match": games, **sent}, LeagueTerms.format)
        terms = LeagueTerms(**{**_rules(sent["ladder"]), **sent})
        league = make_league(organiser=self.user, terms=terms)
        at = {"Location": reverse("api:league", args=[league.slug])}
        return self.shown(forms.LeagueDetail, league, status=HTTPStatus.CREATED, headers=at)

    @extend_schema(
        parameters=[IF_MATCH],
        request=forms.LeagueTerms,
        responses=forms.LeagueDetail,
        summary="Change a league",
    )
    def partial_update(self, _request: Request, slug: str) -> Response:
        """Applies from the next season. Fields left out stay; a new ladder brings its rules."""
        league = self.found(slug=slug)
        revision = read_revision(self.request, league)
        sent = self.sent(forms.LeagueTerms, partial=True)
        if "ladder" in sent and sent["ladder"].pk != league.ladder_id:
            sent = {**_rules(sent["ladder"]), **sent}
        sent = usual_where_open(sent, league.format, league)
        terms = changed_terms(LeagueTerms, league, sent)
        edit_league(organiser=self.user, league=league, terms=terms, revision=revision)
        return self.described(slug)


def _rules(ladder: Ladder) -> Mapping[str, Any]:
    return {name: getattr(ladder, name) for name in RULES}


class Seasons(Resource[Season]):
    """A league's seasons."""

    pagination_class = ByNumber
    filter_backends = []
    serializer_class = forms.SeasonSummary
    queryset = Season.objects.none()

    @extend_schema(summary="Seasons of a league, latest first")
    def list(self, _request: Request, slug: str) -> Response:
        """With champions, where decided."""
        league = get_object_or_404(League.objects.seen_by(self.viewer), slug=slug)
        return self.page(forms.SeasonSummary, league.seasons.select_related("champion__owner"))

    @extend_schema(responses=forms.SeasonDetail, summary="One season with its divisions")
    def retrieve(self, _request: Request, slug: str, number: int) -> Response:
        """With standings and promotions."""
        seen = Season.objects.seen_by(self.viewer)
        seasons = seen.select_related("league", "champion__owner")
        season = get_object_or_404(seasons, league__slug=slug, number=number)
        divisions = board.divisions(season, self.viewer)
        context = {**self.get_serializer_context(), "divisions": divisions}
        return Response(forms.SeasonDetail(season, context=context).data)
