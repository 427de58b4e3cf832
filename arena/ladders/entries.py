"""Entries of ladders: joining and leaving, for owners and, with house bots, for organisers."""

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.bots.checks import check_on_ladder
from arena.bots.submit_bot import submit_bot
from arena.core.database_clock import database_now
from arena.core.errors import (
    AlreadyEntered,
    BotUnfit,
    LadderClosed,
    NotEntered,
    SameUpload,
    Withdrawn,
)
from arena.core.guards import require_jail, require_own_bot, require_run_by
from arena.core.locks import lock_bots
from arena.core.log_action import log_action
from arena.ladders.matchmake import matchmake
from arena.matches.end_early import void_matches
from arena.models import Bot, Entry, Ladder, LadderCheck, Match, Version
from engine.messages import Message
from engine.messages import gettext_noop as _


def enter_ladder(*, bot: Bot, ladder: Ladder) -> Entry:
    """Return the bot's active entry, new or with its old rating."""
    now, plays = database_now(), bot.may_play and bot.passed_check(ladder)
    entry, _new = Entry.objects.get_or_create(
        ladder=ladder, bot=bot, defaults={"waiting_since": now}
    )
    if not entry.is_active:
        entry.is_active, entry.waiting_since = True, now
    entry.is_playing = plays
    entry.save(update_fields=["is_active", "is_playing", "waiting_since"])
    ladder.entries.choose_places(ladder, [bot.owner_id])
    Ladder.objects.filter(pk=ladder.pk).look_again()
    return entry


def enter_when_checked(*, bot: Bot, version: Version, ladder: Ladder) -> LadderCheck:
    """Enter a locked bot with its current version, at once or when it has passed the check."""
    check = version.ladder_checks.standing().filter(ladder=ladder).first()
    if check is None or check.state == LadderCheck.State.FAILED:
        check = check_on_ladder(version=version, ladder=ladder, enters=True)
    if check.state == LadderCheck.State.PASSED:
        enter_ladder(bot=bot, ladder=ladder)
    elif not check.enters:
        check.enters = True
        check.save(update_fields=["enters"])
    return check


@transaction.atomic
def join_ladder(*, owner: AbstractBaseUser, bot: Bot, ladder: Ladder) -> LadderCheck:
    """Let a bot play on a ladder as soon as its version has passed the check there.

    Raises NotYours, LadderClosed, Withdrawn, BotUnfit, AlreadyEntered, NoJail.
    """
    [bot] = lock_bots(bots=Bot.objects.filter(pk=bot.pk), ladder_id=ladder.pk)
    require_own_bot(bot=bot, person=owner, words=_("You can only enter your own bots."))
    return join_locked(bot=bot, ladder=Ladder.objects.get(pk=ladder.pk))


def join_locked(*, bot: Bot, ladder: Ladder) -> LadderCheck:
    """Join with a locked bot and ladder, whoever may do so."""
    if not ladder.takes_entries:
        words = _("The ladder “%(ladder)s” does not accept new bots right now. Choose another one.")
        raise LadderClosed(words, ladder=ladder.name)
    version = _require_playing(bot)
    _require_outside(bot, ladder)
    if not version.passed_checks().filter(ladder=ladder).exists():
        require_jail(words=_("No machine can run bots in a jail right now. Try again later."))
    check = enter_when_checked(bot=bot, version=version, ladder=ladder)
    if check.state == LadderCheck.State.PASSED:
        matchmake(ladder_id=ladder.pk)
    return check


def _require_playing(bot: Bot) -> Version:
    """Return the current version. Raises Withdrawn, BotUnfit."""
    if bot.state == Bot.State.WITHDRAWN:
        raise Withdrawn(_("“%(name)s” was withdrawn. Choose another bot."), name=bot.name)
    if bot.state == Bot.State.BENCHED:
        words = _("“%(name)s” is benched. Fix it or request another check, then enter it.")
        raise BotUnfit(words, name=bot.name)
    if bot.current is not None:
        return bot.current
    if bot.versions.filter(state=Version.State.CHECKING).exists():
        words = _("“%(name)s” is still being checked. Enter it once it is accepted.")
    else:
        words = _("No version of “%(name)s” has passed its check yet.")
    raise BotUnfit(words, name=bot.name)


