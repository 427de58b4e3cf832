from arena.actions.matches.void_matches import void_matches
from arena.actions.ratings.show_ratings import show_bot
from arena.models import Bot, Match, Version
from engine.messages import Message
from engine.messages import gettext_noop as _


def promote_version(*, bot: Bot, version: Version) -> None:
    """Make an accepted version current, and void unstarted matches of the old.

    The caller has locked the bot and its ladders.
    """
    replaced = Match.objects.for_present(bot).unstarted()
    reason = Message(
        _("%(version)s replaces the version that was to play."), {"version": str(version)}
    )
    void_matches(matches=replaced, reason=reason)
    bot.promote(version)
    show_bot(bot=bot)
