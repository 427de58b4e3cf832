"""Organiser actions on a tournament."""

from collections.abc import Callable
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from arena.actions.tournaments.admit_entrant import admit_entrant
from arena.actions.tournaments.allow_rematches import allow_rematches
from arena.actions.tournaments.cancel_tournament import cancel_tournament
from arena.actions.tournaments.exclude_entrant import exclude_entrant
from arena.actions.tournaments.finish_tournament import finish_tournament
from arena.actions.tournaments.forfeit_pairing import forfeit_pairing
from arena.actions.tournaments.freeze_entrants import freeze_entrants
from arena.actions.tournaments.open_tournament import open_tournament
from arena.actions.tournaments.pause_tournament import pause_tournament
from arena.actions.tournaments.redraw_round import redraw_round
from arena.actions.tournaments.rejudge_pairing import rejudge_pairing
from arena.actions.tournaments.resume_tournament import resume_tournament
from arena.actions.tournaments.seed_by_hand import seed_by_hand
from arena.actions.tournaments.start_tournament import start_tournament
from arena.models import Pairing
from website.accounts.models import Token
from website.api.serializers.fields import ReasonInput
from website.api.serializers.tournaments import (
    BotWhy,
    Forfeit,
    PairingWhy,
    Resume,
    Seeds,
    TournamentDetail,
)
from website.api.views.tournaments import OfTournament


class TournamentAdmin(OfTournament):
    """Organiser actions; each returns the changed tournament."""

    write_scope = Token.Scope.ORGANISE

    def _do(self, slug: str, act: Callable[..., Any], **sent: Any) -> Response:
        act(organiser=self.user, tournament=self.tournament(slug), **sent)
        return self.described(slug)

    @extend_schema(request=None, responses=TournamentDetail, summary="Open a draft")
    def open(self, _request: Request, slug: str) -> Response:
        """Makes it public; owners may enter if admission is open."""
        return self._do(slug, open_tournament)

    @extend_schema(request=None, responses=TournamentDetail, summary="Close the entries")
    def freeze(self, _request: Request, slug: str) -> Response:
        """Before the deadline; freezes versions and draws seeds."""
        return self._do(slug, freeze_entrants)

    @extend_schema(request=None, responses=TournamentDetail, summary="Pair the first round")
    def start(self, _request: Request, slug: str) -> Response:
        """Starts before the set time."""
        return self._do(slug, start_tournament)

    @extend_schema(request=ReasonInput, responses=TournamentDetail, summary="Pause a tournament")
    def pause(self, _request: Request, slug: str) -> Response:
        """Running matches are finished."""
        return self._do(slug, pause_tournament, **self.sent(ReasonInput))

    @extend_schema(request=Resume, responses=TournamentDetail, summary="Resume a tournament")
    def resume(self, _request: Request, slug: str) -> Response:
        """Changed rules must be accepted."""
        return self._do(slug, resume_tournament, **self.sent(Resume))

    @extend_schema(request=ReasonInput, responses=TournamentDetail, summary="Cancel a tournament")
    def cancel(self, _request: Request, slug: str) -> Response:
        """Cannot be undone. Needs a reason."""
        return self._do(slug, cancel_tournament, **self.sent(ReasonInput))

    @extend_schema(request=ReasonInput, responses=TournamentDetail, summary="End a tournament now")
    def finish(self, _request: Request, slug: str) -> Response:
        """Keeps the ranks after the rounds played. Needs a reason."""
        return self._do(slug, finish_tournament, **self.sent(ReasonInput))

    @extend_schema(
        request=ReasonInput, responses=TournamentDetail, summary="Pair the latest round again"
    )
    def redraw(self, _request: Request, slug: str) -> Response:
        """Only while the round has no results. Needs a reason."""
        return self._do(slug, redraw_round, **self.sent(ReasonInput))

    @extend_schema(
        request=ReasonInput, responses=TournamentDetail, summary="Allow rematches in a Swiss"
    )
    def rematches(self, _request: Request, slug: str) -> Response:
        """If no other pairing is possible."""
        return self._do(slug, allow_rematches, **self.sent(ReasonInput))

    @extend_schema(request=BotWhy, responses=TournamentDetail, summary="Admit a bot")
    def admit(self, _request: Request, slug: str) -> Response:
        """Before the start, whoever owns it."""
        return self._do(slug, admit_entrant, **self.sent(BotWhy))

    @extend_schema(request=BotWhy, responses=TournamentDetail, summary="Exclude a bot")
    def exclude(self, _request: Request, slug: str) -> Response:
        """At any time. Needs a reason."""
        return self._do(slug, exclude_entrant, **self.sent(BotWhy))

    @extend_schema(request=Seeds, responses=TournamentDetail, summary="Seed by hand")
    def seeds(self, _request: Request, slug: str) -> Response:
        """Before the start; survives later entries. An empty list undoes it."""
        return self._do(slug, seed_by_hand, **self.sent(Seeds))

    @extend_schema(request=Forfeit, responses=TournamentDetail, summary="Forfeit a pairing")
    def forfeit(self, _request: Request, slug: str) -> Response:
        """The bot loses without playing. Needs a reason."""
        tournament, sent = self.tournament(slug), self.sent(Forfeit)
        pairing = _pairing(tournament.pk, sent.pop("pairing"))
        entrant = get_object_or_404(tournament.entrants, bot=sent.pop("bot"))
        forfeit_pairing(organiser=self.user, pairing=pairing, entrant=entrant, **sent)
        return self.described(slug)

    @extend_schema(request=PairingWhy, responses=TournamentDetail, summary="Rejudge a pairing")
    def rejudge(self, _request: Request, slug: str) -> Response:
        """On a new deal. Needs a reason."""
        tournament, sent = self.tournament(slug), self.sent(PairingWhy)
        pairing = _pairing(tournament.pk, sent.pop("pairing"))
        rejudge_pairing(organiser=self.user, pairing=pairing, **sent)
        return self.described(slug)


def _pairing(tournament: int, pk: int) -> Pairing:
    pairings = Pairing.objects.not_void().filter(round__tournament=tournament)
    return get_object_or_404(pairings.select_related("round"), pk=pk)
