"""Find a visible bot or entry by URL."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from arena.models import Bot, Entry
from website.site.http import is_organiser, viewer


def bot_or_404(request: HttpRequest, slug: str) -> Bot:
    """Return the bot. Raise Http404 if hidden from the viewer."""
    bots = Bot.objects.seen_by(viewer(request)).select_related("owner", "current")
    return get_object_or_404(bots, slug=slug)


def sees_more(request: HttpRequest, slug: str, **_address: object) -> bool:
    """Return whether somebody with an account may see more of the bot than a visitor."""
    own = Bot.objects.run_by(viewer(request)).filter(slug=slug)
    return is_organiser(request) or own.exists()


def entry_or_404(request: HttpRequest, slug: str, ladder: str) -> Entry:
    """Return the bot's entry on a ladder. Raise Http404."""
    entries = Entry.objects.seen_by(viewer(request)).select_related("bot", "ladder")
    return get_object_or_404(entries, bot__slug=slug, ladder__slug=ladder)
