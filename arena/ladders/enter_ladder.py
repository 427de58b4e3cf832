from arena.bots.check_entries import check_on_ladder
from arena.core.database_clock import database_now
from arena.models import Bot, Entry, Ladder, LadderCheck, Version


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
