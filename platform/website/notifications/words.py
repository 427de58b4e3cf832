"""Notifications in words."""

from typing import Any, NamedTuple
from urllib.parse import urljoin

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from arena.models import Notification
from arena.translation import translate
from website.plain_text import show_invisible
from website.verdicts import verdict_text

Kind = Notification.Kind
Params = dict[str, Any]

SENTENCES: dict[str, Promise] = {
    Kind.CHECK_PASSED: _("%(bot)s v%(version)d passed its check and is playing."),
    Kind.CHECK_FAILED: _("%(bot)s v%(version)d failed its check: %(verdict)s."),
    Kind.FIRST_FAULT: _("%(bot)s v%(version)d had its first fault: %(verdict)s."),
    Kind.BENCHED: _("%(bot)s is benched and will not play until you fix it."),
    Kind.RELEASED: _("%(bot)s is no longer benched and plays again."),
    Kind.OVERTAKEN: _("%(by)s has overtaken %(bot)s on “%(ladder)s”."),
    Kind.DRAWN: _("“%(tournament)s” has begun with %(bots)s."),
    Kind.FINISHED: _("“%(tournament)s” is over: %(places)s."),
    Kind.SEASON_MADE: _("Season %(season)d of “%(league)s” is ready: %(divisions)s."),
    Kind.SEASON_FINISHED: _("Season %(season)d of “%(league)s” is over: %(places)s."),
    Kind.CHALLENGE: _("The challenge by %(challenger)s is finished: %(results)s."),
    Kind.WEBHOOK_STOPPED: _("The webhook to %(host)s was disabled because it kept failing."),
}


class NotificationText(NamedTuple):
    notification: Notification
    text: str
    detail: str
    path: str

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
    params = {key: _plain(value) for key, value in notification.params.items()}
    words = params | _phrases(notification.kind, params)
    text = str(SENTENCES[notification.kind]) % words
    return NotificationText(
        notification,
        text,
        show_invisible(translate(notification.params.get("message", ""))),
        _path(notification),
    )


def _plain(value: Any) -> Any:
    return show_invisible(value) if isinstance(value, str) else value


def _phrases(kind: str, params: Params) -> Params:
    if kind in {Kind.CHECK_FAILED, Kind.FIRST_FAULT}:
        return {"verdict": verdict_text(params["verdict"])}
    if kind == Kind.CHALLENGE:
        pairs = zip(params["bots"], params["ranks"], strict=True)
        return {"results": _places((bot, rank) for bot, rank in pairs)}
    bots = params.get("bots", [])
    if kind == Kind.SEASON_MADE:
        words = gettext("%(bot)s in division %(division)d")
        return {"divisions": ", ".join(words % _named(one) for one in bots)}
    return {
        "bots": ", ".join(show_invisible(one["bot"]) for one in bots),
        "places": _places((one["bot"], one["place"]) for one in bots if "place" in one),
    }


def _named(one: Params) -> Params:
    return one | {"bot": show_invisible(one["bot"])}


def _places(placed: Any) -> str:
    """List bots with their ranks, where ranked."""
    words = gettext("%(bot)s ranked %(place)d")
    found = [(show_invisible(bot), place) for bot, place in placed]
    return ", ".join(words % {"bot": bot, "place": place} if place else bot for bot, place in found)


def _path(notification: Notification) -> str:
    params = notification.params
    match notification.kind:
        case Kind.CHECK_PASSED | Kind.CHECK_FAILED:
            return reverse("bots:version", args=[params["slug"], params["version"]])
        case Kind.FIRST_FAULT | Kind.CHALLENGE:
            return reverse("matches:detail", args=[params["match"]])
        case Kind.BENCHED | Kind.RELEASED:
            return reverse("bots:detail", args=[params["slug"]])
        case Kind.OVERTAKEN:
            return reverse("ladders:leaderboard", args=[params["ladder_slug"]])
        case Kind.DRAWN | Kind.FINISHED:
            return reverse("tournaments:detail", args=[params["tournament_slug"]])
        case Kind.SEASON_MADE | Kind.SEASON_FINISHED:
            return reverse("leagues:season", args=[params["league_slug"], params["season"]])
        case _:
            return reverse("accounts:webhook", args=[params["webhook"]])


def subject(lines: list[NotificationText]) -> str:
    if len(lines) == 1:
        return lines[0].text
    count = len(lines)
    return ngettext("%(count)d notification", "%(count)d notifications", count) % {"count": count}
