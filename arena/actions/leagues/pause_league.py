"""Make no more seasons of a league for a while."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.actions.guards import require_league_state, require_organiser
from arena.actions.log_action import log_action
from arena.models import League


@transaction.atomic
def pause_league(*, organiser: AbstractBaseUser, league: League, reason: str = "") -> League:
    """Plan no season until `resume_league`; one that is made already is played to its end.

    Raises NotOrganiser or WrongState.
    """
    require_organiser(person=organiser)
    league = League.objects.locked(league.pk)
    require_league_state(league=league, state=League.State.ACTIVE)
    league.stop(League.State.PAUSED)
    log_action(actor=organiser, verb="pause_league", target=league, reason=reason)
    return league
