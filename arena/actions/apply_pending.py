from functools import partial

from django.db import transaction

from arena.actions.isolate_errors import isolate_errors
from arena.actions.ladders.matchmake import refill
from arena.actions.ladders.opponent_memory import Memories
from arena.actions.results.apply_results import apply_results, apply_tournament_results
from arena.actions.tournaments.advance_tournament import advance_tournament
from arena.models import Ladder, Match


def apply_pending(*, memories: Memories | None = None) -> int:
    """Apply stored results of all ladders and tournaments, and make the matches that follow.

    Return their number. Calls at once wait for each other, ladder by ladder. `memories`: of a
    process that calls this often.
    """
    memories = memories or Memories()
    waiting = Match.objects.pending().order_by()
    found = set(waiting.values_list("ladder", "pairing__round__tournament"))
    applied = 0
    for ladder in sorted(ladder for ladder, _tournament in found if ladder):
        with isolate_errors(kind="ladder", pk=ladder):
            applied += _apply_ladder(ladder, memories)
    for tournament in sorted(tournament for _ladder, tournament in found if tournament):
        with isolate_errors(kind="tournament", pk=tournament):
            applied += len(apply_tournament_results(tournament_id=tournament))
            advance_tournament(tournament_id=tournament)
    return applied


def _apply_ladder(ladder_id: int, memories: Memories) -> int:
    """Apply a batch, and refill the queue in the same breath."""

    def follow(ladder: Ladder) -> None:
        memory = memories.take(ladder)
        refill(ladder=ladder, memory=memory)
        transaction.on_commit(partial(memories.keep, memory))

    return len(apply_results(ladder_id=ladder_id, then=follow))
