from arena.core.guards import require_latest_round, require_state
from arena.models import Pairing, Tournament


def lock_pairing(*, pairing: Pairing) -> tuple[Pairing, Tournament]:
    """Lock the tournament; return the fresh pairing too. Raises WrongState, LaterRounds."""
    tournament = Tournament.objects.locked(pairing.round.tournament_id)
    require_state(tournament=tournament, states=[Tournament.State.RUNNING, Tournament.State.PAUSED])
    pairing = Pairing.objects.select_related("round").get(pk=pairing.pk)
    require_latest_round(pairing=pairing, tournament=tournament)
    return pairing, tournament
