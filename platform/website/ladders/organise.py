"""What organisers do with ladders: make one, and change it."""

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from arena.actions.check_terms import Terms
from arena.actions.edit_ladder import edit_ladder
from arena.actions.errors import NameTaken, Refused
from arena.actions.make_ladder import make_ladder
from arena.models import Ladder
from engine import catalogue
from website.http import OwnRequest, organisers_only
from website.ladders.forms import LadderForm, initial_of


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: OwnRequest) -> HttpResponse:
    """Make a ladder; `game` in the address, and its options that are words, are offered."""
    game = request.GET.get("game", "")
    info = catalogue.info(game if game in catalogue.FOLDERS else next(iter(catalogue.FOLDERS)))
    texts = [name for name, option in info.config.items() if isinstance(option.default, str)]
    config = {name: request.GET[name] for name in texts if name in request.GET}
    form = LadderForm(request.POST or None, initial={"game": info.name}, config=config)
    ladder = _done(form, lambda terms: make_ladder(organiser=request.user, terms=terms))
    if ladder is None:
        return _page(request, form)
    messages.success(request, gettext("The ladder stands. Bots can be entered now."))
    return redirect("ladders:leaderboard", ladder.slug)


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: OwnRequest, slug: str) -> HttpResponse:
    """Change a ladder."""
    found = get_object_or_404(Ladder, slug=slug)
    form = LadderForm(
        request.POST or None, initial=initial_of(found), config=found.config, present=found
    )
    ladder = _done(
        form, lambda terms: edit_ladder(organiser=request.user, ladder=found, terms=terms)
    )
    if ladder is None:
        return _page(request, form)
    messages.success(request, gettext("The ladder is changed."))
    return redirect("ladders:leaderboard", ladder.slug)


def _done(form: LadderForm, act: Callable[[Terms], Ladder]) -> Ladder | None:
    """The ladder after the action; None where there was nothing to do, or it was refused."""
    if not form.is_bound or not form.is_valid():
        return None
    try:
        return act(form.terms())
    except Refused as refused:
        form.add_error("name" if isinstance(refused, NameTaken) else None, refused.message)
        return None


def _page(request: HttpRequest, form: LadderForm) -> HttpResponse:
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(
        request, "ladders/edit.html", {"form": form, "ladder": form.present}, status=status
    )
