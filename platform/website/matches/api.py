"""Matches: list, read, order, void, rejudge."""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from arena.core.errors import NotKept, RulesChanged
from arena.matches.referee.decision_log import NoLongerKept
from arena.models import Game, Match
from website.api.base import Resource
from website.competitions.verbs import Verb, VerbView
from website.matches import lists
from website.matches.decisions import NotReplayable, decision_file
from website.matches.filters import MatchFilter
from website.matches.kept import replay_gone
from website.matches.replay_state import NoReplay, replay_bytes
from website.matches.report import GameReport, games_of, match_or_404
from website.matches.serializers import (
    Events,
    MatchDetail,
    MatchSummary,
    Output,
)

JSONL = "application/jsonl"
ENGLISH = "en"


class Matches(VerbView[Match]):
    shown_as = MatchDetail
    filterset_class = MatchFilter
    serializer_class = MatchSummary
    queryset = Match.objects.none()

    @extend_schema(summary="Public matches, newest first")
    def list(self, _request: Request) -> Response:
        """Tournament matches appear once revealed, trials once their version plays; checks are
        listed with their version. With `version`, your own bot's private trials are there, too."""
        found = lists.summarised_matches(self.viewer if "version" in self.request.GET else None)
        found = found.exclude(purpose=Match.Purpose.CHECK)
        return self.page(MatchSummary, self.filter_queryset(found))

    @extend_schema(responses=MatchDetail, summary="One match")
    def retrieve(self, _request: Request, match_id: int) -> Response:
        """With games; fault details are for the bot's owner."""
        return described(self, self._match(match_id))

    def found(self, **at: Any) -> Match:
        return match_or_404(None, **at)

    def done(self, verb: Verb, result: Any, /, **at: Any) -> Response:
        is_new = verb.status == HTTPStatus.CREATED
        return ordered(self, result) if is_new else described(self, self._match(**at))

    def _match(self, match_id: int) -> Match:
        return match_or_404(self.viewer, match_id)


def described(view: Resource[Any], match: Match, **more: Any) -> Response:
    """Return a match with its games, as the user may see it."""
    games = games_of(match) if match.has_result else []
    reports = [GameReport(match, game, view.viewer) for game in games]
    context = {**view.get_serializer_context(), "reports": reports}
    return Response(MatchDetail(match, context=context).data, **more)


def ordered(view: Resource[Any], match: Match) -> Response:
    """Return a new match, with its address."""
    at = {"Location": reverse("api:match", args=[match.pk])}
    found = match_or_404(view.viewer, match.pk)
    return described(view, found, status=HTTPStatus.CREATED, headers=at)


class Games(Resource[Match]):
    """Games of a finished match."""

    filter_backends = []
    pagination_class = None
    serializer_class = Events
    queryset = Match.objects.none()

    @extend_schema(
        responses={200: OpenApiTypes.OBJECT}, summary="Record of a game, for replaying it"
    )
    def record(self, _request: Request, match_id: int, number: int) -> Response:
        """Game, rules version, config, seats, seed and choices."""
        return Response(self._game(match_id, number).game.record)

    @extend_schema(responses=Events, summary="The log of a game")
    def events(self, _request: Request, match_id: int, number: int) -> Response:
        """With nothing hidden. Rebuilt from the record if no longer stored; 410 if the rules have
        changed since."""
        report = self._game(match_id, number)
        if report.replay_gone:
            raise NotKept(report.replay_gone)
        data = {"match": match_id, "game": number, "events": report.events}
        return self.shown(Events, data)

    @extend_schema(responses={200: OpenApiTypes.OBJECT}, summary="Replay of a game, for viewers")
    def replay(self, _request: Request, match_id: int, number: int) -> HttpResponse:
        """Positions, log and questions, with the output of your own bots. Fails if the present
        rules cannot show it."""
        report = self._game(match_id, number)
        if report.replay_gone:
            raise NotKept(report.replay_gone)
        try:
            content = replay_bytes(report, ENGLISH)
        except NoReplay as problem:
            raise RulesChanged("%(problem)s", problem=problem) from problem
        except NoLongerKept as gone:
            raise NotKept("%(problem)s", problem=replay_gone()) from gone
        return HttpResponse(content, content_type="application/json")

    @extend_schema(
        responses={(200, JSONL): OpenApiTypes.STR}, summary="Decisions of one seat in a game"
    )
    def decisions(
        self, _request: Request, match_id: int, number: int, seat: int
    ) -> StreamingHttpResponse:
        """In the format of `kingsbench ask`; seats count from 1. Fails if the rules have changed
        since."""
        report = self._game(match_id, number)
        if not 1 <= seat <= len(report.names):
            raise Http404
        try:
            lines = decision_file(report.game, seat - 1)
        except NotReplayable as problem:
            raise RulesChanged(problem.problem) from problem
        return StreamingHttpResponse(lines, content_type=JSONL)

    @extend_schema(responses=Output(many=True), summary="Output of your bots in a game")
    def output(self, _request: Request, match_id: int, number: int) -> Response:
        """Empty unless one of your bots played; 410 if no longer kept."""
        report = self._game(match_id, number)
        if report.logs_gone:
            raise NotKept(report.logs_gone)
        return self.shown(Output, [{"name": name, "text": text} for name, text in report.printed])

    def _game(self, match_id: int, number: int) -> GameReport:
        match = match_or_404(self.viewer, match_id)
        games = match.games.all() if match.has_result else Game.objects.none()
        return GameReport(match, get_object_or_404(games, number=number - 1), self.viewer)
