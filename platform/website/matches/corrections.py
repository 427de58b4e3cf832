"""Organisers void a match, or have it played again."""

from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from arena.core.errors import Refused
from arena.core.guards import REASON_MOST
from arena.models import Action, Match
from website.accounts.models import User
from website.competitions.verbs import Verb
from website.matches.report import match_or_404
from website.matches.verbs import VERBS
from website.site.http import OwnRequest

LOGGED = ("void_result", "rejudge_match", "replay_of")


class ReasonForm(forms.Form):
    """Public reason for a correction."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_MOST,
        help_text=_("Everyone can read it on this page and in the audit log."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


def correction_notes(match: Match) -> list[Action]:
    """Return what was done about the match, and why."""
    if match.purpose != Match.Purpose.LADDER:
        return []
    return list(Action.objects.filter(target=f"match {match.pk}", verb__in=LOGGED))


def offered_verbs(match: Match, viewer: User | None) -> list[Verb]:
    """Return what the viewer may do about the result."""
    if not match.is_run_by(viewer):
        return []
    return [verb for verb in VERBS.values() if verb.offered(match)]


@login_required
@require_POST
def act(request: OwnRequest, match_id: int, verb: Verb) -> HttpResponse:
    """Run an organiser's verb, and lead to the match that it returns."""
    match = match_or_404(None, match_id)
    if not match.is_run_by(request.user):
        raise PermissionDenied
    form = ReasonForm(request.POST)
    if form.is_valid():
        try:
            found = verb.run(organiser=request.user, on=match, sent=form.cleaned_data)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, verb.said(form.cleaned_data, found))
            return redirect("matches:detail", found.pk)
    context = {"form": form, "match": match, "verbs": VERBS.values()}
    return render(request, "matches/correct.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
