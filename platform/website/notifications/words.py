"""Notifications in words."""

from typing import Any, NamedTuple
from urllib.parse import urljoin

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from arena.core.translation import translate
from arena.models import Notification
from website.site.plain_text import show_invisible
from website.site.verdicts import verdict_text

Kind = Notification.Kind
Params = dict[str, Any]


class _Text(NamedTuple):
    """A sentence, and a URL's name with the parameters that are its arguments."""

    sentence: Promise
    route: str
    args: tuple[str, ...]


_VERSION = ("bots:version", ("slug", "version"))
_BOT = ("bots:detail", ("slug",))
_MATCH = ("matches:detail", ("match",))
_CHALLENGE = ("challenges:detail", ("challenge",))
_LADDER = ("ladders:leaderboard", ("ladder_slug",))
_TOURNAMENT = ("tournaments:detail", ("tournament_slug",))
_MANAGED = ("tournaments:organise", ("tournament_slug",))
_LEAGUE = ("leagues:detail", ("league_slug",))
_SEASON = ("leagues:season", ("league_slug", "season"))
_WEBHOOK = ("accounts:webhook", ("webhook",))
TEXTS: dict[str, _Text] = {
    Kind.CHECK_PASSED: _Text(_("%(bot)s v%(version)d passed its check: %(now)s."), *_VERSION),
    Kind.CHECK_FAILED: _Text(_("%(bot)s v%(version)d failed its check: %(verdict)s."), *_VERSION),
    Kind.FIRST_FAULT: _Text(_("%(bot)s v%(version)d had its first fault: %(verdict)s."), *_MATCH),
    Kind.BENCHED: _Text(_("%(bot)s is benched and will not play until you fix it."), *_BOT),
    Kind.RELEASED: _Text(_("%(bot)s is no longer benched and plays again."), *_BOT),
    Kind.RENAMED: _Text(_("An administrator renamed %(before)s to %(bot)s."), *_BOT),
    Kind.LADDER_PASSED: _Text(
        _("%(bot)s v%(version)d passed its check for “%(ladder)s” and plays there."), *_BOT
    ),
    Kind.LADDER_FAILED: _Text(
        _(
            "%(bot)s v%(version)d failed its check for “%(ladder)s” and does not play there: "
            "%(verdict)s."
        ),
        *_BOT,
    ),
    Kind.OVERTAKEN: _Text(_("%(by)s has overtaken %(bot)s on “%(ladder)s”."), *_LADDER),
    Kind.UNFIT: _Text(_("%(bot)s was not able to play in “%(tournament)s”."), *_TOURNAMENT),
    Kind.DRAWN: _Text(_("“%(tournament)s” has begun with %(bots)s."), *_TOURNAMENT),
    Kind.FINISHED: _Text(_("“%(tournament)s” is over: %(places)s."), *_TOURNAMENT),
    Kind.BLOCKED: _Text(_("“%(tournament)s” is blocked and needs you."), *_MANAGED),
    Kind.SEASON_MADE: _Text(
        _("Season %(season)d of “%(league)s” is ready: %(divisions)s."), *_SEASON
    ),
    Kind.SEASON_FINISHED: _Text(
        _("Season %(season)d of “%(league)s” is over: %(places)s."), *_SEASON
    ),
    Kind.LEAGUE_BLOCKED: _Text(_("“%(league)s” is blocked and needs you."), *_LEAGUE),
    Kind.CHALLENGE: _Text(_("The challenge by %(challenger)s is finished: %(results)s."), *_MATCH),
    Kind.CHALLENGE_ASKED: _Text(
        _("%(challenger)s challenges %(opponent)s to %(matches)s. Accept or refuse it."),
        *_CHALLENGE,
    ),
    Kind.CHALLENGE_ANSWERED: _Text(
        _("Your challenge of %(opponent)s by %(challenger)s: %(answer)s."), *_CHALLENGE
    ),
    Kind.WEBHOOK_STOPPED: _Text(
        _("The webhook to %(host)s was disabled because it kept failing."), *_WEBHOOK
    ),
}


GOOD = frozenset({Kind.CHECK_PASSED, Kind.RELEASED})
BAD = frozenset(
    {
        Kind.CHECK_FAILED,
        Kind.LADDER_FAILED,
        Kind.FIRST_FAULT,
        Kind.BENCHED,
        Kind.BLOCKED,
        Kind.LEAGUE_BLOCKED,
        Kind.UNFIT,
        Kind.WEBHOOK_STOPPED,
    }
)


class NotificationText(NamedTuple):
    notification: Notification
    text: str
    detail: str
    path: str

    @property
    def tone(self) -> str:
        """Return "good", "bad" or nothing, as tags have it."""
        kind = self.notification.kind
        return "good" if kind in GOOD else "bad" if kind in BAD else ""

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
    text, route, args = TEXTS[notification.kind]
    if notification.kind == Kind.CHALLENGE and params.get("challenge"):
        route, args = _CHALLENGE
    return NotificationText(
        notification,
        str(text) % words,
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
