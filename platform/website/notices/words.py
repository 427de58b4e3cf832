"""Notices in words, in the language of whoever reads them, and where they lead."""

from typing import Any, NamedTuple
from urllib.parse import urljoin

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from arena.models import Notice
from arena.problems import TOLD_TO_OWNERS
from arena.translated import known
from website.plain_text import visible
from website.templatetags.kingsbench import verdict

Kind = Notice.Kind
Params = dict[str, Any]

SENTENCES: dict[str, Promise] = {
    Kind.CHECK_PASSED: _("%(bot)s v%(version)d has passed its check and plays."),
    Kind.CHECK_FAILED: _("%(bot)s v%(version)d has failed its check: %(verdict)s."),
    Kind.FIRST_FAULT: _("%(bot)s v%(version)d has faulted for the first time: %(verdict)s."),
    Kind.BENCHED: _("%(bot)s is benched and plays no more until you mend it."),
    Kind.RELEASED: _("%(bot)s is off the bench and plays again."),
    Kind.OVERTAKEN: _("%(by)s has gone past %(bot)s on “%(ladder)s”."),
    Kind.DRAWN: _("“%(tournament)s” has begun with %(bots)s."),
    Kind.FINISHED: _("“%(tournament)s” is over: %(places)s."),
    Kind.SEASON_MADE: _("Season %(season)d of “%(league)s” is made: %(divisions)s."),
    Kind.SEASON_FINISHED: _("Season %(season)d of “%(league)s” is over: %(places)s."),
    Kind.CHALLENGE: _("The challenge by %(challenger)s is played: %(results)s."),
    Kind.WEBHOOK_STOPPED: _("The webhook to %(host)s is switched off: it kept failing."),
}


class Line(NamedTuple):
    """A notice as it is shown: a sentence, more that concerns it or nothing, and its page."""

    notice: Notice
    text: str
    detail: str
    path: str

    @property
    def url(self) -> str:
        """The page's full address, for mails and webhooks."""
        return urljoin(settings.SITE_URL, self.path)


def told(notice: Notice) -> Line:
    """The notice in the language that is active; by its kind where its row says too little."""
    try:
        return _line(notice)
    except (KeyError, TypeError, ValueError, AttributeError, NoReverseMatch):
        words = gettext("This notice cannot be shown any more (%(kind)s).")
        text = words % {"kind": visible(notice.kind)}
        return Line(notice, text, "", reverse("notices:index"))


def _line(notice: Notice) -> Line:
    params = {key: _plain(value) for key, value in notice.params.items()}
    words = params | _phrases(notice.kind, params)
    text = str(SENTENCES[notice.kind]) % words
    return Line(notice, text, known(str(params.get("message", "")), TOLD_TO_OWNERS), _path(notice))


def _plain(value: Any) -> Any:
    """Names are strangers' text."""
    return visible(value) if isinstance(value, str) else value


def _phrases(kind: str, params: Params) -> Params:
    """What a sentence needs besides the notice's own words."""
    if kind in {Kind.CHECK_FAILED, Kind.FIRST_FAULT}:
        return {"verdict": verdict(params["verdict"])}
    if kind == Kind.CHALLENGE:
        pairs = zip(params["bots"], params["ranks"], strict=True)
        return {"results": _places((bot, rank) for bot, rank in pairs)}
    bots = params.get("bots", [])
    if kind == Kind.SEASON_MADE:
        words = gettext("%(bot)s in division %(division)d")
        return {"divisions": ", ".join(words % _named(one) for one in bots)}
    return {
        "bots": ", ".join(visible(one["bot"]) for one in bots),
        "places": _places((one["bot"], one["place"]) for one in bots if "place" in one),
    }


def _named(one: Params) -> Params:
    return one | {"bot": visible(one["bot"])}


def _places(placed: Any) -> str:
    """ "Alcuin is 2nd" for each, those without a place by their names alone."""
    words = gettext("%(bot)s on place %(place)d")
    found = [(visible(bot), place) for bot, place in placed]
    return ", ".join(words % {"bot": bot, "place": place} if place else bot for bot, place in found)


def _path(notice: Notice) -> str:
    params = notice.params
    match notice.kind:
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


def subject(lines: list[Line]) -> str:
    """What a mail with these is headed."""
    if len(lines) == 1:
        return lines[0].text
    count = len(lines)
    return ngettext("%(count)d notice", "%(count)d notices", count) % {"count": count}
