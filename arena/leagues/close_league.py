from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.guards import require_open_league, require_reason, require_run_by
from arena.core.log_action import log_action
from arena.models import League


@transaction.atomic
def close_league(*, organiser: AbstractBaseUser, league: League, reason: str) -> League:
    """Make no more seasons; finish a running one. Raises NotOrganiser, NeedsReason, WrongState."""
    require_run_by(competition=league, person=organiser)
    reason = require_reason(reason=reason)
    league = League.objects.locked(league.pk)
    require_open_league(league=league)
    league.stop(League.State.CLOSED)
    log_action(actor=organiser, verb="close_league", target=league, reason=reason)
    return league
