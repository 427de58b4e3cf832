"""Tournaments: settings, rounds, standings, entries."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import django_filters
from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.filters import BaseFilterBackend
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from arena.models import Bot, Entrant, Tournament
from arena.tournaments.entries import enter_tournament, withdraw_entrant
from arena.tournaments.organise import delete_draft, edit_tournament, make_tournament
from arena.tournaments.pairing import usual_games
from arena.tournaments.terms import TournamentTerms
from website.accounts.models import Token
from website.api.base import Resource
from website.api.fields import BotNamed
from website.api.pagination import Newest
from website.api.terms import IF_MATCH, changed_terms, read_revision, usual_where_open
from website.competitions.verbs import VerbView
from website.ladders.serializers import GAMES
from website.site.filters import Filters
from website.tournaments import serializers as forms
from website.tournaments.lists import seen_tournaments
from website.tournaments.report import Report, load_matches
from website.tournaments.words import order_of


class TournamentFilter(Filters):
    """Filter tournaments."""

    game = django_filters.ChoiceFilter(choices=GAMES)
    state = django_filters.ChoiceFilter(choices=Tournament.State.choices)


class OfTournament(Resource[Tournament]):
    """Base of views under a tournament's URL."""

    filter_backends: Sequence[type[BaseFilterBackend]] = []
    pagination_class: type[Newest] | None = None
    serializer_class: type[BaseSerializer[Any]] | None = forms.TournamentDetail

    details: Mapping[str, Any] = {}  # of the tournament shown

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), **self.details}

    def get_queryset(self) -> QuerySet[Tournament]:
        """Return all tournaments; drafts for organisers only."""
        return seen_tournaments(self.viewer)

    def tournament(self, slug: str) -> Tournament:
        return get_object_or_404(self.get_queryset(), slug=slug)

    def report(self, slug: str) -> Report:
        return Report(self.tournament(slug), self.viewer)

    def respond_with(self, slug: str, **more: Any) -> Response:
        """Return a response with the tournament's present state."""
        report = self.report(slug)
        self.details = {"entrants": report.entrants, "hides": report.until is not None}
        return self.respond(forms.TournamentDetail, report.tournament, **more)


class Tournaments(OfTournament):
    write_scope = Token.Scope.ORGANISE
    filter_backends = Resource.filter_backends
    pagination_class = Newest
    filterset_class = TournamentFilter
    serializer_class = forms.TournamentRef

    @extend_schema(summary="Tournaments, newest first")
    def list(self, _request: Request) -> Response:
        """Drafts are for organisers only."""
        return self.page(forms.TournamentRef, self.filter_queryset(self.get_queryset()))

    @extend_schema(responses=forms.TournamentDetail, summary="One tournament")
    def retrieve(self, _request: Request, slug: str) -> Response:
        """With settings and entrants."""
        return self.respond_with(slug)

    @extend_schema(
        request=forms.TournamentTerms,
        responses={201: forms.TournamentDetail},
        summary="Create a tournament",
    )
    def create(self, _request: Request) -> Response:
        """As a draft, visible to organisers only until opened."""
        sent = self.read_input(forms.TournamentTerms)
        games = usual_games(sent.get("seats", TournamentTerms.seats))
        sent = usual_where_open({"games_per_match": games, **sent}, TournamentTerms.format)
        terms = TournamentTerms(**sent)
        tournament = make_tournament(organiser=self.user, terms=terms)
        headers = {"Location": reverse("api:tournament", args=[tournament.slug])}
        return self.respond_with(tournament.slug, status=HTTPStatus.CREATED, headers=headers)

    @extend_schema(
        parameters=[IF_MATCH],
        request=forms.TournamentTerms,
        responses=forms.TournamentDetail,
        summary="Change a tournament",
    )
    def partial_update(self, _request: Request, slug: str) -> Response:
        """Fields left out stay. The tournament's state limits what may change."""
        tournament = self.tournament(slug)
        revision = read_revision(self.request, tournament)
        sent = self.read_input(forms.TournamentTerms, partial=True)
        sent = usual_where_open(sent, tournament.format, tournament)
        terms = changed_terms(TournamentTerms, tournament, sent)
        edit_tournament(organiser=self.user, tournament=tournament, terms=terms, revision=revision)
        return self.respond_with(slug)

    @extend_schema(request=None, responses={204: None}, summary="Delete a draft")
    def destroy(self, _request: Request, slug: str) -> Response:
        """Also a cancelled one. What has been open can only be cancelled."""
        delete_draft(organiser=self.user, tournament=self.tournament(slug))
        return Response(status=HTTPStatus.NO_CONTENT)


