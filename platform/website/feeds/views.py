"""The feed's page and the follow button."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from arena.core.errors import Refused
from website.feeds.feed import own_feed
from website.feeds.following import KINDS, follow_named, followed_by, unfollow_named
from website.site.http import OwnRequest


@login_required
@require_safe
def feed(request: OwnRequest) -> HttpResponse:
    """Show what happened to all that the person follows; `before` pages back."""
    before = request.GET.get("before", "")
    page = own_feed(request.user, before)
    lines = followed_by(request.user)
    groups = [
        (kind.title, [line for line in lines if line.kind == name]) for name, kind in KINDS.items()
    ]
    context = {"page": page, "before": before, "groups": [group for group in groups if group[1]]}
    return render(request, "feeds/feed.html", context)


@login_required
@require_POST
def toggle(request: OwnRequest, kind: str, name: str) -> HttpResponse:
    """Follow or unfollow, by the button pressed, and return to its page or the feed."""
    if kind not in KINDS:
        raise Http404
    if request.POST.get("follow") == "0":
        unfollow_named(request.user, kind, name)
        messages.success(request, gettext("You no longer follow this."))
    else:
        try:
            follow_named(request.user, kind, name)
        except Refused as refused:
            messages.error(request, refused.message)
        else:
            messages.success(request, gettext("You follow this now. Your feed has its results."))
    if "feed" in request.POST:
        return redirect("feeds:feed")
    return redirect(KINDS[kind].route, name)
