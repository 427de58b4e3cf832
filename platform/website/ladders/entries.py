"""Owners enter bots on a ladder's page."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from arena.core.errors import Refused
from arena.ladders.entries import join_ladder
from arena.models import Bot, Ladder
from website.accounts.models import User
from website.ladders.joined import FAILED, PLAYING, joined, may_join, present, said_after
from website.site.http import OwnRequest, sent_text
from website.site.rate_limits import rate_limited


@require_POST
@login_required
@rate_limited("uploads")
def enter(request: OwnRequest, slug: str) -> HttpResponse:
    ladder = get_object_or_404(Ladder.objects.seen_by(request.user), slug=slug)
    bot = Bot.objects.seen_by(request.user).filter(slug=sent_text(request.POST, "bot")).first()
    if bot is None:
        messages.error(request, gettext("Choose one of your bots."))
        return redirect("ladders:leaderboard", slug)
    try:
        check = join_ladder(owner=request.user, bot=bot, ladder=ladder)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, said_after(check))
    return redirect("ladders:leaderboard", slug)


def context(ladder: Ladder, viewer: User | None) -> dict[str, Any]:
    """Return the template context of the box with the viewer's own bots; empty without any."""
    own = Bot.objects.run_by(viewer).exclude(state=Bot.State.WITHDRAWN).select_related("current")
    if viewer is None or not own:
        return {}
    rows = present(joined(own, viewer, ladder))
    known = {row.bot.pk for row in rows if row.state != FAILED}
    free = [bot for bot in may_join(viewer, ladder) if bot.pk not in known]
    return {
        "may_join": free if ladder.takes_entries else [],
        "joining": [row for row in rows if row.state != PLAYING],
    }
