"""Ladders, leaderboards and rating histories."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import django_filters
from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from arena.ladders.entries import join_ladder, leave_ladder
from arena.ladders.manage_ladder import LadderTerms as Terms
from arena.ladders.manage_ladder import edit_ladder, make_ladder
from arena.models import Bot, Entry, Ladder
from website.accounts.models import Token, User
from website.api.base import Resource
from website.api.fields import BotNamed, serialize
from website.api.pagination import ByRating, BySerial, Oldest
from website.api.terms import IF_MATCH, changed_terms, read_revision
from website.api.throttles import UPLOADS
from website.competitions.verbs import VerbView
from website.ladders import board
from website.ladders.intervals import rank_ranges
from website.ladders.joined import joined_ladders
from website.ladders.serializers import (
    GAMES,
    Change,
    LadderDetail,
    LadderEntry,
    LadderSummary,
    LadderTerms,
    LeaderboardLine,
    StatisticsQuery,
    StatisticsShown,
    Unusual,
)
from website.ladders.statistics import LadderStatistics
from website.ladders.unusual import unusual_pairs
from website.site.filters import Filters


class LadderFilter(Filters):
    """Filter ladders."""

    game = django_filters.ChoiceFilter(choices=GAMES)
    state = django_filters.ChoiceFilter(choices=Ladder.State.choices)


class Ladders(VerbView[Ladder]):
    shown_as = LadderDetail
    pagination_class = Oldest
    filterset_class = LadderFilter
    serializer_class = LadderSummary

    def get_queryset(self) -> QuerySet[Ladder]:
        return Ladder.objects.seen_by(self.viewer)

    @extend_schema(summary="Ladders, oldest first")
    def list(self, _request: Request) -> Response:
        """Includes closed ones."""
        return self.page(LadderSummary, self.filter_queryset(self.get_queryset()))

    @extend_schema(responses=LadderDetail, summary="One ladder")
    def retrieve(self, _request: Request, slug: str) -> Response:
        """With its rules."""
        return self.respond_with(slug)

    @extend_schema(request=LadderTerms, responses={201: LadderDetail}, summary="Create a ladder")
    def create(self, _request: Request) -> Response:
        """Bots can enter at once."""
        ladder = make_ladder(organiser=self.user, terms=Terms(**self.read_input(LadderTerms)))
        headers = {"Location": reverse("api:ladder", args=[ladder.slug])}
        return self.respond(LadderDetail, ladder, status=HTTPStatus.CREATED, headers=headers)

    @extend_schema(
        parameters=[IF_MATCH],
        request=LadderTerms,
        responses=LadderDetail,
        summary="Change a ladder",
    )
    def partial_update(self, _request: Request, slug: str) -> Response:
        """Fields left out stay. Game, seats and config are fixed after the first match."""
        ladder = self.find_row(slug=slug)
        revision = read_revision(self.request, ladder)
        terms = changed_terms(Terms, ladder, self.read_input(LadderTerms, partial=True))
        changed = edit_ladder(organiser=self.user, ladder=ladder, terms=terms, revision=revision)
        return self.respond(LadderDetail, changed)


class Leaderboard(Resource[Entry]):
    """A ladder's ranked bots."""

    pagination_class = ByRating
    filter_backends = []
    serializer_class = LeaderboardLine
    queryset = Entry.objects.none()

    @extend_schema(summary="Leaderboard of a ladder, best first")
    def list(self, _request: Request, slug: str) -> Response:
        """The same numbers as on the ladder's page."""
        ladder = _ladder(self.viewer, slug)
        entries: Sequence[Entry] = self.paginate_queryset(board.ranked(ladder)) or []
        first, ranges = self._first(ladder, entries), rank_ranges(ladder)
        rows = board.ranked_rows(ladder, entries, first, ranges=ranges)
        return self.get_paginated_response(serialize(LeaderboardLine, rows))

    @staticmethod
    def _first(ladder: Ladder, entries: Sequence[Entry]) -> int:
        """Return the rank-order number of the first entry, from 1."""
        if not entries:
            return 1
        first = entries[0]
        rating = first.rating or 0.0
        level = Q(rating=rating)
        better = Q(rating__gt=rating) | level & Q(mu__gt=first.mu)
        ahead = better | level & Q(mu=first.mu, pk__lt=first.pk)
        return 1 + ladder.entries.in_ranking(ladder).filter(ahead).count()


