"""What organisers do with a tournament: each verb of their desk."""

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
from website.api.serializers.fields import Why
from website.api.serializers.tournaments import (
    BotWhy,
    Forfeit,
    PairingWhy,
    Resume,
    Seeds,
    TournamentDetail,
)
from website.api.views.tournaments import OfTournament


class Desk(OfTournament):
    """The organisers' verbs; each answers with the tournament as it is afterwards."""

    write_scope = Token.Scope.ORGANISE

    def _do(self, slug: str, act: Callable[..., Any], **sent: Any) -> Response:
        act(organiser=self.user, tournament=self.tournament(slug), **sent)
        return self.described(slug)

    @extend_schema(request=None, responses=TournamentDetail, summary="Open a draft")
    def open(self, _request: Request, slug: str) -> Response:
        """Everybody sees it, and owners sign up if it is open to them."""
        return self._do(slug, open_tournament)

    @extend_schema(request=None, responses=TournamentDetail, summary="Close the entries")
    def freeze(self, _request: Request, slug: str) -> Response:
        """Before the deadline: versions are frozen, and seeds are drawn."""
        return self._do(slug, freeze_entrants)

    @extend_schema(request=None, responses=TournamentDetail, summary="Draw the first round")
    def start(self, _request: Request, slug: str) -> Response:
        """Before its time."""
        return self._do(slug, start_tournament)

    @extend_schema(request=Why, responses=TournamentDetail, summary="Pause a tournament")
    def pause(self, _request: Request, slug: str) -> Response:
        """What is being played is played to its end."""
        return self._do(slug, pause_tournament, **self.sent(Why))

    @extend_schema(request=Resume, responses=TournamentDetail, summary="Let a tournament go on")
    def resume(self, _request: Request, slug: str) -> Response:
        """By other rules than it began with only where those are accepted."""
        return self._do(slug, resume_tournament, **self.sent(Resume))

    @extend_schema(request=Why, responses=TournamentDetail, summary="Cancel a tournament")
    def cancel(self, _request: Request, slug: str) -> Response:
        """For good. A reason is needed."""
        return self._do(slug, cancel_tournament, **self.sent(Why))

    @extend_schema(request=Why, responses=TournamentDetail, summary="End a tournament now")
    def finish(self, _request: Request, slug: str) -> Response:
        """After the rounds that were played: the places stand. A reason is needed."""
        return self._do(slug, finish_tournament, **self.sent(Why))

    @extend_schema(request=Why, responses=TournamentDetail, summary="Pair the latest round anew")
    def redraw(self, _request: Request, slug: str) -> Response:
        """While it has no results. A reason is needed."""
        return self._do(slug, redraw_round, **self.sent(Why))

    @extend_schema(request=Why, responses=TournamentDetail, summary="Allow rematches in a Swiss")
    def rematches(self, _request: Request, slug: str) -> Response:
        """Where no other pairing is left."""
        return self._do(slug, allow_rematches, **self.sent(Why))

    @extend_schema(request=BotWhy, responses=TournamentDetail, summary="Admit a bot")
    def admit(self, _request: Request, slug: str) -> Response:
        """Whoever owns it, before the start."""
        return self._do(slug, admit_entrant, **self.sent(BotWhy))

    @extend_schema(request=BotWhy, responses=TournamentDetail, summary="Exclude a bot")
    def exclude(self, _request: Request, slug: str) -> Response:
        """At any time. A reason is needed."""
        return self._do(slug, exclude_entrant, **self.sent(BotWhy))

    @extend_schema(request=Seeds, responses=TournamentDetail, summary="Seed by hand")
    def seeds(self, _request: Request, slug: str) -> Response:
        """Before the start. It holds whoever else enters or leaves; no bots undo it."""
        return self._do(slug, seed_by_hand, **self.sent(Seeds))

    @extend_schema(request=Forfeit, responses=TournamentDetail, summary="Forfeit a pairing")
    def forfeit(self, _request: Request, slug: str) -> Response:
        """The bot loses it without playing. A reason is needed."""
        tournament, sent = self.tournament(slug), self.sent(Forfeit)
        pairing = _pairing(tournament.pk, sent.pop("pairing"))
        entrant = get_object_or_404(tournament.entrants, bot=sent.pop("bot"))
        forfeit_pairing(organiser=self.user, pairing=pairing, entrant=entrant, **sent)
        return self.described(slug)

    @extend_schema(request=PairingWhy, responses=TournamentDetail, summary="Replay a pairing")
    def replay(self, _request: Request, slug: str) -> Response:
        """On a new deal. A reason is needed."""
        tournament, sent = self.tournament(slug), self.sent(PairingWhy)
        pairing = _pairing(tournament.pk, sent.pop("pairing"))
        rejudge_pairing(organiser=self.user, pairing=pairing, **sent)
        return self.described(slug)


def _pairing(tournament: int, pk: int) -> Pairing:
    pairings = Pairing.objects.standing().filter(round__tournament=tournament)
    return get_object_or_404(pairings.select_related("round"), pk=pk)
