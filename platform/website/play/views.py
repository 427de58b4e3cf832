"""A person's games against bots, and the form that begins one."""

import secrets
from http import HTTPStatus
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import (
    Http404,
    HttpResponse,
    HttpResponseNotModified,
    JsonResponse,
    QueryDict,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arena.core.errors import BadChoice, Refused
from arena.human_games.play import StartPosition, abandon_human_game, choose_human, start_human_game
from arena.models import Bot, BotSeat, HumanGame, Ladder
from engine import catalogue
from engine.game import BadConfig
from engine.messages import gettext_noop
from engine.record import BadRecord
from engine.record import replay as replay_record
from website.accounts.models import User
from website.bots.challenge_form import may_be_challenged
from website.bots.lookup import bot_or_404
from website.games.registry import site_game
from website.ladders import board
from website.play.seat import HumanGameView
from website.site.http import OwnRequest, live_page
from website.site.plain_text import show_invisible

SEATS_MOST = 4
FIRST, LAST, LOT = "first", "last", "lot"


def companions(person: User, bot: Bot) -> list[Bot]:
    """Return the bots for the other seats."""
    games = set(bot.entries.values_list("ladder__game", flat=True))
    seen = Bot.objects.seen_by(person).filter(state=Bot.State.ACTIVE, current__isnull=False)
    shared = seen.filter(entries__ladder__game__in=games).exclude(pk=bot.pk).distinct()
    house = shared.house().filter(takes_challenges=True)
    return [bot, *shared.run_by(person).order_by("name"), *house.order_by("name")]


class HumanGameForm(forms.Form):
    """Rules, opponents and seat."""

    rules = forms.ChoiceField(
        label=_("Ladder rules"),
        error_messages={"invalid_choice": _("Choose one of these rules.")},
    )
    seats = forms.TypedChoiceField(
        label=_("Seats"),
        coerce=int,
        choices=[(count, str(count)) for count in range(2, SEATS_MOST + 1)],
        help_text=_("A ladder's rules fix the number of seats."),
    )
    others = forms.ChoiceField(
        label=_("Opponents at the other seats"),
        help_text=_("For more than two seats."),
        error_messages={"invalid_choice": _("Choose one of these bots.")},
    )
    seat = forms.ChoiceField(
        label=_("Your seat"),
        choices=[
            (FIRST, _("first")),
            (LAST, _("last")),
            (LOT, _("random")),
        ],
    )

    def __init__(self, *args: Any, bot: Bot, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.bot = bot
        ladders = Ladder.objects.seen_by(person).for_challenge(bot, bot)
        self.ladders = {f"ladder:{ladder.pk}": ladder for ladder in ladders}
        self.bots = {str(companion.pk): companion for companion in companions(person, bot)}
        rules = []
        for key, ladder in self.ladders.items():
            title = gettext("%(name)s (%(game)s, %(seats)d seats)") % {
                "name": show_invisible(ladder.name),
                "game": site_game(ladder.game).title,
                "seats": ladder.seats,
            }
            rules.append((key, title))
        played = set(bot.entries.values_list("ladder__game", flat=True))
        for game in sorted(played & set(catalogue.FOLDERS)):
            words = gettext("%(game)s with default rules")
            rules.append((f"game:{game}", words % {"game": site_game(game).title}))
        self.fields["rules"].choices = rules  # type: ignore[attr-defined]
        named = [(key, show_invisible(other.name)) for key, other in self.bots.items()]
        self.fields["others"].choices = named  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Add `table`: what the action takes."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return data
        ladder = self.ladders.get(data["rules"])
        game = "" if ladder else data["rules"].removeprefix("game:")
        seats = ladder.seats if ladder else data["seats"]
        if game and seats not in catalogue.info(game).seats:
            self.add_error("seats", _("This game does not allow that many players."))
        more = [self.bots[data["others"]]] * (seats - 2)
        data["table"] = {"bots": [self.bot, *more], "ladder": ladder, "game": game}
        return data

    def seat_of(self, draw: int) -> int:
        """Return the chosen seat, or the drawn one."""
        count = len(self.cleaned_data["table"]["bots"]) + 1
        return {FIRST: 0, LAST: count - 1}.get(self.cleaned_data["seat"], draw % count)


LATEST = 20
LEADERS = 3  # of a ladder
DRAW = 2**32
MOST_OPTIONS = 1000  # of one decision, that anybody may say there are


def own_games(person: User) -> Any:
    """Return the person's games, newest first."""
    games = HumanGame.objects.seen_by(person).defer("choices", "packed_events")
    return games.prefetch_related("bot_seats__version__bot").order_by("-id")


def open_games(person: User) -> Any:
    """Return the person's games that go on, newest first."""
    return own_games(person).open()[: settings.HUMAN_GAMES_OPEN]


@login_required
@require_safe
def index(request: OwnRequest) -> HttpResponse:
    """Show one's games, and bots to play."""
    games = list(own_games(request.user)[:LATEST])
    house = (
        Bot.objects.seen_by(request.user)
        .house()
        .filter(state=Bot.State.ACTIVE, takes_challenges=True)
    )
    own = Bot.objects.run_by(request.user).filter(state=Bot.State.ACTIVE)
    leaders = []
    for ladder, rows in board.top_rows(request.user):
        willing = [row for row in rows if row.entry.bot.takes_challenges]
        if willing:
            leaders.append((ladder, willing[:LEADERS]))
    context = {
        "open": [game for game in games if game.is_open],
        "over": [game for game in games if not game.is_open],
        "house": house.exclude(current=None).order_by("name"),
        "own": own.exclude(current=None),
        "leaders": leaders,
    }
    return render(request, "play/index.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: OwnRequest, slug: str) -> HttpResponse:
    """Begin a game against a bot."""
    bot = bot_or_404(request, slug)
    form = HumanGameForm(request.POST or None, bot=bot, person=request.user)
    if request.method == "POST" and form.is_valid():
        try:
            seat = form.seat_of(secrets.randbelow(DRAW))
            params = form.cleaned_data["table"]
            game = start_human_game(person=request.user, seat=seat, **params)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            return redirect("play:table", game.pk)
    context = {
        "bot": bot,
        "form": form,
        "may": may_be_challenged(bot, request.user),
        "open": open_games(request.user),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "play/against.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: OwnRequest, game_id: int) -> HttpResponse:
    """Show one's game, and take answers."""
    game = _own(request, game_id)
    problem = ""
    if request.method == "POST":
        try:
            number, picks = picks_in(request.POST)
            game = choose_human(person=request.user, game=game, number=number, picks=picks)
        except Refused as refused:
            problem = refused.message
            game = _own(request, game_id)
        if not request.htmx:
            if problem:
                messages.error(request, problem)
            return redirect("play:table", game_id)
    return _show_table(request, game, problem)


def _show_table(request: OwnRequest, game: HumanGame, problem: str) -> HttpResponse:
    """Answer the page or its part; 304 where nothing changed."""
    etag = f'"{game.choices_count}-{game.status}-{game.tries}-{get_language()}"'
    if request.htmx and request.headers.get("If-None-Match") == etag:
        return HttpResponseNotModified()
    try:
        shown = HumanGameView(game)
    except BadRecord:
        return render(request, "play/stale.html", {"game": game})
    context = {"game": game, "table": shown, "problem": problem}
    response = live_page(request, "play/table.html", context, part="table")
    if request.htmx:  # the page around it has more that changes, such as messages
        response["ETag"] = etag
    return response


def _own(request: OwnRequest, game_id: int) -> HumanGame:
    games = HumanGame.objects.seen_by(request.user).select_related("user", "ladder")
    return get_object_or_404(games, pk=game_id)


def picks_in(data: QueryDict) -> tuple[int, list[int]]:
    """Return the decision's number and the picks in order; `order` counts from 1.

    Raises BadChoice for what is no number.
    """
    sent = {name: str(data[name]) for name in ("number", "all", "order") if name in data}
    try:
        number = int(sent.get("number", ""))
        if "none" in data:
            return number, []
        if "all" in sent:
            return number, list(range(min(int(sent["all"]), MOST_OPTIONS)))
        if order := sent.get("order", "").strip():
            return number, [int(option) - 1 for option in order.replace(",", " ").split()]
        return number, [int(str(option)) for option in data.getlist("pick")]
    except ValueError as error:
        words = gettext_noop("Enter the numbers of the options, for example “2 1 3”.")
        raise BadChoice(words) from error


@login_required
@require_POST
def give_up(request: OwnRequest, game_id: int) -> HttpResponse:
    """End one's game early; `next` is the page to come back to."""
    try:
        abandon_human_game(person=request.user, game=_own(request, game_id))
    except Refused as refused:
        messages.error(request, refused.message)
    onward = request.POST.get("next", "")
    is_here = url_has_allowed_host_and_scheme(onward, {request.get_host()}, request.is_secure())
    return redirect(onward) if is_here else redirect("play:table", game_id)


@login_required
@require_POST
def play_again(request: OwnRequest, game_id: int) -> HttpResponse:
    """Play the same bots again; `swap` moves to the next seat."""
    game = _own(request, game_id)
    seats = game.bot_seats.select_related("version__bot").order_by("seat")
    seat = (game.human_seat + ("swap" in request.POST)) % game.seats_count
    bots = [bot_seat.version.bot for bot_seat in seats]
    start = _start_position(game)
    try:
        new = start_human_game(
            person=request.user,
            bots=bots,
            game=game.game,
            ladder=game.ladder,
            seat=seat,
            start=start,
        )
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("play:table", game_id)
    return redirect("play:table", new.pk)


def _start_position(game: HumanGame) -> StartPosition | None:
    """Return where the game went on from a replay, None if it was dealt by common rules."""
    record = game.record(upto=game.start_choice)
    if not game.start_choice and (game.ladder or not game.config):
        return None
    try:
        return StartPosition(record, replay_record(record).logged)
    except BadRecord:
        return None


def _finished_game(request: OwnRequest, game_id: int) -> HumanGame:
    game = _own(request, game_id)
    if game.status != HumanGame.Status.FINISHED:
        raise Http404
    return game


@login_required
@require_safe
def replay(request: OwnRequest, game_id: int) -> HttpResponse:
    """Show one's finished game."""
    game = _finished_game(request, game_id)
    return render(request, "play/replay.html", {"game": game, "site_game": site_game(game.game)})


@gzip_page
@login_required
@require_safe
def replay_file(request: OwnRequest, game_id: int) -> HttpResponse:
    """Answer its replay as JSON."""
    try:
        replay = HumanGameView(_finished_game(request, game_id)).replay()
    except (BadRecord, BadConfig) as error:
        return JsonResponse({"error": str(error)}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return JsonResponse(replay)


@login_required
@require_safe
def record(request: OwnRequest, game_id: int) -> HttpResponse:
    """Download its record."""
    response = JsonResponse(_finished_game(request, game_id).record())
    response["Content-Disposition"] = f'attachment; filename="game-{game_id}.json"'
    return response


@login_required
@require_safe
def failures(request: OwnRequest, slug: str) -> HttpResponse:
    """Show the faults of one's bot in human games."""
    bot = get_object_or_404(Bot.objects.run_by(request.user), slug=slug)
    faulted_at = BotSeat.objects.filter(version__bot=bot, faulted_at__isnull=False)
    context = {"bot": bot, "faulted": faulted_at.select_related("version").order_by("-id")[:LATEST]}
    return render(request, "play/failures.html", context)
