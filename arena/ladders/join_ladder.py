from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.errors import AlreadyEntered, BotUnfit, LadderClosed, Withdrawn
from arena.core.guards import require_jail, require_own_bot
from arena.core.locks import lock_bots
from arena.ladders.enter_ladder import enter_when_checked
from arena.ladders.matchmake import matchmake
from arena.models import Bot, Ladder, LadderCheck, Version
from engine.messages import gettext_noop as _


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
    _require_taking(ladder)
    version = _require_playing(bot)
    _require_outside(bot, ladder)
    if not version.passed_checks().filter(ladder=ladder).exists():
        require_jail(words=_("No machine can run bots in a jail right now. Try again later."))
    check = enter_when_checked(bot=bot, version=version, ladder=ladder)
    if check.state == LadderCheck.State.PASSED:
        matchmake(ladder_id=ladder.pk)
    return check


def _require_taking(ladder: Ladder) -> None:
    if not ladder.takes_entries:
        words = _("The ladder “%(ladder)s” does not accept new bots right now. Choose another one.")
        raise LadderClosed(words, ladder=ladder.name)


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
