"""Let a bot play with another of its versions from now on."""

from arena.actions.matches.void_matches import void_matches
from arena.actions.ratings.show_ratings import show_bot
from arena.models import Bot, Match, Version


def promote_version(*, bot: Bot, version: Version) -> None:
    """Make it the one that plays, and void what waits for the one before: its ladder matches, and
    trials against it. What has begun is played to its end and counts.

    The caller holds the bot with its ladders, and has seen that the version was accepted.
    """
    replaced = Match.objects.for_present(bot).unstarted()
    void_matches(matches=replaced, reason=f"{version} replaces the version that was to play")
    bot.promote(version)
    show_bot(bot=bot)