def _require_outside(bot: Bot, ladder: Ladder) -> None:
    """Raise AlreadyEntered, unless a check failed and may be repeated."""
    check = LadderCheck.objects.of_current(bot).filter(ladder=ladder).first()
    is_in = bot.entries.filter(ladder=ladder, is_active=True).exists()
    if check is not None and check.state == LadderCheck.State.CHECKING and (is_in or check.enters):
        words = _("“%(name)s” is being checked for “%(ladder)s” and enters once it has passed.")
    elif is_in and (check is None or check.state == LadderCheck.State.PASSED):
        words = _("“%(name)s” is already on the ladder “%(ladder)s”.")
    else:
        return
    raise AlreadyEntered(words, name=bot.name, ladder=ladder.name)


def submit_to_ladder(*, owner: AbstractBaseUser, ladder: Ladder, **upload: Any) -> Version:
    """Submit a version as `submit_bot`; the file that plays already joins the ladder instead.

    Raises Refused.
    """
    try:
        return submit_bot(owner=owner, ladder=ladder, **upload)
    except SameUpload as same:
        version = same.version
        if version.bot.current_id != version.pk:
            raise
        try:
            join_ladder(owner=owner, bot=version.bot, ladder=ladder)
        except AlreadyEntered:
            raise same from None
        return version


@transaction.atomic
def leave_ladder(*, owner: AbstractBaseUser, bot: Bot, ladder: Ladder) -> None:
    """Take a bot off a ladder; its history stays, and a running match counts.

    Raises NotYours, NotEntered.
    """
    [bot] = lock_bots(bots=Bot.objects.filter(pk=bot.pk), ladder_id=ladder.pk)
    require_own_bot(
        bot=bot, person=owner, words=_("Only the bot's owner can take it off a ladder.")
    )
    leave_locked(bot=bot, ladder=ladder)


def leave_locked(*, bot: Bot, ladder: Ladder) -> None:
    """Leave with a locked bot and ladder, whoever may do so."""
    here = LadderCheck.objects.filter(version__bot=bot, ladder=ladder, enters=True)
    joining = here.checking() | here.of_current(bot).filter(state=LadderCheck.State.FAILED)
    entered = bot.entries.filter(ladder=ladder, is_active=True)
    if not (joining.update(enters=False) + entered.update(is_active=False)):
        words = _("“%(name)s” is not on the ladder “%(ladder)s”.")
        raise NotEntered(words, name=bot.name, ladder=ladder.name)
    queued = Match.objects.filter(
        purpose=Match.Purpose.LADDER, ladder=ladder, seats__version__bot=bot
    )
    reason = Message(_("%(bot)s has left the ladder."), {"bot": bot.name})
    void_matches(matches=queued.unstarted(), reason=reason)
    ladder.entries.choose_places(ladder, [bot.owner_id])


@transaction.atomic
def put_on_ladder(
    *, organiser: AbstractBaseUser, ladder: Ladder, bot: Bot, reason: str = ""
) -> LadderCheck:
    """Let a house bot play on a ladder as a baseline, once it has passed the check there.

    Raises NotOrganiser, BotUnfit, and as `join_ladder`.
    """
    require_run_by(competition=ladder, person=organiser)
    [bot] = lock_bots(bots=Bot.objects.filter(pk=bot.pk), ladder_id=ladder.pk)
    require_house(bot=bot)
    check = join_locked(bot=bot, ladder=Ladder.objects.get(pk=ladder.pk))
    log_action(actor=organiser, verb="put_on_ladder", target=ladder, reason=reason, bot=bot.name)
    return check


def require_house(*, bot: Bot) -> None:
    """Raise BotUnfit for others' bots."""
    if not bot.is_house:
        words = _("“%(name)s” is not a house bot. Only its owner decides where it plays.")
        raise BotUnfit(words, name=bot.name)


@transaction.atomic
def take_off_ladder(
    *, organiser: AbstractBaseUser, ladder: Ladder, bot: Bot, reason: str = ""
) -> None:
    """Take a house bot off a ladder; its results stay.

    Raises NotOrganiser, BotUnfit, NotEntered.
    """
    require_run_by(competition=ladder, person=organiser)
    [bot] = lock_bots(bots=Bot.objects.filter(pk=bot.pk), ladder_id=ladder.pk)
    require_house(bot=bot)
    leave_locked(bot=bot, ladder=ladder)
    log_action(actor=organiser, verb="take_off_ladder", target=ladder, reason=reason, bot=bot.name)
