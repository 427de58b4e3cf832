from typing import Any

from django.db import transaction

from arena.bots.checks import queue_checks
from arena.bots.versions import promote_version
from arena.core.database_clock import database_now
from arena.core.log_action import log_event
from arena.ladders.entries import enter_ladder
from arena.ladders.matchmake import matchmake
from arena.matches.end_early import void_matches
from arena.matches.models.matches import CHECKED, MatchQuerySet
from arena.matches.referee.decision_log import is_default
from arena.matches.referee.fault import details_of
from arena.models import Bot, Fault, Game, LadderCheck, Match, Version
from arena.notifications.notify_bots import (
    notify_check,
    notify_ladder_check,
    notify_release,
)
from engine.messages import Message
from engine.messages import gettext_noop as _


@transaction.atomic
def finish_check(*, match: Match) -> Version | None:
    """Decide after a check's last match whether the version may play there; any fault ends it.

    Its first check decides about the version as well. None: undecided; a check that the platform
    could not carry out is queued again. The caller holds the ladder's lock, so the last match sees
    the others.
    """
    version = match.seats.get(position=CHECKED).version
    bot = Bot.objects.locked(version.bot_id)
    checking = LadderCheck.objects.checking().select_related("ladder", "version")
    check = checking.filter(version=version, ladder=match.ladder_id).first()
    if check is None:
        return None
    version, matches = check.version, check.matches()
    ordered_at = min(matches.values_list("created_at", flat=True), default=None)
    fault = Fault.objects.filter(game__match__in=matches, seat__version=version).first()
    failure = None
    if fault is not None:
        failure = fault_report(fault)
    elif matches.live().exists():
        return None
    elif matches.filter(status=Match.Status.VOID).exists():  # the platform's failure, not the bot's
        queue_checks(version=version, ladder=check.ladder, enters=check.enters)
        return None
    decides_version = check.decides_version
    check.state = LadderCheck.State.PASSED if failure is None else LadderCheck.State.FAILED
    check.failure, check.checked_at = failure, database_now()
    if failure is None:
        check.only_defaults = gave_only_defaults(version=version, matches=matches)
    else:
        void_matches(matches=matches, reason=Message(_("The check has already failed.")))
    check.save(update_fields=["state", "failure", "checked_at", "only_defaults"])
    if decides_version:
        _decide_version(bot, check)
    elif bot.current_id == version.pk:
        _decide_entry(bot, check)
    log_event(
        "check_finished",
        began=ordered_at,
        ended=check.checked_at,
        bot=bot.pk,
        version=version.number,
        ladder=check.ladder_id,
        state=version.state if decides_version else check.state,
        verdict=(failure or {}).get("verdict"),
    )
    return version


def fault_report(fault: Fault) -> dict[str, Any]:
    """Return a fault for its owner."""
    seats = fault.seat.match.seats.exclude(pk=fault.seat_id).select_related("version__bot")
    return {
        **details_of(fault),
        "opponent": ", ".join(dict.fromkeys(str(seat.version) for seat in seats)),
        "match": fault.seat.match_id,
    }


def _decide_version(bot: Bot, check: LadderCheck) -> None:
    """Accept or reject; after a failed re-check keep the version, but benched."""
    version = check.version
    is_kept = check.failure is None or bot.current_id == version.pk
    version.state = Version.State.ACCEPTED if is_kept else Version.State.REJECTED
    version.failure, version.checked_at = check.failure, check.checked_at
    version.save(update_fields=["failure", "state", "checked_at"])
    # A version that was not to be activated lets the one before play on.
    plays_on = not version.activates and bot.may_play and bot.current_id != version.pk
    if check.failure is None and not plays_on:
        was_benched = bot.state == Bot.State.BENCHED
        promote_version(bot=bot, version=version)
        if was_benched:
            notify_release(bot=bot)
        _play(bot, check)
    notify_check(check=check)


def _decide_entry(bot: Bot, check: LadderCheck) -> None:
    bot.tell_entries()
    joins = check.enters and not bot.entries.filter(ladder=check.ladder, is_active=True).exists()
    if check.failure is None:
        _play(bot, check)
    if check.failure or (bot.may_play and (joins or check.only_defaults)):
        notify_ladder_check(check=check)


def _play(bot: Bot, check: LadderCheck) -> None:
    if not check.ladder.takes_entries or bot.state == Bot.State.WITHDRAWN:
        return
    if check.enters:
        enter_ladder(bot=bot, ladder=check.ladder)
    matchmake(ladder_id=check.ladder_id)


def gave_only_defaults(*, version: Version, matches: MatchQuerySet) -> bool:
    """Return whether all of a version's answers in these matches were the defaults."""
    answered = False
    for game in Game.objects.filter(match__in=matches).prefetch_related("match__seats"):
        own = {seat.position for seat in game.match.seats.all() if seat.version_id == version.pk}
        for row in game.logged_decisions:
            if game.seating[row["seat"]] in own:
                if not is_default(row):
                    return False
                answered = True
    return answered
