from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.actions.log_action import log_action
from arena.actions.need_league import need_open_league
from arena.actions.need_organiser import need_organiser, need_reason
from arena.models import League


@transaction.atomic
def close_league(*, organiser: AbstractBaseUser, league: League, reason: str) -> League:
    """Make no more seasons; finish a running one. Raises NotOrganiser, NeedsReason, WrongState."""
    need_organiser(person=organiser)
    reason = need_reason(reason=reason)
    league = League.objects.locked(league.pk)
    need_open_league(league=league)
    league.stop(League.State.CLOSED)
    log_action(actor=organiser, verb="close_league", target=league, reason=reason)
    return league
