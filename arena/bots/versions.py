"""Which of a bot's versions plays, and the erasure of one."""

from functools import partial

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.bots.checks import check_entries, drop_check, queue_checks
from arena.core.errors import VersionUnfit, Withdrawn
from arena.core.guards import require_own_bot, require_quota
from arena.core.locks import lock_bot
from arena.core.log_action import log_action
from arena.matches.archive_games import erase_archived_logs
from arena.matches.end_early import void_matches
from arena.models import Action, Bot, BotLog, BotSeat, Failure, Fault, LadderCheck, Match, Version
from arena.ratings.update_ratings import show_bot
from engine.messages import Message
from engine.messages import gettext_noop as _

VERB = "activate_version"


@transaction.atomic
def activate_version(*, version: Version, by: AbstractBaseUser) -> Version:
    """Make an accepted version its bot's current one, placed anew; end a bench.

    Raises NotYours, Withdrawn, VersionUnfit, QuotaUsed: each change is a turn before others.
    """
    bot = lock_bot(bot=version.bot)
    version = bot.versions.get(pk=version.pk)
    require_own_bot(bot=bot, person=by, words=_("Only the bot's owner can choose its version."))
    if bot.state == Bot.State.WITHDRAWN:
        words = _(
            "“%(name)s” was withdrawn. Upload a file as a new bot with this name to bring it back."
        )
        raise Withdrawn(words, name=bot.name)
    if bot.current_id == version.pk:
        problem = _("Version %(number)d is already playing.")
    elif version.state != Version.State.ACCEPTED:
        problem = _("Version %(number)d is %(state)s. Only an accepted version can play.")
    elif version.failure:
        problem = _("Version %(number)d failed a repeated check. Upload it again.")
    elif bot.current and bot.current.state == Version.State.CHECKING:
        problem = _("The current version is being checked again. Wait for the result.")
    else:
        problem = ""
    if problem:
        state = Version.State(version.state).label
        raise VersionUnfit(problem, number=version.number, state=state)
    require_quota(
        person=by,
        done=Action.objects.filter(actor=by.pk, verb=VERB),
        most=settings.UPLOADS_PER_DAY,
        words=_("You can switch versions %(most)d times a day. Try again from %(when)s."),
    )
    before = bot.current.number if bot.current else None
    promote_version(bot=bot, version=version)
    log_action(actor=by, verb=VERB, target=bot, bot=bot.name, version=version.number, before=before)
    return version


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


@transaction.atomic
def erase_version(*, version: Version) -> None:
    """Delete source, note, logs and fault details; results stay. It can never play again."""
    BotLog.objects.filter(seat__version=version).delete()
    erase_archived_logs(seats=set(version.seats.values_list("pk", flat=True)))
    Failure.objects.filter(version=version).delete()
    Fault.objects.filter(seat__version=version).update(
        traceback="", decision=None, view=None, log="", message=""
    )
    BotSeat.objects.filter(version=version).update(failure=None, message="")
    storage, name = version.source.storage, version.source.name
    Version.objects.filter(pk=version.pk).update(source="", filename="", note="", failure=None)
    if name:
        transaction.on_commit(partial(storage.delete, name))
