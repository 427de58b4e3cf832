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

    def due(self, found: Mapping[int, Counter[str]]) -> list[int]:
        """Return ladders to apply: few results that nobody waits for are left."""
        early = {
            ladder
            for ladder, purposes in found.items()
            if self.looks[ladder] < LOOKS
            and purposes.total() < FEW
            and set(purposes) == {Match.Purpose.LADDER}
        }
        self.looks = Counter({ladder: self.looks[ladder] + 1 for ladder in early})
        return sorted(found.keys() - early)


def apply_pending(*, rater: Rater | None = None) -> int:
    """Apply stored results of all ladders and tournaments, and make the matches that follow.

    Return their number. Calls at once wait for each other, ladder by ladder.
    """
    memories = rater.memories if rater else Memories()
    ladders, tournaments = _find_pending()
    applied = 0
    for ladder in rater.due(ladders) if rater else sorted(ladders):
        with isolate_errors(kind="ladder", pk=ladder):
            applied += _apply_ladder(ladder, memories)
    for tournament in sorted(tournaments):
        with isolate_errors(kind="tournament", pk=tournament):
            applied += len(apply_tournament_results(tournament_id=tournament))
            advance_tournament(tournament_id=tournament)
    return applied


def _find_pending() -> tuple[dict[int, Counter[str]], set[int]]:
    """Return ladders' results by purpose, and tournaments."""
    ladders: dict[int, Counter[str]] = defaultdict(Counter)
    tournaments: set[int] = set()
    waiting = Match.objects.pending().rested(query_now()).order_by()
    rows = waiting.values_list("ladder", "pairing__round__tournament", "purpose")
    for ladder, tournament, purpose in rows:
        if ladder:
            ladders[ladder][purpose] += 1
        if tournament:
            tournaments.add(tournament)
    return ladders, tournaments


def _apply_ladder(ladder_id: int, memories: Memories) -> int:
    """Apply a batch and refill the queue."""
    applied = apply_results(
        ladder_id=ladder_id, then=lambda ladder: refill(ladder=ladder, memories=memories)
    )
    return len(applied)
