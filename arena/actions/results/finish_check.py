from typing import Any

from django.db import transaction

from arena.actions.bots.promote_version import promote_version
from arena.actions.ladders.enter_ladder import enter_ladder
from arena.actions.ladders.matchmake import matchmake
from arena.actions.matches.void_matches import void_matches
from arena.actions.notifications.notify_check import notify_check, notify_release
from arena.database_clock import database_now
from arena.event_log import log_event
from arena.match.fault import details_of
from arena.models import Bot, Fault, Ladder, Match, Version
from arena.models.bots import HOST
from engine.messages import Message
from engine.messages import gettext_noop as _

HOST_FAILURE = _(
    "The check games could not be played because of a host failure. Your bot is not to blame. "
    "Upload the file again or contact the organisers."
)


@transaction.atomic
def finish_check(*, match: Match) -> Version | None:
    """Decide about this match's version after its last check; any fault rejects at once.

    None: undecided. The caller holds the ladder's lock, so the last check sees the others.
    """
    version = match.seats.get(position=0).version
    bot = Bot.objects.locked(version.bot_id)
    version.refresh_from_db()
    if version.state != Version.State.CHECKING:
        return None
    checks = version.check_matches()
    ordered_at = min(checks.values_list("created_at", flat=True), default=None)
    fault = Fault.objects.filter(game__match__in=checks, seat__version=version).first()
    if fault is not None:
        _reject(bot, version, fault_report(fault))
    elif checks.live().exists():
        return None
    elif checks.filter(status=Match.Status.VOID).exists():
        _reject(bot, version, {"verdict": HOST, "message": Message(HOST_FAILURE)})
    else:
        _accept(bot, version, match.ladder)
    notify_check(version=version)
    log_event(
        "check_finished",
        began=ordered_at,
        ended=version.checked_at,
        bot=bot.pk,
        version=version.number,
        state=version.state,
        verdict=(version.failure or {}).get("verdict"),
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


def _reject(bot: Bot, version: Version, failure: dict[str, Any]) -> None:
    """Store the failure; after a re-check keep the version, but benched."""
    failed = version.check_matches()
    version.failure = failure
    version.state = (
        Version.State.ACCEPTED if bot.current_id == version.pk else Version.State.REJECTED
    )
    version.checked_at = database_now()
    version.save(update_fields=["failure", "state", "checked_at"])
    void_matches(matches=failed, reason=Message(_("The check has already failed.")))


def _accept(bot: Bot, version: Version, ladder: Ladder | None) -> None:
    version.state, version.failure = Version.State.ACCEPTED, None
    version.checked_at = database_now()
    version.save(update_fields=["failure", "state", "checked_at"])
    if _waits(bot, version):
        return
    was_benched = bot.state == Bot.State.BENCHED
    promote_version(bot=bot, version=version)
    if was_benched:
        notify_release(bot=bot)
    if ladder is not None and ladder.takes_entries:
        enter_ladder(bot=bot, ladder=ladder)
        matchmake(ladder_id=ladder.pk)


def _waits(bot: Bot, version: Version) -> bool:
    """Return whether the earlier version plays on."""
    return not version.activates and bot.may_play and bot.current_id != version.pk
