"""Challenge a bot; read, accept and refuse challenges."""

from http import HTTPStatus
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arena.core.errors import Refused
from arena.matches.challenges import (
    accept_challenge,
    block_person,
    refuse_challenge,
    send_challenge,
    waits_for_answer,
    withdraw_challenge,
)
from arena.models import Challenge
from arena.models.name_key import find_named
from website.accounts.models import User
from website.bots.challenge_form import ChallengeForm, challengers
from website.bots.challenge_report import ChallengeReport
from website.bots.lookup import bot_or_404
from website.site.http import OwnRequest, Request, live_page, sent_text, viewer
from website.site.rate_limits import rate_limited

PAGE = 30
BOXES = ("waiting", "received", "sent")
RELATED = ("bot", "opponent", "ladder", "challenger")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limited("challenges")
def challenge(request: OwnRequest, slug: str) -> HttpResponse:
    opponent = bot_or_404(request, slug)
    form = ChallengeForm(request.POST or None, person=request.user, opponent=opponent)
    if request.method == "POST" and form.is_valid():
        try:
            sent = send_challenge(challenger=request.user, opponent=opponent, **form.cleaned_data)
        except Refused as refused:
            form.blame(refused.term, refused.message)
        else:
            messages.success(request, _sent_text(sent))
            return redirect("challenges:detail", sent.pk)
    context = {
        "bot": opponent,
        "form": form,
        "has_own": challengers(request.user, opponent).exists(),
        "waits": waits_for_answer(opponent, request.user),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "bots/challenge.html", context, status=status)


def _sent_text(challenge: Challenge) -> str:
    if challenge.has_begun:
        return gettext("The challenge is played next. Only tournament matches go first.")
    return gettext("Sent. It is played once the bot's owner accepts.")


@login_required
@require_safe
def index(request: OwnRequest) -> HttpResponse:
    """List own challenges by `box`; `before` pages back."""
    person, box = request.user, request.GET.get("box", "")
    box = box if box in BOXES else BOXES[0]
    found = box_of(person, box).select_related(*RELATED)
    before = request.GET.get("before", "")
    if before.isdecimal():
        found = found.filter(pk__lt=int(before[:18]))
    rows = list(found[: PAGE + 1])
    context = {
        "rows": rows[:PAGE],
        "older": rows[PAGE - 1].pk if len(rows) > PAGE else None,
        "box": box,
        "blocks": person.blocks.select_related("blocked").order_by("blocked__username"),
    }
    return render(request, "challenges/index.html", context)


def box_of(person: User, box: str) -> QuerySet[Challenge]:
    """Return this person's challenges, newest first."""
    if box == "sent":
        return Challenge.objects.run_by(person).order_by("-pk")
    received = Challenge.objects.received_by(person).order_by("-pk")
    return received.waiting() if box == "waiting" else received


def challenge_or_404(person: User | None, pk: int) -> Challenge:
    """Return the challenge. Raise Http404 if hidden from this person."""
    seen = Challenge.objects.seen_by(person).select_related(*RELATED)
    return get_object_or_404(seen, pk=pk)


@require_safe
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    sees = viewer(request)
    found = challenge_or_404(sees, pk)
    context = {"challenge": found, "report": ChallengeReport(found, sees)}
    return live_page(cast("Request", request), "challenges/detail.html", context, part="live")


@login_required
@require_POST
@rate_limited("challenges")
def answer(request: OwnRequest, pk: int) -> HttpResponse:
    """Accept, refuse or withdraw a challenge, by the button pressed."""
    found = challenge_or_404(request.user, pk)
    verb = request.POST.get("answer", "")
    try:
        act(found, request.user, verb)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _answer_text(verb))
    return redirect("challenges:detail", found.pk)


def act(challenge: Challenge, person: User, verb: str) -> Challenge:
    """Do this to a challenge. Raise Refused, or Http404 for another verb."""
    if verb == "accept":
        return accept_challenge(challenge=challenge, by=person)
    if verb == "withdraw":
        return withdraw_challenge(challenge=challenge, by=person)
    if verb in {"refuse", "block"}:
        return refuse_challenge(challenge=challenge, by=person, block=verb == "block")
    raise Http404


def _answer_text(verb: str) -> str:
    words: dict[str, Any] = {
        "accept": gettext("Accepted. It is played next."),
        "refuse": gettext("Refused."),
        "block": gettext("Refused. This person's challenges no longer reach you."),
        "withdraw": gettext("Withdrawn."),
    }
    return str(words[verb])


@login_required
@require_POST
def block(request: OwnRequest) -> HttpResponse:
    name = sent_text(request.POST, "username")
    person = find_named(User.objects.filter(is_active=True), name, "username")
    if person is None:
        messages.error(request, gettext("No such person. Check the name."))
        return redirect("challenges:index")
    try:
        block_person(owner=request.user, person=person)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, gettext("This person's challenges no longer reach you."))
    return redirect("challenges:index")


@login_required
@require_POST
def unblock(request: OwnRequest, pk: int) -> HttpResponse:
    get_object_or_404(request.user.blocks, pk=pk).delete()
    messages.success(request, gettext("They can challenge your bots again."))
    return redirect("challenges:index")
