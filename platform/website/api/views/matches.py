"""Matches: find them, read what happened, order one, and correct what went wrong."""

from http import HTTPStatus
from typing import Any

import django_filters
from django.db.models import QuerySet
from django.http import Http404, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from arena.actions.errors import NotKept, RulesChanged
from arena.actions.matches.order_challenge import order_challenge
from arena.actions.results.rejudge_match import rejudge_match
from arena.actions.results.void_result import void_result
from arena.models import Game, Match, Seat
from website.accounts.models import Token
from website.api.base import Filters, Resource
from website.api.serializers.fields import Why
from website.api.serializers.ladders import GAMES
from website.api.serializers.matches import (
    ChallengeOrder,
    Events,
    MatchDetail,
    MatchSummary,
    Output,
)
from website.matches import lists
from website.matches.decisions import NotReplayable, decision_file
from website.matches.report import GameReport, games_of, visible_matches

JSONL = "application/jsonl"


class MatchFilter(Filters):
    """Which matches."""

    ladder = django_filters.CharFilter(
        field_name="ladder__slug", max_length=80, label="The ladder by whose rules it is played."
    )
    bot = django_filters.CharFilter(method="of_bot", max_length=50, label="A bot that sits in it.")
    game = django_filters.ChoiceFilter(choices=GAMES)
    purpose = django_filters.ChoiceFilter(
        choices=[(one.value, one.label) for one in Match.Purpose if one in lists.SHOWN]
    )
    status = django_filters.ChoiceFilter(choices=Match.Status.choices)
    since = django_filters.IsoDateTimeFilter(
        field_name="finished_at", lookup_expr="gte", label="Finished then or later."
    )

    def of_bot(self, matches: QuerySet[Match], _name: str, slug: str) -> QuerySet[Match]:
        """Any version of it."""
        return matches.filter(pk__in=Seat.objects.filter(version__bot__slug=slug).values("match"))


class Matches(Resource[Match]):
    """Matches; organisers take results back."""

    write_scope = Token.Scope.ORGANISE
    filterset_class = MatchFilter
    serializer_class = MatchSummary
    queryset = Match.objects.none()

    @extend_schema(summary="Matches for everybody, the newest first")
    def list(self, _request: Request) -> Response:
        """Those of tournaments once their results are shown; checks are found at their version."""
        found = lists.public_matches()
        return self.page(MatchSummary, self.filter_queryset(found))

    @extend_schema(responses=MatchDetail, summary="One match")
    def retrieve(self, _request: Request, match_id: int) -> Response:
        """With its games; what is secret in faults is for the owner of the bot."""
        return self._described(self._match(match_id))

    @extend_schema(request=Why, responses=MatchDetail, summary="Take the result of a match back")
    def void(self, _request: Request, match_id: int) -> Response:
        """The ratings follow by a new computation. A reason is needed, and everybody reads it."""
        match = get_object_or_404(visible_matches(None), pk=match_id)
        void_result(organiser=self.user, match=match, **self.sent(Why))
        return self._described(self._match(match_id))

    @extend_schema(request=Why, responses={201: MatchDetail}, summary="Have a match played again")
    def replay(self, _request: Request, match_id: int) -> Response:
        """Its result is taken back; the answer is the new match. A reason is needed."""
        match = get_object_or_404(visible_matches(None), pk=match_id)
        again = rejudge_match(organiser=self.user, match=match, **self.sent(Why))
        return self._ordered(again)

    def _match(self, match_id: int) -> Match:
        return get_object_or_404(visible_matches(self.viewer), pk=match_id)

    def _described(self, match: Match, **more: Any) -> Response:
        games = games_of(match) if match.has_result else []
        reports = [GameReport(match, game, self.viewer) for game in games]
        context = {**self.get_serializer_context(), "reports": reports}
        return Response(MatchDetail(match, context=context).data, **more)

    def _ordered(self, match: Match) -> Response:
        at = {"Location": reverse("api:match", args=[match.pk])}
        return self._described(self._match(match.pk), status=HTTPStatus.CREATED, headers=at)


class Games(Resource[Match]):
    """The games of a match that is over."""

    filter_backends = []
    pagination_class = None
    serializer_class = Events
    queryset = Match.objects.none()

    @extend_schema(
        responses={200: OpenApiTypes.OBJECT}, summary="The record of a game, to replay it"
    )
    def record(self, _request: Request, match_id: int, number: int) -> Response:
        """Game, version of the rules, config, seats, seed and choices."""
        return Response(self._game(match_id, number).game.record)

    @extend_schema(responses=Events, summary="The log of a game")
    def events(self, _request: Request, match_id: int, number: int) -> Response:
        """With nothing hidden: the match is over. Where it is no longer stored, it is rebuilt from
        the record; 410 where the rules have changed since."""
        report = self._game(match_id, number)
        if report.replay_gone:
            raise NotKept(report.replay_gone)
        told = {"match": match_id, "game": number, "events": report.events}
        return self.shown(Events, told)

    @extend_schema(
        responses={(200, JSONL): OpenApiTypes.STR}, summary="What one seat of a game was asked"
    )
    def decisions(
        self, _request: Request, match_id: int, number: int, seat: int
    ) -> StreamingHttpResponse:
        """As `kingsbench ask` takes it; seats count from 1. Refused where the rules have changed
        since."""
        report = self._game(match_id, number)
        if not 1 <= seat <= len(report.names):
            raise Http404
        try:
            lines = decision_file(report.game, seat - 1)
        except NotReplayable as problem:
            raise RulesChanged(str(problem)) from problem
        return StreamingHttpResponse(lines, content_type=JSONL)

    @extend_schema(responses=Output(many=True), summary="What one's own bots printed in a game")
    def output(self, _request: Request, match_id: int, number: int) -> Response:
        """Nothing for those who own none of them; 410 where it is no longer kept."""
        report = self._game(match_id, number)
        if report.logs_gone:
            raise NotKept(report.logs_gone)
        return self.shown(Output, [{"name": name, "text": text} for name, text in report.printed])

    def _game(self, match_id: int, number: int) -> GameReport:
        match = get_object_or_404(visible_matches(self.viewer), pk=match_id)
        games = match.games.all() if match.has_result else Game.objects.none()
        return GameReport(match, get_object_or_404(games, number=number - 1), self.viewer)


class Challenges(Matches):
    """Unrated matches that owners order."""

    write_scope = Token.Scope.CHALLENGES
    paces = {"create": "challenges"}

    @extend_schema(
        request=ChallengeOrder, responses={201: MatchDetail}, summary="Challenge another bot"
    )
    def create(self, _request: Request) -> Response:
        """With one of one's own; everybody sees the match, and it moves no rating."""
        return self._ordered(order_challenge(challenger=self.user, **self.sent(ChallengeOrder)))
