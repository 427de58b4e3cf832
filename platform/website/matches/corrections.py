"""Organisers void a match, or have it played again."""

from collections.abc import Callable
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from arena.actions.errors import Refused
from arena.actions.results.rejudge_match import rejudge_match
from arena.actions.results.void_result import void_result
from arena.models import Action, Match
from website.accounts.models import User
from website.http import OwnRequest
from website.matches.report import match_or_404

VERBS = ("void_result", "rejudge_match", "replay_of")


class ReasonForm(forms.Form):
    """Public reason for a correction."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=1000,
        help_text=_("Everyone can read it on this page and in the audit log."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


def correction_notes(match: Match) -> list[Action]:
    """Return what was done about the match, and why."""
    if match.purpose != Match.Purpose.LADDER:
        return []
    return list(Action.objects.filter(target=f"match {match.pk}", verb__in=VERBS))


def may_correct(match: Match, viewer: User | None) -> bool:
    """May this viewer void the result?"""
    is_rated = match.status == Match.Status.FINISHED and match.serial is not None
    return is_rated and match.is_run_by(viewer)


@login_required
@require_POST
def void(request: OwnRequest, match_id: int) -> HttpResponse:
    def act(match: Match, reason: str) -> Match:
        void_result(organiser=request.user, match=match, reason=reason)
        words = gettext("The result is void. Ratings will be updated within minutes.")
        messages.success(request, words)
        return match

    return _corrected(request, match_id, act)


@login_required
@require_POST
def rejudge(request: OwnRequest, match_id: int) -> HttpResponse:
    """Void the result, play again, and lead to the new match."""

    def act(match: Match, reason: str) -> Match:
        again = rejudge_match(organiser=request.user, match=match, reason=reason)
        words = gettext(
            "The match will be played again here. Ratings will be updated within minutes."
        )
        messages.success(request, words)
        return again

    return _corrected(request, match_id, act)


def _corrected(
    request: OwnRequest, match_id: int, act: Callable[[Match, str], Match]
) -> HttpResponse:
    match = match_or_404(None, match_id)
    if not match.is_run_by(request.user):
        raise PermissionDenied
    form = ReasonForm(request.POST)
    if form.is_valid():
        try:
            return redirect("matches:detail", act(match, form.cleaned_data["reason"]).pk)
        except Refused as refused:
            form.add_error(None, refused.message)
    context = {"form": form, "match": match}
    return render(request, "matches/correct.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
