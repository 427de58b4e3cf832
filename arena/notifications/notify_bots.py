from collections.abc import Sequence
from typing import Any

from arena.models import Bot, Fault, LadderCheck, Match, Notification, Seat, Version
from arena.notifications.notify import notify
from engine.messages import Message
from engine.messages import gettext_noop as _

MOST_OF_MESSAGE = 500
ONLY_DEFAULTS = _(
    "It gave the default answer to every question of its check games. Is this the right game?"
)
Kind = Notification.Kind


def notify_check(*, check: LadderCheck) -> None:
    """Notify that a version was accepted or rejected."""
    version = check.version
    if check.failure:
        _tell(version.bot, Kind.CHECK_FAILED, version=version, **_outcome(check))
        return
    bot = Bot.objects.get(pk=version.bot_id)
    plays = bot.may_play and bot.current_id == version.pk
    _tell(bot, Kind.CHECK_PASSED, version=version, plays=plays, **_outcome(check))


def notify_ladder_check(*, check: LadderCheck) -> None:
    """Notify that an accepted version may play on a ladder, or may not."""
    ladder = {"ladder": check.ladder.name, "ladder_slug": check.ladder.slug}
    kind = Kind.LADDER_FAILED if check.failure else Kind.LADDER_PASSED
    _tell(check.version.bot, kind, version=check.version, **ladder, **_outcome(check))


def _outcome(check: LadderCheck) -> dict[str, Any]:
    if check.failure is not None:
        failure = check.failure
        return {"verdict": failure["verdict"], "message": _short(failure["message"])}
    return {"message": Message(ONLY_DEFAULTS)} if check.only_defaults else {}


def notify_bench(*, bot: Bot) -> None:
    _tell(bot, Kind.BENCHED, message=_short(bot.bench_reason))


def _short(message: str) -> str:
    return message if len(message) <= MOST_OF_MESSAGE else message[:MOST_OF_MESSAGE]


def notify_release(*, bot: Bot) -> None:
    _tell(bot, Kind.RELEASED)


def _tell(bot: Bot, kind: Notification.Kind, version: Version | None = None, **params: Any) -> None:
    if bot.is_house:
        return
    named: dict[str, Any] = {"bot": bot.name, "slug": bot.slug}
    if version is not None:
        named["version"] = version.number
    about = f"version {version.pk}" if version else f"bot {bot.pk}"
    notify(kind=kind, about=about, people={bot.owner_id: named | params})


def notify_faults(*, match: Match, seats: Sequence[Seat]) -> None:
    """Notify owners of a version's first fault."""
    kind = Notification.Kind.FIRST_FAULT
    for seat in seats:
        version, bot = seat.version, seat.version.bot
        if not seat.faults or bot.is_house:
            continue
        about = f"version {version.pk}"
        if Notification.objects.filter(user=bot.owner_id, kind=kind, about=about).exists():
            continue
        fault = Fault.objects.filter(seat=seat).earliest("pk")
        params = {
            "bot": bot.name,
            "slug": bot.slug,
            "version": version.number,
            "match": match.pk,
            "verdict": fault.verdict,
        }
        notify(kind=kind, about=about, people={bot.owner_id: params})
