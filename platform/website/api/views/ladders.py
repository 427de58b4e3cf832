"""Ladders: their rules, their leaderboards, and what organisers do with them."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import django_filters
from django.db.models import Q
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from arena.actions.ladders.check_terms import Terms
from arena.actions.ladders.edit_ladder import edit_ladder
from arena.actions.ladders.make_ladder import make_ladder
from arena.actions.ladders.recompute_ladder import recompute_ladder
from arena.models import Bot, Entry, Ladder
from website.accounts.models import Token
from website.api.base import Filters, Resource
from website.api.pagination import ByRating, BySerial, Oldest
from website.api.serializers.fields import Why, shown
from website.api.serializers.ladders import (
    GAMES,
    Change,
    LadderDetail,
    LadderSummary,
    LadderTerms,
    Line,
    Unusual,
)
from website.api.terms import changed_terms
from website.ladders import board
from website.ladders.rank_ranges import rank_ranges
from website.ladders.unusual import unusual_pairs


class LadderFilter(Filters):
    """Which ladders."""

    game = django_filters.ChoiceFilter(choices=GAMES)
    state = django_filters.ChoiceFilter(choices=Ladder.State.choices)


class Ladders(Resource[Ladder]):
    """Ladders; organisers make and change them."""

    write_scope = Token.Scope.ORGANISE
    pagination_class = Oldest
    filterset_class = LadderFilter
    serializer_class = LadderSummary
    queryset = Ladder.objects.all()

    @extend_schema(summary="Ladders, the oldest first")
    def list(self, _request: Request) -> Response:
        """All of them, the closed too."""
        return self.page(LadderSummary, self.filter_queryset(self.get_queryset()))

    @extend_schema(responses=LadderDetail, summary="One ladder")
    def retrieve(self, _request: Request, slug: str) -> Response:
        """With all its rules."""
        return self.shown(LadderDetail, _ladder(slug))

    @extend_schema(request=LadderTerms, responses={201: LadderDetail}, summary="Make a ladder")
    def create(self, _request: Request) -> Response:
        """Bots can be entered at once."""
        ladder = make_ladder(organiser=self.user, terms=Terms(**self.sent(LadderTerms)))
        at = reverse("api:ladder", args=[ladder.slug])
        return self.shown(LadderDetail, ladder, status=HTTPStatus.CREATED, headers={"Location": at})

    @extend_schema(request=LadderTerms, responses=LadderDetail, summary="Change a ladder")
    def partial_update(self, _request: Request, slug: str) -> Response:
        """What is left out stays. Game, seats and config are fixed once matches were played."""
        return self._changed(slug, self.sent(LadderTerms, partial=True))

    @extend_schema(request=None, responses=LadderDetail, summary="Make matches on a ladder")
    def open(self, _request: Request, slug: str) -> Response:
        """Again, or after all."""
        return self._changed(slug, {"state": Ladder.State.OPEN})

    @extend_schema(request=None, responses=LadderDetail, summary="Pause a ladder")
    def pause(self, _request: Request, slug: str) -> Response:
        """It takes bots, and makes no matches for now."""
        return self._changed(slug, {"state": Ladder.State.PAUSED})

    @extend_schema(request=None, responses=LadderDetail, summary="Freeze a ladder")
    def freeze(self, _request: Request, slug: str) -> Response:
        """It takes no new bots, and makes no matches."""
        return self._changed(slug, {"state": Ladder.State.FROZEN})

    @extend_schema(request=None, responses=LadderDetail, summary="Close a ladder")
    def close(self, _request: Request, slug: str) -> Response:
        """It is over; what waits in the queue is void."""
        return self._changed(slug, {"state": Ladder.State.CLOSED})

    def _changed(self, slug: str, sent: dict[str, Any]) -> Response:
        ladder = _ladder(slug)
        terms = changed_terms(Terms, ladder, sent)
        return self.shown(
            LadderDetail, edit_ladder(organiser=self.user, ladder=ladder, terms=terms)
        )

    @extend_schema(request=Why, responses={202: LadderDetail}, summary="Compute ratings again")
    def recompute(self, _request: Request, slug: str) -> Response:
        """From the match rows, beside those that count until then; `epoch` tells when it is done.
        A reason is needed."""
        ladder = _ladder(slug)
        recompute_ladder(organiser=self.user, ladder=ladder, **self.sent(Why))
        return self.shown(LadderDetail, ladder, status=HTTPStatus.ACCEPTED)


class Leaderboard(Resource[Entry]):
    """The bots of a ladder that have a place."""

    pagination_class = ByRating
    filter_backends = []
    serializer_class = Line
    queryset = Entry.objects.none()

    @extend_schema(summary="The leaderboard of a ladder, the best first")
    def list(self, _request: Request, slug: str) -> Response:
        """The same bots with the same numbers as on its page."""
        ladder = _ladder(slug)
        entries: Sequence[Entry] = self.paginate_queryset(board.ranked(ladder)) or []
        first, ranges = self._first(ladder, entries), rank_ranges(ladder)
        rows = board.placed(ladder, entries, first, ranges=ranges)
        return self.get_paginated_response(shown(Line, rows))

    @staticmethod
    def _first(ladder: Ladder, entries: Sequence[Entry]) -> int:
        """The number of the first of these, counted from the top."""
        if not entries:
            return 1
        one = entries[0]
        rating = one.rating or 0.0
        level = Q(rating=rating)
        better = Q(rating__gt=rating) | level & Q(mu__gt=one.mu)
        ahead = better | level & Q(mu=one.mu, pk__lt=one.pk)
        return 1 + ladder.entries.in_ranking(ladder).filter(ahead).count()


class History(Resource[Entry]):
    """How a bot's rating on a ladder moved."""

    pagination_class = BySerial
    filter_backends = []
    serializer_class = Change
    queryset = Entry.objects.none()

    @extend_schema(summary="How a rating moved, the latest match first")
    def list(self, _request: Request, slug: str, bot: str) -> Response:
        """By the computation of the ratings that counts now."""
        bots = Bot.objects.seen_by(self.viewer)
        found = Entry.objects.filter(bot__in=bots).select_related("ladder")
        entry = get_object_or_404(found, ladder__slug=slug, bot__slug=bot)
        changes = entry.history.filter(epoch=entry.ladder.epoch)
        return self.page(Change, changes.select_related("seat__version"))


class UnusualPairs(Resource[Ladder]):
    """Pairs of owners whose results are unlikely by their ratings."""

    personal = True
    read_scope = Token.Scope.ORGANISE
    pagination_class = None
    filter_backends = []
    serializer_class = Unusual
    queryset = Ladder.objects.select_related("fit")

    @extend_schema(responses=Unusual(many=True), summary="Unusual pairs of owners")
    def list(self, _request: Request, slug: str) -> Response:
        """List those that the ladder's fit has found, most unlikely first, for organisers alone.
        They prove nothing."""
        ladder = get_object_or_404(self.queryset.all(), slug=slug)
        return self.shown(Unusual, unusual_pairs(ladder))


def _ladder(slug: str) -> Ladder:
    return get_object_or_404(Ladder, slug=slug)
