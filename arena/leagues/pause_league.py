from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.guards import require_league_state, require_run_by
from arena.core.log_action import log_action
from arena.models import League


@transaction.atomic
def pause_league(*, organiser: AbstractBaseUser, league: League, reason: str = "") -> League:
    """Plan no more seasons until resumed. Raises NotOrganiser, WrongState."""
    require_run_by(competition=league, person=organiser)
    league = League.objects.locked(league.pk)
    require_league_state(league=league, state=League.State.ACTIVE)
    league.stop(League.State.PAUSED)
    log_action(actor=organiser, verb="pause_league", target=league, reason=reason)
    return league
