from collections.abc import Iterable

from arena.models import Bot, Entrant, Notification, Tournament
from arena.notifications.notify import notify
from engine.messages import Message
from engine.messages import gettext_noop as _


def notify_unfit(*, tournament: Tournament, entrants: Iterable[Entrant]) -> None:
    """Tell owners why their bots cannot play in a tournament whose entries have ended."""
    for entrant in entrants:
        bot = entrant.bot
        if not bot.is_house:
            params = {
                "tournament": tournament.name,
                "tournament_slug": tournament.slug,
                "bot": bot.name,
                "slug": bot.slug,
                "message": _reason(bot),
            }
            about = f"entrant {entrant.pk}"
            notify(kind=Notification.Kind.UNFIT, about=about, people={bot.owner_id: params})


def _reason(bot: Bot) -> str:
    """Return why the bot may not play."""
    if bot.state == Bot.State.BENCHED:
        return bot.bench_reason or Message(_("It was benched at the entry deadline."))
    if bot.state == Bot.State.WITHDRAWN:
        return Message(_("It was withdrawn from play before the entry deadline."))
    return Message(_("It had no accepted version at the entry deadline."))
