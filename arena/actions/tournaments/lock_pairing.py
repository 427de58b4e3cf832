"""What every correction of a pairing begins with."""

from arena.actions.guards import require_latest_round, require_state
from arena.models import Pairing, Tournament


def lock_pairing(*, pairing: Pairing) -> tuple[Pairing, Tournament]:
    """The pairing as it is now, and its tournament, held until the transaction ends.

    Raises WrongState where nothing of it can be corrected, and LaterRounds where what came after
    depends on it.
    """
    tournament = Tournament.objects.locked(pairing.round.tournament_id)
    require_state(tournament=tournament, states=[Tournament.State.RUNNING, Tournament.State.PAUSED])
    pairing = Pairing.objects.select_related("round").get(pk=pairing.pk)
    require_latest_round(pairing=pairing, tournament=tournament)
    return pairing, tournament
