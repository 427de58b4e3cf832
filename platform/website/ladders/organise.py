"""Create and edit ladders."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from arena.actions.ladders.edit_ladder import edit_ladder
from arena.actions.ladders.make_ladder import make_ladder
from arena.models import Ladder
from engine import catalogue
from website.competitions.pages import CompetitionPages, form_page, own_competition, submit
from website.http import OwnRequest, organisers_only
from website.ladders.forms import LadderForm

PAGE = "ladders/edit.html"
LADDER = CompetitionPages(
    index="ladders:index",
    detail="ladders:leaderboard",
    plural=_("Ladders"),
    new=_("New ladder"),
    make=_("Create ladder"),
)


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: OwnRequest) -> HttpResponse:
    """Create a ladder; the query may preset `game` and its text options."""
    game = request.GET.get("game", "")
    info = catalogue.info(game if game in catalogue.FOLDERS else next(iter(catalogue.FOLDERS)))
    texts = [name for name, option in info.config.items() if isinstance(option.default, str)]
    config = {name: request.GET[name] for name in texts if name in request.GET}
    form = LadderForm(request.POST or None, initial={"game": info.name}, config=config)
    ladder = submit(form, lambda terms: make_ladder(organiser=request.user, terms=terms))
    if ladder is None:
        return form_page(request, PAGE, form, LADDER, None)
    messages.success(request, gettext("Ladder created. Bots can enter now."))
    return redirect("ladders:leaderboard", ladder.slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: OwnRequest, slug: str) -> HttpResponse:
    found = own_competition(request.user, Ladder.objects.seen_by(request.user), slug)
    form = LadderForm(
        request.POST or None, initial=LadderForm.stored(found), config=found.config, present=found
    )
    ladder = submit(
        form, lambda terms: edit_ladder(organiser=request.user, ladder=found, terms=terms)
    )
    if ladder is None:
        return form_page(request, PAGE, form, LADDER, found)
    messages.success(request, gettext("Ladder saved."))
    return redirect("ladders:leaderboard", ladder.slug)
