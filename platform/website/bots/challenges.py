"""Challenge a bot; read, accept and refuse challenges; their results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from typing import NamedTuple, cast

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
from arena.models import Bot, Challenge, Game, Match, Seat, Version
from arena.models.name_key import find_named
from arena.ratings.paired import Difference, difference
from website.accounts.models import User
from website.bots.challenge_form import ChallengeForm, challengers
from website.bots.lookup import bot_or_404
from website.games.contract import Fact, TemplatePart
from website.games.registry import site_game
from website.matches.lists import FIELDS, listed_matches
from website.site.http import OwnRequest, Request, live_page, sent_text, viewer
from website.site.rate_limits import rate_limited

PAGE = 30
BOXES = ("waiting", "received", "sent")
RELATED = ("bot", "opponent", "ladder", "challenger")


class SeatSum(NamedTuple):
    """Points at one seat of the table, which counts from 1; `most` is what they can be."""

    seat: int
    games: int
    points: float
    most: int


@dataclass(frozen=True)
class Side:
    """A side's results; `most` is what its points can be."""

    bot: Bot
    versions: Sequence[Version]
    points: float
    most: float
    seats: Sequence[SeatSum]


@dataclass(frozen=True)
class ChallengeReport:
    """A challenge as its page and the API show it."""

    challenge: Challenge
    viewer: User | None = None

    @cached_property
    def matches(self) -> list[Match]:
        """Its matches in order."""
        matches = listed_matches().only(*FIELDS, "seats_count", "games_planned")
        return list(matches.filter(challenge=self.challenge).order_by("pk"))

    @cached_property
    def finished(self) -> list[Match]:
        return [match for match in self.matches if match.status == Match.Status.FINISHED]

    @property
    def waiting(self) -> int:
        live = {Match.Status.QUEUED, Match.Status.RUNNING}
        return sum(match.status in live for match in self.matches)

    @property
    def void(self) -> int:
        return sum(match.status == Match.Status.VOID for match in self.matches)

    @property
    def is_over(self) -> bool:
        return not self.waiting

    @property
    def is_own(self) -> bool:
        """Whether the viewer sent it."""
        return self.challenge.is_run_by(self.viewer)

    @property
    def may_answer(self) -> bool:
        return self.challenge.is_waiting and self.challenge.is_answered_by(self.viewer)

    @cached_property
    def sides(self) -> list[Side]:
        games = list(
            Game.objects.filter(match__in=[match.pk for match in self.finished])
            .only("match", "number", "seating", "ranks")
            .order_by("match", "number")
        )
        sides = []
        for position, bot in enumerate((self.challenge.bot, self.challenge.opponent)):
            seats = [seat for match in self.matches for seat in _seats_at(match, position)]
            played = {seat.version_id: seat.version for seat in seats}
            side = Side(
                bot,
                list(played.values()),
                sum(_points(match, position) for match in self.finished),
                sum(map(_most, self.finished)),
                self._by_seat(games, position),
            )
            sides.append(side)
        return sides

    def _by_seat(self, games: Sequence[Game], position: int) -> list[SeatSum]:
        """Return points by seat at the table: one for each that ranks below, half for a tie."""
        points: dict[int, list[float]] = {seat: [] for seat in range(self.seats)}
        for game in games:
            seat = game.seat_of(position)
            own = game.ranks[seat]
            ties = game.ranks.count(own) - 1
            below = sum(rank > own for rank in game.ranks)
            points.setdefault(seat, []).append(below + ties / 2)
        each = self.seats - 1
        return [
            SeatSum(seat + 1, len(of_games), sum(of_games), each * len(of_games))
            for seat, of_games in sorted(points.items())
        ]

    @property
    def seats(self) -> int:
        """Seats of a game; a ladder's may have changed since."""
        return self.matches[0].seats_count if self.matches else self.challenge.ladder.seats

    @cached_property
    def difference(self) -> Difference:
        """The challenger's lead as a share of the points, with its 95 % interval."""
        return difference(
            [
                (_points(match, 0) / _most(match), _points(match, 1) / _most(match))
                for match in self.finished
            ]
        )

    @property
    def verdict(self) -> str:
        """Return who is better beyond chance: a side's name, or nothing."""
        lead = self.difference
        better = 0 if lead.is_better else 1 if lead.is_worse else None
        return "" if better is None else self.sides[better].bot.name

    @property
    def facts(self) -> list[Fact]:
        ladder = self.challenge.ladder
        return site_game(ladder.game).facts(ladder.seats, self.challenge.config)

    @property
    def options(self) -> TemplatePart | None:
        ladder = self.challenge.ladder
        return site_game(ladder.game).of_ladder(ladder.seats, self.challenge.config)


def _seats_at(match: Match, position: int) -> list[Seat]:
    return [seat for seat in match.seats.all() if seat.position == position]


def _points(match: Match, position: int) -> float:
    return sum(seat.points or 0.0 for seat in _seats_at(match, position))


def _most(match: Match) -> int:
    """Return the points that the match could bring."""
    return (match.seats_count - 1) * match.games_planned


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
            words = gettext("Sent. It is played once the bot's owner accepts.")
            if sent.has_begun:
                words = gettext("The challenge is played next. Only tournament matches go first.")
            messages.success(request, words)
            return redirect("challenges:detail", sent.pk)
    context = {
        "bot": opponent,
        "form": form,
        "has_own": challengers(request.user, opponent).exists(),
        "waits": waits_for_answer(opponent, request.user),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "bots/challenge.html", context, status=status)


@login_required
@require_safe
def index(request: OwnRequest) -> HttpResponse:
    """List own challenges by `box`; `before` pages back."""
    person, box = request.user, request.GET.get("box", "")
    box = box if box in BOXES else BOXES[0]
    listed = box_of(person, box).select_related(*RELATED)
    before = request.GET.get("before", "")
    if before.isdecimal():
        listed = listed.filter(pk__lt=int(before[:18]))
    rows = list(listed[: PAGE + 1])
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
    challenge = challenge_or_404(sees, pk)
    context = {"challenge": challenge, "report": ChallengeReport(challenge, sees)}
    return live_page(cast("Request", request), "challenges/detail.html", context, part="live")


@login_required
@require_POST
@rate_limited("challenges")
def answer(request: OwnRequest, pk: int) -> HttpResponse:
    """Accept, refuse or withdraw a challenge, by the button pressed."""
    challenge = challenge_or_404(request.user, pk)
    verb = request.POST.get("answer", "")
    try:
        act(challenge, request.user, verb)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        texts = {
            "accept": gettext("Accepted. It is played next."),
            "refuse": gettext("Refused."),
            "block": gettext("Refused. This person's challenges no longer reach you."),
            "withdraw": gettext("Withdrawn."),
        }
        messages.success(request, texts[verb])
    return redirect("challenges:detail", challenge.pk)


def act(challenge: Challenge, person: User, verb: str) -> Challenge:
    """Do this to a challenge. Raise Refused, or Http404 for another verb."""
    if verb == "accept":
        return accept_challenge(challenge=challenge, by=person)
    if verb == "withdraw":
        return withdraw_challenge(challenge=challenge, by=person)
    if verb in {"refuse", "block"}:
        return refuse_challenge(challenge=challenge, by=person, block=verb == "block")
    raise Http404


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
