"""What can be done to a league depends on its state."""

from django.utils.translation import gettext as _

from arena.actions.errors import WrongState
from arena.models import League


def require_open_league(*, league: League) -> None:
    """Raise WrongState once the league, which the caller has locked, is closed."""
    if league.state == League.State.CLOSED:
        words = _("“%(name)s” is closed for good: make another league.")
        raise WrongState(words % {"name": league.name})


def require_league_state(*, league: League, state: League.State) -> None:
    """Raise WrongState unless the league, which the caller has locked, is in this one."""
    require_open_league(league=league)
    if league.state != state:
        words = _("“%(name)s” is %(state)s already.")
        told = {"name": league.name, "state": league.get_state_display()}
        raise WrongState(words % told)
