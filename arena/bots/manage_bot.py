"""What owners do with a bot: change, withdraw and delete it, and mark its failures."""

from datetime import datetime
from functools import partial

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.db.models import Q

from arena.bots.bot_names import bot_name_kept, require_bot_name, require_free_bot_name
from arena.bots.models import BotQuerySet
from arena.core.database_clock import database_now
from arena.core.errors import HasPlayed, WrongState
from arena.core.guards import DAY, require_own_bot
from arena.core.locks import lock_bot
from arena.core.log_action import log_action
from arena.matches.archive_games import erase_archived_logs
from arena.matches.end_early import void_matches
from arena.matches.models.matches import MatchQuerySet
from arena.models import Bot, BotSeat, Failure, Match, Seat
from engine.messages import Message
from engine.messages import gettext_noop as _

DELETED_UPLOAD = "delete_upload"  # counts as an upload for a day


def edit_bot(
    *,
    owner: AbstractBaseUser,
    bot: Bot,
    description: str,
    takes_challenges: bool,
    asks_first: bool | None = None,
    source_is_public: bool | None = None,
    name: str = "",
) -> Bot:
    """Save an owner's settings; None and an empty `name`: unchanged.

    Raises NotYours, BadName, NameTaken.
    """
    require_own_bot(bot=bot, person=owner, words=_("Only the bot's owner can change it."))
    with bot_name_kept(name=name or bot.name):
        if name and name != bot.name:
            name = require_bot_name(name=name)
            require_free_bot_name(name=name, owner=owner, present=bot)
            log_action(actor=owner, verb="rename_bot", target=bot, before=bot.name, name=name)
            bot.name = name  # its address stays, so that links keep working
            bot.save(update_fields=["name", "name_key"])
        bot.description, bot.takes_challenges = description, takes_challenges
        if asks_first is not None:
            bot.asks_first = asks_first
        if source_is_public is not None:
            bot.source_is_public = source_is_public
        bot.save(
            update_fields=["description", "takes_challenges", "asks_first", "source_is_public"]
        )
    return bot


def mark_failure(*, owner: AbstractBaseUser, failure: Failure, is_done: bool) -> Failure:
    """Mark it in all versions that have shown it; newer ones reopen it. Raises NotYours."""
    require_own_bot(
        bot=failure.bot, person=owner, words=_("Only the bot's owner can manage its failures.")
    )
    Failure.objects.alike(failure).update(is_done=is_done)
    failure.is_done = is_done
    return failure


@transaction.atomic
def withdraw_bot(*, owner: AbstractBaseUser, bot: Bot) -> Bot:
    """Withdraw for good; void unstarted matches. Raises NotYours."""
    bot = lock_bot(bot=bot)
    require_own_bot(bot=bot, person=owner, words=_("Only the bot's owner can withdraw it."))
    bot.withdraw()
    queued = Match.objects.for_present(bot).unstarted()
    void_matches(matches=queued, reason=withdrawn(bot))
    return bot


def withdrawn(bot: Bot) -> Message:
    return Message(_("%(bot)s was withdrawn."), {"bot": bot.name})


@transaction.atomic
def delete_bot(*, owner: AbstractBaseUser, bot: Bot) -> None:
    """Delete a bot that never played, with its uploads. Raises NotYours, HasPlayed, WrongState."""
    bot = lock_bot(bot=bot)
    require_own_bot(bot=bot, person=owner, words=_("Only the bot's owner can delete it."))
    matches = _matches(bot)
    if has_played(bot):
        words = _(
            "“%(name)s” has played, and its results are its opponents' too. Withdraw it instead."
        )
        raise HasPlayed(words, name=bot.name)
    if matches.running().exists():
        words = _("“%(name)s” is being checked right now. Delete it when the check is over.")
        raise WrongState(words, name=bot.name)
    for upload in bot.versions.filter(created_at__gt=database_now() - DAY):
        log_action(actor=owner, verb=DELETED_UPLOAD, target=bot, version=upload.number)
    log_action(actor=owner, verb="delete_bot", target=bot, bot=bot.name)
    _remove(bot, matches)


def has_played(bot: Bot) -> bool:
    """Return whether it has been in more than checks: matches, tournaments, games with people."""
    unseen = Q(purpose=Match.Purpose.CHECK) | Q(started_at=None)
    return (
        Match.objects.filter(seats__version__bot=bot).exclude(unseen).exists()
        or BotSeat.objects.filter(version__bot=bot).exists()
        or bot.entrants.exists()
    )


def rejected_before(moment: datetime) -> BotQuerySet:
    """Select bots never accepted whose last check was before this moment."""
    return (
        Bot.objects.rejected()
        .filter(created_at__lt=moment, is_house=False)
        .exclude(versions__checked_at__gte=moment)
        .exclude(versions__seats__match__status=Match.Status.RUNNING)
    )


@transaction.atomic
def delete_rejected(*, bot: Bot, before: datetime) -> bool:
    """Delete it unless an upload came meanwhile; return whether it went."""
    bot = lock_bot(bot=bot)
    if not rejected_before(before).filter(pk=bot.pk).exists() or has_played(bot):
        return False
    log_action(actor=None, verb="delete_bot", target=bot, bot=bot.name)
    _remove(bot, _matches(bot))
    return True


def _matches(bot: Bot) -> MatchQuerySet:
    """Select and lock its matches, so that none is claimed."""
    seated = Match.objects.filter(seats__version__bot=bot).values_list("pk", flat=True)
    held = Match.objects.filter(pk__in=list(seated))
    list(held.order_by("pk").select_for_update())
    return held


def _remove(bot: Bot, matches: MatchQuerySet) -> None:
    files = [(version.source.storage, version.source.name or "") for version in bot.versions.all()]
    seats = Seat.objects.filter(match__in=matches).values_list("pk", flat=True)
    erase_archived_logs(seats=set(seats))
    matches.delete()
    bot.current = None
    bot.save(update_fields=["current"])
    bot.delete()
    for storage, name in filter(lambda file: file[1], files):
        transaction.on_commit(partial(storage.delete, name))
