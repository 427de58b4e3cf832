from collections import Counter, defaultdict
from collections.abc import Mapping

from arena.core.database_clock import query_now
from arena.core.isolate_errors import isolate_errors
from arena.ladders.matchmake import refill
from arena.ladders.opponent_memory import Memories
from arena.models import Match
from arena.results.apply_results import apply_results, apply_tournament_results
from arena.tournaments.rounds import advance_tournament

# A batch costs more than its results, so a ladder with fewer waits for this many looks.
FEW, LOOKS = 4, 2


class Rater:
    """A rating process's memory."""

    def __init__(self) -> None:
        self.memories = Memories()
        self.looks: Counter[int] = Counter()  # at the few results of a ladder

    def due(self, pending: Mapping[int, Counter[str]]) -> list[int]:
        """Return ladders to apply: few results that nobody waits for are left."""
        early = {
            ladder
            for ladder, purposes in pending.items()
            if self.looks[ladder] < LOOKS
            and purposes.total() < FEW
            and set(purposes) == {Match.Purpose.LADDER}
        }
        self.looks = Counter({ladder: self.looks[ladder] + 1 for ladder in early})
        return sorted(pending.keys() - early)


def apply_pending(*, rater: Rater | None = None) -> int:
    """Apply stored results of all ladders and tournaments, and make the matches that follow.

    Return their number. Calls at once wait for each other, ladder by ladder.
    """
    memories = rater.memories if rater else Memories()
    ladders: dict[int, Counter[str]] = defaultdict(Counter)  # their results by purpose
    tournaments: set[int] = set()
    pending = Match.objects.pending().rested(query_now()).order_by()
    for ladder_id, tournament_id, purpose in pending.values_list(
        "ladder", "pairing__round__tournament", "purpose"
    ):
        if ladder_id:
            ladders[ladder_id][purpose] += 1
        if tournament_id:
            tournaments.add(tournament_id)
    applied = 0
    for ladder_id in rater.due(ladders) if rater else sorted(ladders):
        with isolate_errors(kind="ladder", pk=ladder_id):
            matches = apply_results(
                ladder_id=ladder_id, then=lambda ladder: refill(ladder=ladder, memories=memories)
            )
            applied += len(matches)
    for tournament_id in sorted(tournaments):
        with isolate_errors(kind="tournament", pk=tournament_id):
            applied += len(apply_tournament_results(tournament_id=tournament_id))
            advance_tournament(tournament_id=tournament_id)
    return applied
