from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.guards import require_reason, require_run_by
from arena.core.log_action import log_action
from arena.models import Ladder, RatingRun
from arena.ratings.ask_recompute import ask_recompute


@transaction.atomic
def recompute_ladder(*, organiser: AbstractBaseUser, ladder: Ladder, reason: str) -> RatingRun:
    """Order a rating run. Raises NotOrganiser, NeedsReason."""
    require_run_by(competition=ladder, person=organiser)
    reason = require_reason(reason=reason)
    ladder = Ladder.objects.locked(ladder.pk)
    rating_run = ask_recompute(ladder=ladder)
    log_action(
        actor=organiser,
        verb="recompute_ladder",
        target=ladder,
        reason=reason,
        rating_run=rating_run.number,
    )
    return rating_run