class TournamentAdmin(OfTournament, VerbView[Tournament]):
    shown_as = forms.TournamentDetail


class TournamentResults(OfTournament):
    """A tournament's rounds and standings."""

    @extend_schema(responses=forms.Standings, summary="Standings")
    def standings(self, _request: Request, slug: str) -> Response:
        """Up to the last revealed round."""
        report = self.report(slug)
        data = {
            "revealed_until": report.until,
            "tie_breaks": order_of(report.tournament),
            "tables": report.tables,
            "places": [{"place": place, "bot": entrant.bot} for place, entrant in report.places],
            "champions": [champion.bot for champion in report.champions],
        }
        return self.respond(forms.Standings, data)

    @extend_schema(responses=forms.TournamentOutcome, summary="All pairings and places")
    def results(self, _request: Request, slug: str) -> Response:
        """From these the standings can be computed: pairings up to the last revealed round, byes
        and forfeits among them."""
        report = self.report(slug)
        load_matches(report.pairings)
        data = {
            "revealed_until": report.until,
            "tie_breaks": order_of(report.tournament),
            "entrants": report.entrants,
            "pairings": report.pairings,
        }
        context = {**self.get_serializer_context(), "hides": False}  # all pairings are revealed
        return Response(forms.TournamentOutcome(data, context=context).data)

    @extend_schema(responses=forms.RoundRef(many=True), summary="Rounds of a tournament")
    def rounds(self, _request: Request, slug: str) -> Response:
        """Up to the first hidden one: later pairings would give results away."""
        return Response(forms.RoundRef(self.report(slug).rounds, many=True).data)

    @extend_schema(responses=forms.RoundDetail, summary="One round with its pairings")
    def round(self, _request: Request, slug: str, number: int) -> Response:
        """Results are null until revealed."""
        report = self.report(slug)
        asked = next((each for each in report.rounds if each.number == number), None)
        if asked is None:
            raise Http404
        load_matches(asked.pairings.all())
        context = {**self.get_serializer_context(), "hides": report.hides(asked)}
        return Response(forms.RoundDetail(asked, context=context).data)


class Entries(OfTournament):
    """A tournament's entries."""

    write_scope = Token.Scope.ENTRIES
    serializer_class = forms.EntrantShown

    @extend_schema(
        request=BotNamed, responses={201: forms.EntrantShown}, summary="Enter one of your bots"
    )
    def create(self, _request: Request, slug: str) -> Response:
        """On the waiting list if the tournament is full."""
        tournament = self.tournament(slug)
        entrant = enter_tournament(
            owner=self.user, tournament=tournament, **self.read_input(BotNamed)
        )
        return self._entrant(entrant, status=HTTPStatus.CREATED)

    @extend_schema(
        request=None, responses={200: forms.EntrantShown}, summary="Withdraw one of your bots"
    )
    def destroy(self, _request: Request, slug: str, bot: str) -> Response:
        """Before the start the entry is removed; later it forfeits the rest."""
        tournament = self.tournament(slug)
        leaving = get_object_or_404(Bot.objects.seen_by(self.viewer), slug=bot)
        return self._entrant(withdraw_entrant(owner=self.user, tournament=tournament, bot=leaving))

    def _entrant(self, entrant: Entrant, **more: Any) -> Response:
        context = {**self.get_serializer_context(), "hides": True}
        return Response(forms.EntrantShown(entrant, context=context).data, **more)
