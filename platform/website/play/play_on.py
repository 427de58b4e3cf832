"""Play on from a position of a finished game."""

from functools import cached_property
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from arena.core.errors import Refused
from arena.human_games.play import StartPosition, start_human_game
from arena.models import Bot
from engine.record import BadRecord, replay_to
from website.accounts.models import User
from website.matches.replay import MOST_EVENT, asked_event, game_report
from website.matches.report import GameReport
from website.play.views import open_games
from website.site.http import OwnRequest
from website.site.plain_text import show_invisible


class PlayOnForm(forms.Form):
    """Event, own seat and opponent."""

    at = forms.IntegerField(
        label=_("Event"),
        min_value=0,
        max_value=MOST_EVENT,
        help_text=_("As numbered in the replay; the next decision is the first."),
    )
    seat = forms.TypedChoiceField(label=_("Your seat"), coerce=int)
    opponent = forms.ChoiceField(
        label=_("Opponent"),
        help_text=_("It plays all other seats."),
        error_messages={"invalid_choice": _("Choose one of these bots.")},
    )

    def __init__(self, *args: Any, report: GameReport, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [show_invisible(name) for name in report.names]
        self.fields["seat"].choices = list(enumerate(names))  # type: ignore[attr-defined]
        self.bots = {str(bot.pk): bot for bot in opponents(report, person)}
        named = [(key, show_invisible(bot.name)) for key, bot in self.bots.items()]
        self.fields["opponent"].choices = named  # type: ignore[attr-defined]

    @cached_property
    def seated(self) -> dict[str, Any]:
        """The seat and bots that the action takes."""
        data = self.cleaned_data
        others = len(self.fields["seat"].choices) - 1  # type: ignore[attr-defined]
        return {"seat": data["seat"], "bots": [self.bots[data["opponent"]]] * others}


def opponents(report: GameReport, person: User) -> list[Bot]:
    """Return the bots of this game that may be played: the match's, the person's, the house's."""
    seen = Bot.objects.seen_by(person).filter(state=Bot.State.ACTIVE, current__isnull=False)
    fit = seen.filter(entries__ladder__game=report.match.game).distinct().order_by("name")
    seated = {bot.pk for bot in report.bots}
    willing = [bot for bot in fit.filter(pk__in=seated) if bot.takes_challenges]
    house = fit.house().filter(takes_challenges=True)
    return list(dict.fromkeys([*willing, *fit.run_by(person), *house]))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def play_on(request: OwnRequest, match_id: int, number: int) -> HttpResponse:
    """Begin a game at an event of a finished game."""
    report = game_report(match_id, number, request.user)
    event = asked_event(request)
    try:
        decision = replay_to(report.game.record, event).decision
    except BadRecord:
        decision = None
    initial = {"at": event, "seat": decision.seat if decision else 0}
    form = PlayOnForm(request.POST or None, report=report, person=request.user, initial=initial)
    if request.method == "POST" and form.is_valid():
        start = StartPosition(report.game.record, form.cleaned_data["at"])
        try:
            game = start_human_game(person=request.user, start=start, **form.seated)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            return redirect("play:table", game.pk)
    context = {
        "match": report.match,
        "report": report,
        "form": form,
        "at": event,
        "open": open_games(request.user),
    }
    return render(request, "play/play_on.html", context, status=422 if form.errors else 200)
