from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.guards import require_league_state, require_run_by
from arena.core.log_action import log_action
from arena.models import League


@transaction.atomic
def resume_league(*, organiser: AbstractBaseUser, league: League, reason: str = "") -> League:
    """Plan the next future start. Raises NotOrganiser, WrongState."""
    require_run_by(competition=league, person=organiser)
    league = League.objects.locked(league.pk)
    require_league_state(league=league, state=League.State.PAUSED)
    league.state = League.State.ACTIVE
    league.save(update_fields=["state"])
    league.plan(database_now())
    log_action(actor=organiser, verb="resume_league", target=league, reason=reason)
    return league
