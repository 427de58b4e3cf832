"""Checks of versions: their matches, on which ladders, and once more for a benched bot."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.errors import NotBenched
from arena.core.guards import require_own_bot
from arena.core.isolate_errors import isolate_errors
from arena.core.locks import lock_bot
from arena.matches.end_early import void_matches
from arena.matches.order_match import CHECK_PRIORITY, order_match
from arena.models import Bot, Entry, Ladder, LadderCheck, Match, Version
from arena.queue.enqueue import enqueue
from engine.messages import Message
from engine.messages import gettext_noop as _

OPPONENTS = ("big-money", "greedy")


@transaction.atomic
def queue_checks(*, version: Version, ladder: Ladder, enters: bool = True) -> list[Match]:
    """Queue check matches against a house bot and itself, before everything else.

    `enters`: the bot enters the ladder once this version has passed.
    """
    LadderCheck.objects.update_or_create(
        version=version,
        ladder=ladder,
        defaults={
            "state": LadderCheck.State.CHECKING,
            "failure": None,
            "enters": enters,
            "only_defaults": False,
            "ordered_at": database_now(),
            "checked_at": None,
        },
    )
    lineups = [[version] * ladder.seats]
    opponent = check_opponent(ladder=ladder)
    if opponent is not None:
        lineups.insert(0, [version, *[opponent] * (ladder.seats - 1)])
    matches = [
        order_match(
            ladder=ladder,
            purpose=Match.Purpose.CHECK,
            versions=lineup,
            games=ladder.seats if lineup[1] != version else 1,
            priority=CHECK_PRIORITY,
        )
        for lineup in lineups
    ]
    enqueue(matches=matches)
    return matches


def check_opponent(*, ladder: Ladder) -> Version | None:
    """Return a house bot of this game, a plain one if possible."""
    sound = Bot.objects.house().filter(state=Bot.State.ACTIVE, current__isnull=False)
    playing = sound.filter(entries__ladder__game=ladder.game).order_by("pk")
    bot = playing.filter(slug__in=OPPONENTS).first() or playing.first()
    return bot.current if bot else None


def drop_check(*, check: LadderCheck, reason: Message) -> None:
    """End a check and void its queued matches; a running one decides nothing any more."""
    void_matches(matches=check.matches(), reason=reason)
    check.state, check.checked_at = LadderCheck.State.DROPPED, database_now()
    check.save(update_fields=["state", "checked_at"])


def check_entries(*, bot: Bot) -> None:
    """Check the current version for the bot's ladders where it has not been, and let it play.

    The caller has locked the bot and its ladders.
    """
    for entry in Entry.objects.unchecked().filter(bot=bot).select_related("ladder"):
        if bot.current is not None:
            check_on_ladder(version=bot.current, ladder=entry.ladder, enters=False)
    bot.tell_entries()


def check_on_ladder(*, version: Version, ladder: Ladder, enters: bool) -> LadderCheck:
    """Return the version's check there; queue its matches unless a ladder like it has been passed.

    The caller has locked the bot.
    """
    for passed in version.passed_checks().select_related("ladder"):
        if passed.ladder.plays_like(ladder):
            return record_passed(version=version, ladder=ladder, like=passed)
    queue_checks(version=version, ladder=ladder, enters=enters)
    return version.ladder_checks.get(ladder=ladder)


def record_passed(
    *, version: Version, ladder: Ladder, like: LadderCheck | None = None
) -> LadderCheck:
    """Record a passed check without games: a house bot's, or one `like` another."""
    now = database_now()
    check, _new = LadderCheck.objects.update_or_create(
        version=version,
        ladder=ladder,
        defaults={
            "state": LadderCheck.State.PASSED,
            "failure": None,
            "only_defaults": like.only_defaults if like else False,
            "ordered_at": now,
            "checked_at": now,
        },
    )
    return check


def check_waiting_entries() -> None:
    """Check entries left without one: the ladder has reopened or changed its rules."""
    # Step by step, as a join would read all bots.
    stopped = set(Entry.objects.stopped().values_list("bot", flat=True))
    active = Bot.objects.filter(pk__in=stopped, state=Bot.State.ACTIVE, current__isnull=False)
    entries = Entry.objects.unchecked().filter(bot__in=list(active.values_list("pk", flat=True)))
    for bot in Bot.objects.filter(pk__in=set(entries.values_list("bot", flat=True))):
        with isolate_errors(kind="bot", pk=bot.pk), transaction.atomic():
            check_entries(bot=lock_bot(bot=bot))


@transaction.atomic
def recheck_bot(*, owner: AbstractBaseUser, bot: Bot) -> Version:
    """Queue a check of a benched version. Raises NotYours, NotBenched."""
    bot = Bot.objects.locked(bot.pk)
    require_own_bot(bot=bot, person=owner, words=_("Only the bot's owner can request a check."))
    version = bot.current
    if bot.state != Bot.State.BENCHED or version is None:
        raise NotBenched(_("This bot is not benched, so it needs no check."))
    if version.state == Version.State.CHECKING:
        return version
    ladder = version.ladder or bot.entries.select_related("ladder").latest("created_at").ladder
    version.state, version.ladder = Version.State.CHECKING, ladder
    version.save(update_fields=["state", "ladder"])
    queue_checks(version=version, ladder=ladder, enters=False)
    return version
