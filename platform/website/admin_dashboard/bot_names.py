"""Unpleasant names of bots, changed by administrators."""

from arena.bots.bot_names import bot_name_kept, require_bot_name, require_free_bot_name
from arena.core.errors import NotOrganiser
from arena.core.guards import require_reason
from arena.core.log_action import log_action
from arena.models import Bot, Notification
from arena.notifications.notify import notify
from engine.messages import gettext_noop as _
from website.accounts.models import User


def rename_bot(*, bot: Bot, by: User, name: str, reason: str) -> Bot:
    """Rename somebody's bot, and tell its owner why; its address stays. Raise Refused."""
    if not by.is_superuser:
        raise NotOrganiser(_("Only an administrator can rename the bots of others."))
    reason = require_reason(reason=reason)
    name = require_bot_name(name=name)
    with bot_name_kept(name=name):
        bot = Bot.objects.locked(bot.pk)
        require_free_bot_name(name=name, owner=by, present=bot)
        before, bot.name = bot.name, name
        bot.save(update_fields=["name", "name_key"])
        log_action(actor=by, verb="rename_bot", target=bot, reason=reason, before=before, name=name)
        params = {"bot": name, "slug": bot.slug, "before": before, "message": reason}
        about = f"bot {bot.pk}"
        notify(kind=Notification.Kind.RENAMED, about=about, people={bot.owner_id: params})
    return bot
