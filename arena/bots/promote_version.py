from arena.bots.check_entries import check_entries
from arena.bots.queue_checks import drop_check, queue_checks
from arena.matches.void_matches import void_matches
from arena.models import Bot, LadderCheck, Match, Version
from arena.ratings.show_ratings import show_bot
from engine.messages import Message
from engine.messages import gettext_noop as _


def promote_version(*, bot: Bot, version: Version) -> None:
    """Make an accepted version current, and void unstarted matches of the old.

    It plays on the bot's ladders once it has passed their checks. The caller has locked the bot and
    its ladders.
    """
    reason = Message(
        _("%(version)s replaces the version that was to play."), {"version": str(version)}
    )
    replaced = Match.objects.for_present(bot).unstarted()
    void_matches(matches=replaced, reason=reason)
    checking = LadderCheck.objects.checking().filter(version__bot=bot).exclude(version=version)
    old = list(checking.exclude(version__state=Version.State.CHECKING).select_related("ladder"))
    for check in old:
        drop_check(check=check, reason=reason)
    bot.promote(version)
    check_entries(bot=bot)
    for ladder in [check.ladder for check in old if check.enters]:  # the owner's wish stays
        if (
            ladder.takes_entries
            and not version.ladder_checks.standing().filter(ladder=ladder).exists()
        ):
            queue_checks(version=version, ladder=ladder)
    show_bot(bot=bot)
