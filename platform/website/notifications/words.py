"""Notifications in words."""

from typing import Any, NamedTuple
from urllib.parse import urljoin

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext, ngettext

from arena.core.translation import translate
from arena.models import Notification
from arena.notifications.kinds import CHALLENGE_PAGE, KINDS, Kind
from website.site.plain_text import show_invisible
from website.site.verdicts import verdict_text

Params = dict[str, Any]


class NotificationText(NamedTuple):
    notification: Notification
    text: str
    detail: str
    path: str

    @property
    def tone(self) -> str:
        kind = KINDS.get(self.notification.kind)
        return kind.telling.tone if kind else ""

    @property
    def url(self) -> str:
        return urljoin(settings.SITE_URL, self.path)


def notification_line(notification: Notification) -> NotificationText:
    """Put a notification in words, even if unreadable."""
    try:
        return _line(notification)
    except (KeyError, TypeError, ValueError, AttributeError, NoReverseMatch):
        words = gettext("This notification can no longer be shown (%(kind)s).")
        text = words % {"kind": show_invisible(notification.kind)}
        return NotificationText(notification, text, "", reverse("notifications:index"))


def _line(notification: Notification) -> NotificationText:
    params = {
        key: show_invisible(value) if isinstance(value, str) else value
        for key, value in notification.params.items()
    }
    words = params | _phrases(notification.kind, params)
    telling = KINDS[notification.kind].telling
    is_challenge = notification.kind == Kind.CHALLENGE and params.get("challenge")
    route, *args = CHALLENGE_PAGE if is_challenge else telling.page
    return NotificationText(
        notification,
        str(telling.sentence) % words,
        show_invisible(translate(notification.params.get("message", ""))),
        reverse(route, args=[notification.params[name] for name in args]),
    )


def _phrases(kind: str, params: Params) -> Params:
    if kind in {Kind.CHECK_FAILED, Kind.LADDER_FAILED, Kind.FIRST_FAULT}:
        return {"verdict": verdict_text(params["verdict"])}
    if kind == Kind.CHECK_PASSED:
        plays = params.get("plays", True)
        return {"now": gettext("it plays now") if plays else gettext("accepted, not playing yet")}
    if kind == Kind.CHALLENGE:
        if not params["matches"]:
            return {"results": gettext("none of its matches has a result")}
        pairs = zip(params["bots"], params["ranks"], strict=True)
        return {"results": _places((bot, rank) for bot, rank in pairs)}
    if kind == Kind.CHALLENGE_ANSWERED:
        return {"answer": gettext("accepted") if params["accepted"] else gettext("refused")}
    if kind == Kind.CHALLENGE_ASKED:
        count = params["matches"]
        words = ngettext("%(count)d match", "%(count)d matches", count)
        return {"matches": words % {"count": count}}
    bots = params.get("bots", [])
    if kind == Kind.SEASON_MADE:
        words = gettext("%(bot)s in division %(division)d")
        shown = [bot | {"bot": show_invisible(bot["bot"])} for bot in bots]
        return {"divisions": ", ".join(words % bot for bot in shown)}
    return {
        "bots": ", ".join(show_invisible(bot["bot"]) for bot in bots),
        "places": _places((bot["bot"], bot["place"]) for bot in bots if "place" in bot),
    }


def _places(placed: Any) -> str:
    """List bots with their ranks, where ranked."""
    words = gettext("%(bot)s ranked %(place)d")
    shown = [(show_invisible(bot), place) for bot, place in placed]
    return ", ".join(words % {"bot": bot, "place": place} if place else bot for bot, place in shown)


def subject(lines: list[NotificationText]) -> str:
    if len(lines) == 1:
        return lines[0].text
    count = len(lines)
    return ngettext("%(count)d notification", "%(count)d notifications", count) % {"count": count}
