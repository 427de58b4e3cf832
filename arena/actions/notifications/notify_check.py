"""Tell a bot's owner how a check ended, and whether the bot may play."""

from typing import Any

from arena.actions.notifications.notify import notify
from arena.models import Bot, Notice, Version

MOST_OF_MESSAGE = 500


def notify_check(*, version: Version) -> None:
    """The version passed its check, or failed it."""
    failure = version.failure
    if failure is None:
        _tell(version.bot, Notice.Kind.CHECK_PASSED, version=version)
        return
    _tell(
        version.bot,
        Notice.Kind.CHECK_FAILED,
        version=version,
        verdict=failure["verdict"],
        message=failure["message"][:MOST_OF_MESSAGE],
    )


def notify_bench(*, bot: Bot) -> None:
    """The bot is benched, for the reason that it carries."""
    _tell(bot, Notice.Kind.BENCHED, message=bot.bench_reason[:MOST_OF_MESSAGE])


def notify_release(*, bot: Bot) -> None:
    """The bot was benched, and plays again."""
    _tell(bot, Notice.Kind.RELEASED)


def _tell(bot: Bot, kind: Notice.Kind, version: Version | None = None, **params: Any) -> None:
    if bot.is_house:
        return
    named: dict[str, Any] = {"bot": bot.name, "slug": bot.slug}
    if version is not None:
        named["version"] = version.number
    about = f"version {version.pk}" if version else f"bot {bot.pk}"
    notify(kind=kind, about=about, people={bot.owner_id: named | params})
