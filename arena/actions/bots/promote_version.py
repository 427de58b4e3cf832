from arena.actions.matches.void_matches import void_matches
from arena.actions.ratings.show_ratings import show_bot
from arena.models import Bot, Match, Version


def promote_version(*, bot: Bot, version: Version) -> None:
    """Make an accepted version current, and void unstarted matches of the old.

    The caller has locked the bot and its ladders.
    """
    replaced = Match.objects.for_present(bot).unstarted()
    void_matches(matches=replaced, reason=f"{version} replaces the version that was to play")
    bot.promote(version)
    show_bot(bot=bot)
