"""What can be done to a tournament depends on how far it has come."""

from collections.abc import Collection

from django.utils.translation import gettext as _

from arena.actions.errors import WrongState
from arena.models import Tournament


def require_state(*, tournament: Tournament, states: Collection[str]) -> None:
    """Raise WrongState unless the tournament, which the caller has locked, is in one of these."""
    if tournament.state not in states:
        words = _("“%(name)s” is %(state)s: this can be done only while it is %(states)s.")
        labels = ", ".join(str(Tournament.State(state).label) for state in states)
        told = {"name": tournament.name, "state": tournament.get_state_display(), "states": labels}
        raise WrongState(words % told)


def require_before_start(*, tournament: Tournament) -> None:
    """Raise WrongState once the first round has been drawn, or where there will be none."""
    if tournament.has_begun or tournament.is_over:
        words = _("“%(name)s” is %(state)s: its entrants stand.")
        told = {"name": tournament.name, "state": tournament.get_state_display()}
        raise WrongState(words % told)
