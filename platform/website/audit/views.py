"""The audit log, for organisers."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.contrib.auth import get_user_model
from django.db.models import Model
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from arena.models import Action, Bot, Ladder, League, Tournament
from website.http import OwnRequest, organisers_only, sent_text

PAGE = 100
# Target kind -> model, field of its name, field in its URL, its page.
PLACES: dict[str, tuple[type[Model], str, str, str]] = {
    "bot": (Bot, "name", "slug", "bots:detail"),
    "ladder": (Ladder, "name", "slug", "ladders:leaderboard"),
    "league": (League, "name", "slug", "leagues:detail"),
    "tournament": (Tournament, "name", "slug", "tournaments:detail"),
    "user": (get_user_model(), "username", "username", "admin_dashboard:person"),
}


class TargetLink(NamedTuple):
    """A target's name, empty for matches, and its page."""

    name: str
    url: str


class ActionRow(NamedTuple):
    action: Action
    place: TargetLink | None


@organisers_only
@require_safe
def index(request: OwnRequest) -> HttpResponse:
    """Show the log, newest first; `verb` and `target` filter, `before` pages back."""
    found = Action.objects.select_related("actor").order_by("-pk")
    asked = {name: sent_text(request.GET, name) for name in ("verb", "target")}
    narrowed = {name: value for name, value in asked.items() if value}
    found = found.filter(**narrowed)
    before = request.GET.get("before", "")
    if before.isdecimal():
        found = found.filter(pk__lt=int(before))
    actions = list(found[: PAGE + 1])
    context = {
        "lines": _lines(actions[:PAGE]),
        "verbs": Action.objects.verbs(),
        "narrowed": urlencode(narrowed),
        "older": actions[PAGE - 1].pk if len(actions) > PAGE else None,
        "before": before,
        **asked,
    }
    return render(request, "audit/index.html", context)


def _lines(actions: Sequence[Action]) -> list[ActionRow]:
    places = _places({action.target for action in actions})
    return [ActionRow(action, places.get(action.target)) for action in actions]


def _places(targets: set[str]) -> dict[str, TargetLink]:
    """Return the targets' pages, with one query per kind."""
    ids = defaultdict(list)
    for kind, _space, number in (target.partition(" ") for target in targets):
        if number.isdecimal():
            ids[kind].append(int(number))
    found = {
        f"match {pk}": TargetLink("", reverse("matches:detail", args=[pk]))
        for pk in ids.pop("match", [])
    }
    for kind, (model, name, key, view) in PLACES.items():
        rows = model._default_manager.filter(pk__in=ids[kind]).values_list("pk", name, key)
        found |= {
            f"{kind} {pk}": TargetLink(said, reverse(view, args=[at])) for pk, said, at in rows
        }
    return found
