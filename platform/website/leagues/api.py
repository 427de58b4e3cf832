"""Leagues and seasons, and what their answers have."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import django_filters
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from arena.leagues.organise import edit_league, make_league
from arena.leagues.terms import LeagueTerms as Terms
from arena.models import Ladder, League, Season
from arena.tournaments.pairing import usual_games
from website.api.base import Resource
from website.api.fields import BotRef, Freely, LadderRef, Share, serialize
from website.api.pagination import ByNumber, Oldest
from website.api.terms import (
    IF_MATCH,
    TermsInput,
    changed_terms,
    further_terms,
    read_revision,
    usual_where_open,
)
from website.competitions.verbs import VerbView
from website.ladders.serializers import GAMES
from website.leagues import board
from website.leagues.board import DivisionBoard, DivisionRow
from website.site.filters import Filters


class LeagueSummary(serializers.ModelSerializer[League]):
    """A league in a list; its next season starts at `next_run_at`."""

    ladder = LadderRef(read_only=True)

    class Meta:
        model = League
        fields: tuple[str, ...] = (
            "slug",
            "name",
            "game",
            "seats",
            "ladder",
            "format",
            "state",
            "schedule",
            "time_zone",
            "next_run_at",
        )
        read_only_fields: tuple[str, ...] = fields


class LeagueDetail(LeagueSummary):
    """A league with its settings."""

    config = Freely(read_only=True)
    limits = Freely(read_only=True)
    terms = Freely(read_only=True, help_text="Options of its format.")
    tie_breaks = serializers.ListField(child=serializers.CharField(), read_only=True)
    problem = serializers.CharField(
        read_only=True, help_text="Why its last start was skipped, or its next one has to wait."
    )

    class Meta(LeagueSummary.Meta):
        fields: tuple[str, ...] = (
            *LeagueSummary.Meta.fields,
            *further_terms(Terms, LeagueSummary.Meta.fields),
            "problem",
        )
        read_only_fields: tuple[str, ...] = fields


class SeasonSummary(serializers.ModelSerializer[Season]):
    """A season in a list."""

    champion = BotRef(read_only=True, allow_null=True)

    class Meta:
        model = Season
        fields: tuple[str, ...] = ("number", "starts_at", "finished_at", "champion")
        read_only_fields: tuple[str, ...] = fields


class DivisionPlace(serializers.Serializer[DivisionRow]):
    """A line of a division; `points` is null before the first round and in a knockout."""

    place = serializers.IntegerField(allow_null=True)
    bot = BotRef(source="entrant.bot")
    points = Share(source="line.points", allow_null=True, default=None)
    goes_up = serializers.BooleanField()
    goes_down = serializers.BooleanField()


class DivisionShown(serializers.Serializer[DivisionBoard]):
    """A division and its tournament."""

    level = serializers.IntegerField(source="division.level", help_text="1 is the highest.")
    tournament = serializers.CharField(source="tournament.slug")
    places = DivisionPlace(many=True)


class SeasonDetail(SeasonSummary):
    """A season with its own settings and its divisions, up to the last revealed round."""

    divisions = serializers.SerializerMethodField()

    class Meta(SeasonSummary.Meta):
        fields: tuple[str, ...] = (
            *SeasonSummary.Meta.fields,
            "most_divisions",
            "division_size",
            "promoted",
            "divisions",
        )
        read_only_fields: tuple[str, ...] = fields

    @extend_schema_field(DivisionShown(many=True))
    def get_divisions(self, _season: Season) -> Any:
        """Highest first."""
        return serialize(DivisionShown, self.context["divisions"])


class LeagueTerms(TermsInput):
    """A league's settings; its ladder decides the rules of play."""

    kind = Terms
    left_out = Terms.FROM_LADDER


RULES = (*Terms.FROM_LADDER, "games_per_match")


class LeagueFilter(Filters):
    """Filter leagues."""

    game = django_filters.ChoiceFilter(choices=GAMES)
    state = django_filters.ChoiceFilter(choices=League.State.choices)


class Leagues(VerbView[League]):
    shown_as = LeagueDetail
    pagination_class = Oldest
    filterset_class = LeagueFilter
    serializer_class = LeagueSummary

    def get_queryset(self) -> QuerySet[League]:
        return League.objects.seen_by(self.viewer).select_related("ladder")

    @extend_schema(summary="Leagues, oldest first")
    def list(self, _request: Request) -> Response:
        """Includes closed ones."""
        return self.page(LeagueSummary, self.filter_queryset(self.get_queryset()))

    @extend_schema(responses=LeagueDetail, summary="One league")
    def retrieve(self, _request: Request, slug: str) -> Response:
        """With its settings."""
        return self.respond_with(slug)

    @extend_schema(request=LeagueTerms, responses={201: LeagueDetail}, summary="Create a league")
    def create(self, _request: Request) -> Response:
        """Seasons start on schedule."""
        sent = self.read_input(LeagueTerms)
        games = usual_games(sent["ladder"].seats)
        sent = usual_where_open({"games_per_match": games, **sent}, Terms.format)
        terms = Terms(**{**_rules(sent["ladder"]), **sent})
        league = make_league(organiser=self.user, terms=terms)
        headers = {"Location": reverse("api:league", args=[league.slug])}
        return self.respond(LeagueDetail, league, status=HTTPStatus.CREATED, headers=headers)

    @extend_schema(
        parameters=[IF_MATCH],
        request=LeagueTerms,
        responses=LeagueDetail,
        summary="Change a league",
    )
    def partial_update(self, _request: Request, slug: str) -> Response:
        """Applies from the next season. Fields left out stay; a new ladder brings its rules."""
        league = self.find_row(slug=slug)
        revision = read_revision(self.request, league)
        sent = self.read_input(LeagueTerms, partial=True)
        if "ladder" in sent and sent["ladder"].pk != league.ladder_id:
            sent = {**_rules(sent["ladder"]), **sent}
        sent = usual_where_open(sent, league.format, league)
        terms = changed_terms(Terms, league, sent)
        edit_league(organiser=self.user, league=league, terms=terms, revision=revision)
        return self.respond_with(slug)


def _rules(ladder: Ladder) -> Mapping[str, Any]:
    return {name: getattr(ladder, name) for name in RULES}


class Seasons(Resource[Season]):
    """A league's seasons."""

    pagination_class = ByNumber
    filter_backends = []
    serializer_class = SeasonSummary
    queryset = Season.objects.none()

    @extend_schema(summary="Seasons of a league, latest first")
    def list(self, _request: Request, slug: str) -> Response:
        """With champions, where decided."""
        league = get_object_or_404(League.objects.seen_by(self.viewer), slug=slug)
        return self.page(SeasonSummary, league.seasons.select_related("champion__owner"))

    @extend_schema(responses=SeasonDetail, summary="One season with its divisions")
    def retrieve(self, _request: Request, slug: str, number: int) -> Response:
        """With standings and promotions."""
        seen = Season.objects.seen_by(self.viewer)
        seasons = seen.select_related("league", "champion__owner")
        season = get_object_or_404(seasons, league__slug=slug, number=number)
        divisions = board.divisions(season, self.viewer)
        context = {**self.get_serializer_context(), "divisions": divisions}
        return Response(SeasonDetail(season, context=context).data)
