from django.db import transaction

from arena.bots.queue_checks import queue_checks
from arena.core.database_clock import database_now
from arena.core.isolate_errors import isolate_errors
from arena.core.locks import lock_bot
from arena.models import Bot, Entry, Ladder, LadderCheck, Version


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
