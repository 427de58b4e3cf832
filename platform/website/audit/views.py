"""The audit log, for organisers."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from arena.models import Action, Bot, Challenge, Ladder, League, Tournament
from website.accounts.models import User
from website.site.http import OwnRequest, organisers_only, sent_text

PAGE = 100
# Target kind -> visible rows, field of its name, field in its URL, its page.
PLACES: dict[str, tuple[Callable[[User], QuerySet[Any]], str, str, str]] = {
    "bot": (Bot.objects.seen_by, "name", "slug", "bots:detail"),
    "ladder": (Ladder.objects.seen_by, "name", "slug", "ladders:leaderboard"),
    "league": (League.objects.seen_by, "name", "slug", "leagues:detail"),
    "tournament": (Tournament.objects.seen_by, "name", "slug", "tournaments:detail"),
    "user": (lambda _viewer: User.objects.all(), "username", "username", "admin_dashboard:person"),
}


class TargetLink(NamedTuple):
    """A target's name, empty for matches and challenges, and its page."""

    name: str
    url: str


class ActionRow(NamedTuple):
    action: Action
    place: TargetLink | None


@organisers_only
@require_safe
def index(request: OwnRequest) -> HttpResponse:
    """Show the log, newest first; `verb` and `target` filter, `before` pages back."""
    rows = Action.objects.select_related("actor").order_by("-pk")
    asked = {name: sent_text(request.GET, name) for name in ("verb", "target")}
    narrowed = {name: value for name, value in asked.items() if value}
    rows = rows.filter(**narrowed)
    before = request.GET.get("before", "")
    if before.isdecimal():
        rows = rows.filter(pk__lt=int(before))
    actions = list(rows[: PAGE + 1])
    places = _places({action.target for action in actions}, request.user)
    context = {
        "lines": [ActionRow(action, places.get(action.target)) for action in actions[:PAGE]],
        "verbs": Action.objects.verbs(),
        "narrowed": urlencode(narrowed),
        "older": actions[PAGE - 1].pk if len(actions) > PAGE else None,
        "before": before,
        **asked,
    }
    return render(request, "audit/index.html", context)


def _places(targets: set[str], viewer: User) -> dict[str, TargetLink]:
    """Return the targets' pages, with one query per kind."""
    ids = defaultdict(list)
    for kind, _space, number in (target.partition(" ") for target in targets):
        if number.isdecimal():
            ids[kind].append(int(number))
    challenges = Challenge.objects.seen_by(viewer).filter(pk__in=ids.pop("challenge", []))
    places = {
        f"match {pk}": TargetLink("", reverse("matches:detail", args=[pk]))
        for pk in ids.pop("match", [])
    } | {
        str(challenge): TargetLink("", reverse("challenges:detail", args=[challenge.pk]))
        for challenge in challenges
    }
    for kind, (seen, name, key, view) in PLACES.items():
        rows = seen(viewer).filter(pk__in=ids[kind]).values_list("pk", name, key)
        places |= {
            f"{kind} {pk}": TargetLink(label, reverse(view, args=[address]))
            for pk, label, address in rows
        }
    return places
