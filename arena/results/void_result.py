from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.errors import NothingRated, NotOrganiser
from arena.core.guards import require_reason
from arena.core.locks import lock_match
from arena.core.log_action import log_action
from arena.models import Ladder, Match
from arena.ratings.ask_recompute import ask_recompute
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
    ladder = _ladder_of(held)
    held.status, held.error = Match.Status.VOID, reason
    held.save(update_fields=["status", "error"])
    ask_recompute(ladder=ladder)
    return held, reason


def _ladder_of(match: Match) -> Ladder:
    if match.purpose == Match.Purpose.TOURNAMENT:
        raise NothingRated(_("This match counts for a tournament. Rejudge its pairing instead."))
    if match.status == Match.Status.VOID:
        raise NothingRated(_("This match is already void."))
    if match.status != Match.Status.FINISHED:
        raise NothingRated(_("This match is not finished. Wait for its result."))
    if match.is_being_rated:
        raise NothingRated(_("This match is being rated. Try again in a moment."))
    if match.ladder is None or match.serial is None:
        raise NothingRated(_("This match was not rated, so there is nothing to undo."))
    return match.ladder
