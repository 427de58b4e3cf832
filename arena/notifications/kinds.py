"""The kinds of notifications: all that is particular to a kind is said here."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import Enum, auto

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Channel(models.TextChoices):
    """Webhooks choose their own events."""

    SITE = "site", _("on the site")
    MAIL = "mail", _("by e-mail")


class Mail(Enum):
    """Who gets a kind by mail, and when. Mails that may wait are collected for an hour."""

    ON_REQUEST = auto()  # who chose it, collected
    COLLECTED = auto()  # all but who declined
    AT_ONCE = auto()  # likewise


@dataclass(frozen=True)
class Telling:
    """How a kind is told: its sentence, which names parameters, and the page to which it leads.

    `page` is a URL's name, followed by the parameters that are its arguments. `tone` is "good",
    "bad" or nothing, as tags have it.
    """

    sentence: Promise
    page: tuple[str, ...]
    _: KW_ONLY
    mail: Mail = Mail.ON_REQUEST
    tone: str = ""


_VERSION = ("bots:version", "slug", "version")
_BOT = ("bots:detail", "slug")
_MATCH = ("matches:detail", "match")
CHALLENGE_PAGE = ("challenges:detail", "challenge")
_LADDER = ("ladders:leaderboard", "ladder_slug")
_TOURNAMENT = ("tournaments:detail", "tournament_slug")
_ORGANISED = ("tournaments:organise", "tournament_slug")
_LEAGUE = ("leagues:detail", "league_slug")
_SEASON = ("leagues:season", "league_slug", "season")
_WEBHOOK = ("accounts:webhook", "webhook")


class Kind(models.TextChoices):
    """Values are webhooks' event types; labels complete "tell me if ..."."""

    telling: Telling

    def __new__(cls, value: str, telling: Telling) -> Kind:
        kind = str.__new__(cls, value)
        kind._value_ = value
        kind.telling = telling
        return kind

    CHECK_PASSED = (
        "check.passed",
        Telling(_("%(bot)s v%(version)d passed its check: %(now)s."), _VERSION, tone="good"),
        _("a check passed"),
    )
    CHECK_FAILED = (
        "check.failed",
        Telling(
            _("%(bot)s v%(version)d failed its check: %(verdict)s."),
            _VERSION,
            mail=Mail.AT_ONCE,
            tone="bad",
        ),
        _("a check failed"),
    )
    FIRST_FAULT = (
        "bot.faulted",
        Telling(
            _("%(bot)s v%(version)d had its first fault: %(verdict)s."),
            _MATCH,
            mail=Mail.COLLECTED,
            tone="bad",
        ),
        _("a version has its first fault"),
    )
    BENCHED = (
        "bot.benched",
        Telling(
            _("%(bot)s is benched and will not play until you fix it."),
            _BOT,
            mail=Mail.AT_ONCE,
            tone="bad",
        ),
        _("a bot is benched"),
    )
    RELEASED = (
        "bot.released",
        Telling(_("%(bot)s is no longer benched and plays again."), _BOT, tone="good"),
        _("a benched bot plays again"),
    )
    RENAMED = (
        "bot.renamed",
        Telling(_("An administrator renamed %(before)s to %(bot)s."), _BOT, mail=Mail.COLLECTED),
        _("an administrator renames a bot"),
    )
    LADDER_PASSED = (
        "ladder.passed",
        Telling(
            _("%(bot)s v%(version)d passed its check for “%(ladder)s” and plays there."),
            _BOT,
            tone="good",
        ),
        _("a bot enters a ladder"),
    )
    LADDER_FAILED = (
        "ladder.failed",
        Telling(
            _(
                "%(bot)s v%(version)d failed its check for “%(ladder)s” and does not play there: "
                "%(verdict)s."
            ),
            _BOT,
            mail=Mail.AT_ONCE,
            tone="bad",
        ),
        _("a bot fails a ladder's check"),
    )
    OVERTAKEN = (
        "ladder.overtaken",
        Telling(_("%(by)s has overtaken %(bot)s on “%(ladder)s”."), _LADDER),
        _("a bot is overtaken on a ladder"),
    )
    UNFIT = (
        "tournament.unfit",
        Telling(
            _("%(bot)s was not able to play in “%(tournament)s”."),
            _TOURNAMENT,
            mail=Mail.COLLECTED,
            tone="bad",
        ),
        _("a bot cannot play in a tournament"),
    )
    DRAWN = (
        "tournament.drawn",
        Telling(_("“%(tournament)s” has begun with %(bots)s."), _TOURNAMENT),
        _("a tournament is paired"),
    )
    FINISHED = (
        "tournament.finished",
        Telling(_("“%(tournament)s” is over: %(places)s."), _TOURNAMENT, mail=Mail.COLLECTED),
        _("a tournament is over"),
    )
    BLOCKED = (
        "tournament.blocked",
        Telling(
            _("“%(tournament)s” is blocked and needs you."),
            _ORGANISED,
            mail=Mail.AT_ONCE,
            tone="bad",
        ),
        _("a tournament of yours is blocked"),
    )
    SEASON_MADE = (
        "season.made",
        Telling(_("Season %(season)d of “%(league)s” is ready: %(divisions)s."), _SEASON),
        _("a league's season is ready"),
    )
    SEASON_FINISHED = (
        "season.finished",
        Telling(
            _("Season %(season)d of “%(league)s” is over: %(places)s."),
            _SEASON,
            mail=Mail.COLLECTED,
        ),
        _("a league's season is over"),
    )
    LEAGUE_BLOCKED = (
        "league.blocked",
        Telling(
            _("“%(league)s” is blocked and needs you."), _LEAGUE, mail=Mail.AT_ONCE, tone="bad"
        ),
        _("a league of yours is blocked"),
    )
    CHALLENGE = (
        "challenge.finished",
        Telling(_("The challenge by %(challenger)s is finished: %(results)s."), _MATCH),
        _("a challenge is finished"),
    )
    CHALLENGE_ASKED = (
        "challenge.asked",
        Telling(
            _("%(challenger)s challenges %(opponent)s to %(matches)s. Accept or refuse it."),
            CHALLENGE_PAGE,
        ),
        _("a challenge waits for your answer"),
    )
    CHALLENGE_ANSWERED = (
        "challenge.answered",
        Telling(_("Your challenge of %(opponent)s by %(challenger)s: %(answer)s."), CHALLENGE_PAGE),
        _("a challenge of yours is answered"),
    )
    WEBHOOK_STOPPED = (
        "webhook.stopped",
        Telling(
            _("The webhook to %(host)s was disabled because it kept failing."),
            _WEBHOOK,
            mail=Mail.AT_ONCE,
            tone="bad",
        ),
        _("a webhook is turned off"),
    )


KINDS = {kind.value: kind for kind in Kind}


def default_channels(kind: str) -> list[str]:
    """Return all channels for kinds that are mailed, the site alone for the others."""
    is_mailed = kind in KINDS and KINDS[kind].telling.mail != Mail.ON_REQUEST
    return list(Channel.values) if is_mailed else [Channel.SITE.value]
