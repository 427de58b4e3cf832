"""Owners let a bot join and leave ladders on its page."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from arena.core.errors import Refused
from arena.ladders.entries import join_ladder, leave_ladder
from arena.models import Bot, Ladder
from website.ladders.joined import said_after
from website.site.http import OwnRequest, sent_text
from website.site.rate_limits import rate_limited


@login_required
@require_POST
@rate_limited("uploads")
def join(request: OwnRequest, slug: str) -> HttpResponse:
    def do(bot: Bot, ladder: Ladder) -> str:
        return said_after(join_ladder(owner=request.user, bot=bot, ladder=ladder))

    return _with_ladder(request, slug, do)


@login_required
@require_POST
def leave(request: OwnRequest, slug: str) -> HttpResponse:
    def do(bot: Bot, ladder: Ladder) -> str:
        leave_ladder(owner=request.user, bot=bot, ladder=ladder)
        words = gettext("“%(name)s” has left the ladder “%(ladder)s”. Its results stay.")
        return words % {"name": bot.name, "ladder": ladder.name}

    return _with_ladder(request, slug, do)


def _with_ladder(request: OwnRequest, slug: str, do: Callable[[Bot, Ladder], str]) -> HttpResponse:
    """Run `do` with the chosen ladder and report on the bot's page."""
    bot = get_object_or_404(Bot.objects.run_by(request.user), slug=slug)
    seen = Ladder.objects.seen_by(request.user)
    ladder = seen.filter(slug=sent_text(request.POST, "ladder")).first()
    try:
        if ladder is None:
            messages.error(request, gettext("Choose a ladder."))
        else:
            messages.success(request, do(bot, ladder))
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect(f"{reverse('bots:detail', args=[slug])}#ladders")
