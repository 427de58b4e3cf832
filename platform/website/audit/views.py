"""Who corrected, made or stopped what, when and why."""

from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from arena.models import Action
from website.http import OwnRequest, organisers_only

PAGE = 100


class Line(NamedTuple):
    """An action, and the page of what it was done to where it has one."""

    action: Action
    url: str


@organisers_only
@require_safe
def index(request: OwnRequest) -> HttpResponse:
    """The log, the newest first; `verb` and `target` narrow, `before` pages back."""
    found = Action.objects.select_related("actor").order_by("-pk")
    asked = {name: _plain(request.GET.get(name, "")) for name in ("verb", "target")}
    narrowed = {name: value for name, value in asked.items() if value}
    found = found.filter(**narrowed)
    before = request.GET.get("before", "")
    if before.isdecimal():
        found = found.filter(pk__lt=int(before))
    actions = list(found[: PAGE + 1])
    context = {
        "lines": [Line(action, _url(action)) for action in actions[:PAGE]],
        "verbs": Action.objects.order_by("verb").values_list("verb", flat=True).distinct(),
        "narrowed": urlencode(narrowed),
        "older": actions[PAGE - 1].pk if len(actions) > PAGE else None,
        "before": before,
        **asked,
    }
    return render(request, "audit/index.html", context)


def _plain(text: str) -> str:
    """Without what no row can hold."""
    return text.replace("\0", "").strip()


def _url(action: Action) -> str:
    kind, _space, number = action.target.partition(" ")
    is_match = kind == "match" and number.isdecimal()
    return reverse("matches:detail", args=[int(number)]) if is_match else ""
