from arena.actions.need_latest import need_latest
from arena.actions.need_state import need_state
from arena.models import Pairing, Tournament


def hold_pairing(*, pairing: Pairing) -> tuple[Pairing, Tournament]:
    """Lock the tournament; return the fresh pairing too. Raises WrongState, LaterRounds."""
    tournament = Tournament.objects.locked(pairing.round.tournament_id)
    need_state(tournament=tournament, states=[Tournament.State.RUNNING, Tournament.State.PAUSED])
    pairing = Pairing.objects.select_related("round").get(pk=pairing.pk)
    need_latest(pairing=pairing, tournament=tournament)
    return pairing, tournament
