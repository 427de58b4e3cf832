"""Matches: list, read, order, void, rejudge; the archive and the export of results."""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from arena.core.errors import NotKept, RulesChanged
from arena.matches.referee.decision_log import NoLongerKept
from arena.models import ArchivedDay, Game, Match
from website.api.base import Resource
from website.api.pagination import Newest, read_limit
from website.competitions.verbs import Verb, VerbView
from website.matches import lists
from website.matches.decisions import NotReplayable, decision_file
from website.matches.filters import MatchFilter
from website.matches.kept import replay_gone
from website.matches.replay_state import NoReplay, replay_bytes
from website.matches.report import GameReport, games_of, match_or_404
from website.matches.results_export import MOST, START, Cursor, page
from website.matches.serializers import (
    ArchivedDayShown,
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
        matches = lists.summarised_matches(self.viewer if "version" in self.request.GET else None)
        matches = matches.exclude(purpose=Match.Purpose.CHECK)
        return self.page(MatchSummary, self.filter_queryset(matches))

    @extend_schema(responses=MatchDetail, summary="One match")
    def retrieve(self, _request: Request, match_id: int) -> Response:
        """With games; fault details are for the bot's owner."""
        return match_response(self, self._match(match_id))

    def find_row(self, **at: Any) -> Match:
        return match_or_404(None, **at)

    def respond_after(self, verb: Verb, result: Any, /, **at: Any) -> Response:
        is_new = verb.status == HTTPStatus.CREATED
        return (
            new_match_response(self, result) if is_new else match_response(self, self._match(**at))
        )

    def _match(self, match_id: int) -> Match:
        return match_or_404(self.viewer, match_id)


def match_response(view: Resource[Any], match: Match, **more: Any) -> Response:
    """Return a match with its games, as the user may see it."""
    games = games_of(match) if match.has_result else []
    reports = [GameReport(match, game, view.viewer) for game in games]
    context = {**view.get_serializer_context(), "reports": reports}
    return Response(MatchDetail(match, context=context).data, **more)


def new_match_response(view: Resource[Any], match: Match) -> Response:
    """Return a new match, with its address."""
    headers = {"Location": reverse("api:match", args=[match.pk])}
    as_seen = match_or_404(view.viewer, match.pk)
    return match_response(view, as_seen, status=HTTPStatus.CREATED, headers=headers)


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
        return self.respond(Events, data)

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
        return self.respond(Output, [{"name": name, "text": text} for name, text in report.printed])

    def _game(self, match_id: int, number: int) -> GameReport:
        match = match_or_404(self.viewer, match_id)
        games = match.games.all() if match.has_result else Game.objects.none()
        return GameReport(match, get_object_or_404(games, number=number - 1), self.viewer)


class Archive(Resource[ArchivedDay]):
    """Days with a file."""

    filter_backends = []
    pagination_class = Newest
    serializer_class = ArchivedDayShown
    queryset = ArchivedDay.objects.none()

    @extend_schema(summary="Archive of public matches, newest day first")
    def list(self, _request: Request) -> Response:
        """Each file has the decisions of a day's matches as gzipped JSON lines."""
        return self.page(ArchivedDayShown, ArchivedDay.objects.all())


NDJSON = "application/x-ndjson"


class Results(Resource[Match]):
    """Finished, public matches."""

    paces = {"list": "exports"}
    anonymous_paces = {"list": "anonymous_exports"}
    filter_backends = []
    pagination_class = None
    queryset = Match.objects.none()

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "since",
                str,
                description="Cursor of a line, or a time. Default: from the beginning.",
            ),
            OpenApiParameter(
                "limit", int, description=f"Number of lines, at most {MOST} (default)."
            ),
        ],
        responses={(200, NDJSON): OpenApiTypes.STR},
        summary="Results as JSON lines",
    )
    def list(self, request: Request) -> HttpResponse:
        """In the order in which they became visible, at most a minute late. `Link` has the next
        page."""
        since, most = read_since(request), read_limit(request, MOST)
        lines = page(since, most)
        answer = HttpResponse(b"".join(line for _, line in lines), content_type=NDJSON)
        answer["X-Lines-At-Most"] = str(MOST)
        if len(lines) == most:
            last, _ = lines[-1]
            address = replace_query_param(request.build_absolute_uri(), "since", str(last))
            answer["Link"] = f'<{address}>; rel="next"'
        return answer


def read_since(request: Request) -> Cursor:
    """Return where the page begins. Raise ValidationError."""
    given = request.query_params.get("since")
    if given is None:
        return START
    try:
        return Cursor.read(given)
    except (ValueError, OverflowError) as problem:
        words = "Use the cursor of a line or a time such as 2030-01-31T18:00Z."
        raise ValidationError({"since": [words]}) from problem
