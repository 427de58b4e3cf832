"""What organisers do with a wrong result: void it, or have the match played again."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.errors import BotUnfit, LadderClosed, NothingRated, NotOrganiser
from arena.core.guards import require_reason
from arena.core.locks import lock_match
from arena.core.log_action import log_action
from arena.matches.order_match import LADDER_PRIORITY, order_match
from arena.models import Bot, Ladder, Match
from arena.queue.enqueue import enqueue
from arena.ratings.recompute_ratings import ask_recompute
from engine.messages import gettext_noop as _


@transaction.atomic
def void_result(*, organiser: AbstractBaseUser, match: Match, reason: str) -> Match:
    """Void a rated result by a new rating run; its games stay visible.

    Raises NotOrganiser, NeedsReason, NothingRated.
    """
    match, reason = void_tally(organiser=organiser, match=match, reason=reason)
    log_action(actor=organiser, verb="void_result", target=match, reason=reason)
    return match


def void_tally(*, organiser: AbstractBaseUser, match: Match, reason: str) -> tuple[Match, str]:
    """Void without logging, with the ladder locked; return match and reason."""
    if not match.is_run_by(organiser):
        raise NotOrganiser(_("Only organisers can void results."))
    reason = require_reason(reason=reason)
    lock_match(match=match)
    held = Match.objects.select_related("ladder").select_for_update(of=["self"]).get(pk=match.pk)
    if held.purpose == Match.Purpose.TOURNAMENT:
        raise NothingRated(_("This match counts for a tournament. Rejudge its pairing instead."))
    if held.status == Match.Status.VOID:
        raise NothingRated(_("This match is already void."))
    if held.status != Match.Status.FINISHED:
        raise NothingRated(_("This match is not finished. Wait for its result."))
    if held.is_being_rated:
        raise NothingRated(_("This match is being rated. Try again in a moment."))
    if held.ladder is None or held.serial is None:
        raise NothingRated(_("This match was not rated, so there is nothing to undo."))
    held.status, held.error = Match.Status.VOID, reason
    held.save(update_fields=["status", "error"])
    ask_recompute(ladder=held.ladder)
    return held, reason


@transaction.atomic
def rejudge_match(*, organiser: AbstractBaseUser, match: Match, reason: str) -> Match:
    """Void the result; return a queued match on a new seed.

    Raises as `void_result`, LadderClosed, BotUnfit.
    """
    voided, reason = void_tally(organiser=organiser, match=match, reason=reason)
    versions = [
        seat.version for seat in voided.seats.select_related("version__bot").order_by("position")
    ]
    if voided.ladder is not None and voided.ladder.state == Ladder.State.CLOSED:
        raise LadderClosed(
            _("The ladder is closed and no more matches are played there. Void the match instead.")
        )
    for version in versions:
        if version.bot.state != Bot.State.ACTIVE:
            words = _(
                "“%(name)s” is not playing right now or no longer plays. Void the match instead."
            )
            raise BotUnfit(words, name=version.bot.name)
    again = order_match(
        ladder=voided.ladder,
        purpose=Match.Purpose.LADDER,
        versions=versions,
        games=voided.games_planned,
        priority=LADDER_PRIORITY + 1,
        ordered_by=organiser,
    )
    log_action(
        actor=organiser, verb="rejudge_match", target=voided, reason=reason, replayed=again.pk
    )
    log_action(actor=organiser, verb="replay_of", target=again, reason=reason, replays=voided.pk)
    enqueue(matches=[again])
    return again
