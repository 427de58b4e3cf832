"""Create and edit ladders, and choose their house bots."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from arena.ladders.manage_ladder import LadderTerms, edit_ladder, make_ladder
from arena.models import Bot, Ladder
from engine import catalogue
from website.accounts.models import User
from website.api.fields import BotWhy
from website.competitions.pages import CompetitionPages, form_page, own_competition, submit
from website.competitions.rules_form import RulesForm
from website.competitions.terms import form_field
from website.competitions.verbs import verb_or_404
from website.ladders.joined import joined_ladders, present
from website.ladders.verbs import VERBS
from website.site.http import OwnRequest, organisers_only


class LadderForm(RulesForm[LadderTerms]):
    kind = LadderTerms

    state = form_field(
        LadderTerms,
        "state",
        choices=[
            (Ladder.State.OPEN, _("open: matches are scheduled")),
            (Ladder.State.PAUSED, _("paused: accepts bots, schedules no matches")),
            (Ladder.State.FROZEN, _("frozen: accepts no bots, schedules no matches")),
            (Ladder.State.CLOSED, _("closed: over; queued matches become void")),
        ],
    )
    bench_after = form_field(LadderTerms, "bench_after", required=False)
    draw_probability = form_field(LadderTerms, "draw_probability")
    game_noise = form_field(LadderTerms, "game_noise")

    def __init__(self, data: Any = None, *, present: Ladder | None = None, **given: Any) -> None:
        super().__init__(data, present=present, **given)
        if present is None:
            return
        for name in ("draw_probability", "game_noise"):
            estimate = floatformat(getattr(present.parameters, name), 2)
            current = gettext("Current value: %(number)s.") % {"number": estimate}
            self.fields[name].help_text = f"{self.fields[name].help_text} {current}"


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
        request.POST or None,
        initial=LadderForm.initial_values(found),
        config=found.config,
        present=found,
    )
    ladder = submit(
        form,
        lambda terms: edit_ladder(
            organiser=request.user, ladder=found, terms=terms, revision=form.shown_revision
        ),
    )
    if ladder is None:
        return form_page(request, PAGE, form, LADDER, found, **_house_bots(request.user, found))
    messages.success(request, gettext("Ladder saved."))
    return redirect("ladders:leaderboard", ladder.slug)


@require_POST
@login_required
def act(request: OwnRequest, slug: str, verb: str) -> HttpResponse:
    """Run an organiser's verb."""
    ladder = own_competition(request.user, Ladder.objects.seen_by(request.user), slug)
    pressed = verb_or_404(VERBS, verb)
    pressed.press(request, ladder)
    place = "#house-bots" if pressed.takes is BotWhy else ""
    return redirect(reverse("ladders:edit", args=[slug]) + place)


def _house_bots(viewer: User, ladder: Ladder) -> dict[str, Any]:
    """Return the template context of the box with house bots."""
    house = Bot.objects.seen_by(viewer).house().filter(state=Bot.State.ACTIVE)
    house = house.select_related("current").order_by("name")
    inside = present(joined_ladders(house, viewer, ladder))
    known = {row.bot.pk for row in inside}
    outside = [bot for bot in house if bot.current and bot.pk not in known]
    return {
        "house_bots": inside,
        "other_house_bots": outside if ladder.takes_entries else [],
        "verbs": VERBS,
    }
