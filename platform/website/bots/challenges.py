"""Challenge a bot."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from arena.actions.errors import Refused
from arena.actions.matches.order_challenge import order_challenge
from arena.models import Bot, Ladder
from website.accounts.models import User
from website.bots.forms import LadderChoice
from website.bots.lookup import bot_or_404
from website.http import OwnRequest
from website.rate_limits import rate_limited


class ChallengeForm(forms.Form):
    bot = forms.ModelChoiceField(
        label=_("Your bot"),
        queryset=Bot.objects.none(),
        empty_label=None,
        error_messages={"invalid_choice": _("Choose one of your bots that plays this game.")},
    )
    ladder = LadderChoice(
        label=_("Ladder rules"),
        queryset=Ladder.objects.none(),
        empty_label=None,
        error_messages={"invalid_choice": _("Choose one of these ladders.")},
    )

    def __init__(self, *args: Any, person: User, opponent: Bot, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = challengers(person, opponent).order_by("name")
        self.fields["bot"].queryset = own  # type: ignore[attr-defined]
        ladders = Ladder.objects.seen_by(person).for_challenge(opponent, opponent)
        self.fields["ladder"].queryset = ladders  # type: ignore[attr-defined]


def challengers(person: User, opponent: Bot) -> QuerySet[Bot]:
    """Return the person's bots that can play the opponent."""
    games = opponent.entries.values("ladder__game")
    own = Bot.objects.run_by(person).filter(state=Bot.State.ACTIVE, current__isnull=False)
    return own.filter(entries__ladder__game__in=games).exclude(pk=opponent.pk).distinct()


def may_be_challenged(bot: Bot, viewer: User | None) -> bool:
    return bot.may_play and (bot.takes_challenges or bot.is_run_by(viewer))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limited("challenges")
def challenge(request: OwnRequest, slug: str) -> HttpResponse:
    opponent = bot_or_404(request, slug)
    form = ChallengeForm(request.POST or None, person=request.user, opponent=opponent)
    if request.method == "POST" and form.is_valid():
        try:
            match = order_challenge(challenger=request.user, opponent=opponent, **form.cleaned_data)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(
                request, gettext("The challenge is played next. Only tournament matches go first.")
            )
            return redirect("matches:detail", match.pk)
    context = {
        "bot": opponent,
        "form": form,
        "has_own": challengers(request.user, opponent).exists(),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "bots/challenge.html", context, status=status)
