"""Owners enter and withdraw bots."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from arena.core.database_clock import database_now
from arena.core.errors import Refused
from arena.models import Bot, Entrant, Tournament
from arena.models.rights import bots_run_by
from arena.tournaments.entries import enter_tournament, withdraw_entrant
from website.accounts.models import User
from website.site.http import OwnRequest, sent_text
from website.tournaments.lists import seen_tournaments

IN = (Entrant.State.ENTERED, Entrant.State.WAITING)


def takes_entries(tournament: Tournament) -> bool:
    """Return whether owners may enter now."""
    is_open = tournament.state == Tournament.State.OPEN
    by_owners = tournament.admission == Tournament.Admission.SIGN_UP
    return is_open and by_owners and tournament.entry_deadline > database_now()


def own_bots(tournament: Tournament, viewer: User | None) -> QuerySet[Bot]:
    """Return the viewer's bots that could enter."""
    inside = tournament.entrants.filter(state__in=IN).values("bot")
    own = Bot.objects.run_by(viewer).filter(state=Bot.State.ACTIVE).exclude(pk__in=inside)
    return own.filter(entries__ladder__game=tournament.game).distinct().order_by("name")


@require_POST
@login_required
def enter(request: OwnRequest, slug: str) -> HttpResponse:
    """Enter a bot."""

    def do(tournament: Tournament, bot: Bot) -> str:
        entrant = enter_tournament(owner=request.user, tournament=tournament, bot=bot)
        if entrant.state == Entrant.State.WAITING:
            return gettext("The field is full. “%(name)s” is on the waiting list.")
        return gettext("“%(name)s” is entered.")

    return _with_own_bot(request, slug, do)


@require_POST
@login_required
def leave(request: OwnRequest, slug: str) -> HttpResponse:
    """Withdraw a bot."""

    def do(tournament: Tournament, bot: Bot) -> str:
        withdraw_entrant(owner=request.user, tournament=tournament, bot=bot)
        return gettext("“%(name)s” was withdrawn from this tournament.")

    return _with_own_bot(request, slug, do)


def _with_own_bot(
    request: OwnRequest, slug: str, do: Callable[[Tournament, Bot], str]
) -> HttpResponse:
    """Run `do` with the chosen bot and report on the tournament's page."""
    tournament = get_object_or_404(seen_tournaments(request.user), slug=slug)
    bot = Bot.objects.seen_by(request.user).filter(slug=sent_text(request.POST, "bot")).first()
    if bot is None:
        messages.error(request, gettext("Choose one of your bots."))
        return redirect("tournaments:detail", slug)
    try:
        messages.success(request, do(tournament, bot) % {"name": bot.name})
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect("tournaments:detail", slug)


def context(tournament: Tournament, viewer: User | None) -> dict[str, Any]:
    """Return the template context of the entry form."""
    if viewer is None:
        return {"takes_entries": takes_entries(tournament)}
    mine = tournament.entrants.filter(bots_run_by(viewer, "bot__"), state__in=IN)
    is_open = takes_entries(tournament)
    return {
        "takes_entries": is_open,
        "own_bots": own_bots(tournament, viewer) if is_open else [],
        "mine": [] if tournament.is_over else mine.select_related("bot"),
    }
