from typing import Any

from arena.actions.notifications.notify import notify
from arena.models import Bot, Notification, Version

MOST_OF_MESSAGE = 500


def notify_check(*, version: Version) -> None:
    """Notify of a passed or failed check."""
    failure = version.failure
    if failure is None:
        bot = Bot.objects.get(pk=version.bot_id)
        plays = bot.may_play and bot.current_id == version.pk
        _tell(bot, Notification.Kind.CHECK_PASSED, version=version, plays=plays)
        return
    _tell(
        version.bot,
        Notification.Kind.CHECK_FAILED,
        version=version,
        verdict=failure["verdict"],
        message=_short(failure["message"]),
    )


def notify_bench(*, bot: Bot) -> None:
    _tell(bot, Notification.Kind.BENCHED, message=_short(bot.bench_reason))


def _short(message: str) -> str:
    return message if len(message) <= MOST_OF_MESSAGE else message[:MOST_OF_MESSAGE]


def notify_release(*, bot: Bot) -> None:
    _tell(bot, Notification.Kind.RELEASED)


def _tell(bot: Bot, kind: Notification.Kind, version: Version | None = None, **params: Any) -> None:
    if bot.is_house:
        return
    named: dict[str, Any] = {"bot": bot.name, "slug": bot.slug}
    if version is not None:
        named["version"] = version.number
    about = f"version {version.pk}" if version else f"bot {bot.pk}"
    notify(kind=kind, about=about, people={bot.owner_id: named | params})
