"""Enter a bot on a ladder."""

from arena.database_clock import database_now
from arena.models import Bot, Entry, Ladder


def enter_ladder(*, bot: Bot, ladder: Ladder) -> Entry:
    """The bot's entry on the ladder: a new one, or its old one with its rating, active again."""
    now = database_now()
    entry, _new = Entry.objects.get_or_create(
        ladder=ladder, bot=bot, defaults={"waiting_since": now}
    )
    if not entry.is_active:
        entry.is_active, entry.waiting_since = True, now
        entry.save(update_fields=["is_active", "waiting_since"])
    ladder.entries.choose_places(ladder, [bot.owner_id])
    return entry
