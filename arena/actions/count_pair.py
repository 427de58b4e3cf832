"""Keep how the matches of two bots against each other ended."""

from collections.abc import Sequence

from django.db.models import F

from arena.models import Entry, Match, PairCount, Seat

COLUMNS = {0.0: "points_00", 0.5: "points_05", 1.0: "points_10", 1.5: "points_15", 2.0: "points_20"}


def count_pair(
    *, match: Match, entries: Sequence[Entry], seats: Sequence[Seat], by: int = 1
) -> None:
    """Count a rated match of two games between two bots; with `by` -1, count it no more.

    The caller holds the ladder's lock. Other matches have no such counts.
    """
    if (len(seats), match.games_planned) != (2, 2):
        return
    for entry, opponent, seat in zip(entries, reversed(entries), seats, strict=True):
        column = COLUMNS[seat.points or 0.0]
        pair = PairCount.objects.filter(entry=entry, opponent=opponent)
        if not pair.update(matches=F("matches") + by, **{column: F(column) + by}):
            PairCount.objects.create(entry=entry, opponent=opponent, matches=by, **{column: by})
