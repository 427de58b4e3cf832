"""Have all ratings of a ladder computed again, as an organiser wishes."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.actions.guards import require_organiser, require_reason
from arena.actions.log_action import log_action
from arena.actions.ratings.ask_recompute import ask_recompute
from arena.models import Epoch, Ladder


@transaction.atomic
def recompute_ladder(*, organiser: AbstractBaseUser, ladder: Ladder, reason: str) -> Epoch:
    """The epoch that workers fill beside the ratings that count until it is full.

    Raises NotOrganiser or NeedsReason.
    """
    require_organiser(person=organiser)
    reason = require_reason(reason=reason)
    ladder = Ladder.objects.locked(ladder.pk)
    epoch = ask_recompute(ladder=ladder)
    log_action(
        actor=organiser,
        verb="recompute_ladder",
        target=ladder,
        reason=reason,
        epoch=epoch.number,
    )
    return epoch
