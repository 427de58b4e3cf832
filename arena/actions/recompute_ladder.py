from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.actions.ask_recompute import ask_recompute
from arena.actions.log_action import log_action
from arena.actions.need_organiser import need_organiser, need_reason
from arena.models import Epoch, Ladder


@transaction.atomic
def recompute_ladder(*, organiser: AbstractBaseUser, ladder: Ladder, reason: str) -> Epoch:
    """Order a rating run. Raises NotOrganiser, NeedsReason."""
    need_organiser(person=organiser)
    reason = need_reason(reason=reason)
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
