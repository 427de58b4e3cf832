"""Hold a bot, in the order in which rows are held wherever results are recorded."""

from arena.models import Bot, Ladder


def hold_bot(*, bot: Bot) -> Bot:
    """The bot as it is now, held until the transaction ends, with the ladders that it is on.

    First the ladders, then the bot, then its owner's row: so no two wait for each other.
    """
    entered = Ladder.objects.filter(entries__bot=bot).order_by("pk")
    list(entered.select_for_update(of=("self",), no_key=True))
    return Bot.objects.locked(bot.pk)