class LadderEntries(Resource[Entry]):
    """Bots that join and leave a ladder."""

    write_scope = Token.Scope.ENTRIES
    paces = {"create": UPLOADS}
    pagination_class = None
    filter_backends = []
    serializer_class = LadderEntry
    queryset = Entry.objects.none()

    @extend_schema(request=BotNamed, responses={201: LadderEntry}, summary="Enter one of your bots")
    def create(self, _request: Request, slug: str) -> Response:
        """It plays once its version has passed the ladder's check: poll the entry until it is no
        longer `checking`. Takes none of your uploads."""
        ladder, bot = _ladder(self.viewer, slug), self.read_input(BotNamed)["bot"]
        join_ladder(owner=self.user, bot=bot, ladder=ladder)
        return self._entry(slug, bot.slug, status=HTTPStatus.CREATED)

    @extend_schema(responses=LadderEntry, summary="One bot on a ladder")
    def retrieve(self, _request: Request, slug: str, bot: str) -> Response:
        """`failure` is for its owner only."""
        return self._entry(slug, bot)

    @extend_schema(request=None, responses={200: LadderEntry}, summary="Take a bot off a ladder")
    def destroy(self, _request: Request, slug: str, bot: str) -> Response:
        """One of your own. Its results stay, and a match under way counts."""
        leaving = get_object_or_404(Bot.objects.seen_by(self.viewer), slug=bot)
        leave_ladder(owner=self.user, bot=leaving, ladder=_ladder(self.viewer, slug))
        return self._entry(slug, bot)

    def _entry(self, slug: str, bot: str, **more: Any) -> Response:
        ladder, bots = _ladder(self.viewer, slug), Bot.objects.seen_by(self.viewer)
        shown = get_object_or_404(bots.select_related("owner", "current"), slug=bot)
        rows = joined_ladders([shown], self.viewer, ladder)
        if not rows:
            raise Http404
        return self.respond(LadderEntry, rows[0], **more)


class History(Resource[Entry]):
    """A bot's rating history on a ladder."""

    pagination_class = BySerial
    filter_backends = []
    serializer_class = Change
    queryset = Entry.objects.none()

    @extend_schema(summary="Rating history, latest match first")
    def list(self, _request: Request, slug: str, bot: str) -> Response:
        """By the current rating run."""
        entries = Entry.objects.seen_by(self.viewer).select_related("ladder")
        entry = get_object_or_404(entries, ladder__slug=slug, bot__slug=bot)
        changes = entry.history.filter(rating_run=entry.ladder.rating_run)
        return self.page(Change, changes.select_related("seat__version"))


class LadderStatisticsView(Resource[Ladder]):
    """Statistics of a ladder's games."""

    pagination_class = None
    filter_backends = []
    serializer_class = StatisticsShown
    queryset = Ladder.objects.none()

    @extend_schema(
        parameters=[StatisticsQuery], responses=StatisticsShown, summary="Statistics of a ladder"
    )
    def retrieve(self, request: Request, slug: str) -> Response:
        """Its rated games by seat, length, points, card and opening; counted every five minutes,
        without games that a fault decided. The same numbers as on the ladder's page."""
        asked = StatisticsQuery(data=request.query_params)
        asked.is_valid(raise_exception=True)
        statistics = LadderStatistics(_ladder(self.viewer, slug), asked.validated_data)
        if statistics.form.errors:
            problems = statistics.form.errors.items()
            raise ValidationError({name: [*map(str, errors)] for name, errors in problems})
        return self.respond(StatisticsShown, statistics)


class UnusualPairs(Resource[Ladder]):
    """Pairs of owners with unlikely results."""

    personal = True
    read_scope = Token.Scope.ORGANISE
    pagination_class = None
    filter_backends = []
    serializer_class = Unusual
    queryset = Ladder.objects.none()

    @extend_schema(responses=Unusual(many=True), summary="Unusual pairs of owners")
    def list(self, _request: Request, slug: str) -> Response:
        """As found by the ladder's fit, most unlikely first. They prove nothing. For organisers
        only."""
        ladders = Ladder.objects.seen_by(self.viewer).select_related("fit")
        ladder = get_object_or_404(ladders, slug=slug)
        return self.respond(Unusual, unusual_pairs(ladder))


def _ladder(viewer: User | None, slug: str) -> Ladder:
    return get_object_or_404(Ladder.objects.seen_by(viewer), slug=slug)
