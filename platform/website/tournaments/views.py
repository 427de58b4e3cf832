"""Tournament list and page, where owners enter and withdraw bots."""

from collections.abc import Callable
from functools import cache
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from arena.core.database_clock import database_now
from arena.core.errors import Refused
from arena.core.translation import translate
from arena.models import Bot, Entrant, Tournament
from arena.models.rights import bots_run_by
from arena.tournaments.entries import enter_tournament, withdraw_entrant
from engine.messages import Message
from website.accounts.models import User
from website.games.registry import asked_game, site_game, site_games
from website.site.http import OwnRequest, Request, is_organiser, live_page, sent_text, viewer
from website.site.page_cache import cached_page
from website.tournaments import lists
from website.tournaments.lists import seen_tournaments
from website.tournaments.report import Report
from website.tournaments.words import choices_of


@require_safe
@cached_page()
def index(request: HttpRequest) -> HttpResponse:
    """List tournaments by state, of one `game` or all."""
    game = asked_game(request)
    sections = lists.sections(viewer(request), game.name if game else None)
    context = {"sections": sections, "game": game, "games": site_games()}
    return render(request, "tournaments/index.html", context)


@require_safe
@cached_page(part_unless=is_organiser)
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tournament and a round, by default the latest."""
    sees = viewer(request)
    tournaments = seen_tournaments(sees).select_related("division__season__league")
    tournament = get_object_or_404(tournaments, slug=slug)
    shows = site_game(tournament.game)
    context = {
        "tournament": tournament,
        "report": cache(lambda: Report(tournament, sees, request.GET.get("round", ""))),
        "about": translate(Message(tournament.format_rules.about)),
        "choices": choices_of(tournament),
        "special": shows.of_ladder(tournament.seats, tournament.config),
        "facts": shows.facts(tournament.seats, tournament.config),
        **entry_form(tournament, sees),
    }
    return live_page(cast("Request", request), "tournaments/detail.html", context, part="live")


IN = (Entrant.State.ENTERED, Entrant.State.WAITING)


def takes_entries(tournament: Tournament) -> bool:
    """Return whether owners may enter now."""
    is_open = tournament.state == Tournament.State.OPEN
    by_owners = tournament.admission == Tournament.Admission.SIGN_UP
    return is_open and by_owners and tournament.entry_deadline > database_now()


def own_bots(tournament: Tournament, sees: User | None) -> QuerySet[Bot]:
    """Return the viewer's bots that could enter."""
    inside = tournament.entrants.filter(state__in=IN).values("bot")
    own = Bot.objects.run_by(sees).filter(state=Bot.State.ACTIVE).exclude(pk__in=inside)
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


def entry_form(tournament: Tournament, sees: User | None) -> dict[str, Any]:
    """Return the template context of the entry form."""
    if sees is None:
        return {"takes_entries": takes_entries(tournament)}
    mine = tournament.entrants.filter(bots_run_by(sees, "bot__"), state__in=IN)
    is_open = takes_entries(tournament)
    return {
        "takes_entries": is_open,
        "own_bots": own_bots(tournament, sees) if is_open else [],
        "mine": [] if tournament.is_over else mine.select_related("bot"),
    }
