"""Keep how the matches of two bots against each other ended."""

from collections import Counter
from collections.abc import Sequence

from django.db.models import F, Q

from arena.models import Entry, Match, PairCount, Seat

COLUMNS = {0.0: "points_00", 0.5: "points_05", 1.0: "points_10", 1.5: "points_15", 2.0: "points_20"}
COUNTED = Q(match__games_planned=2, match__seats_count=2, match__status=Match.Status.FINISHED)


def count_pair(*, match: Match, entries: Sequence[Entry], seats: Sequence[Seat]) -> None:
    """Count a rated match of two games between two bots; others have no such counts.

    The caller holds the ladder's lock.
    """
    if (len(seats), match.games_planned) != (2, 2):
        return
    for entry, opponent, seat in zip(entries, reversed(entries), seats, strict=True):
        column = COLUMNS[seat.points or 0.0]
        pair = PairCount.objects.filter(entry=entry, opponent=opponent)
        if not pair.update(matches=F("matches") + 1, **{column: F(column) + 1}):
            PairCount.objects.create(entry=entry, opponent=opponent, matches=1, **{column: 1})


def recount_pair(*, entries: Sequence[Entry]) -> None:
    """Count all matches between these two again, after one was taken back. The caller holds the
    ladder's lock."""
    for entry, opponent in (entries, reversed(entries)):
        own = Seat.objects.filter(COUNTED, version__bot=entry.bot_id)
        met = own.filter(match__ladder=entry.ladder_id, match__serial__isnull=False).filter(
            match__seats__version__bot=opponent.bot_id
        )
        counts = Counter(met.values_list("points", flat=True))
        columns = {column: counts[points] for points, column in COLUMNS.items()}
        PairCount.objects.update_or_create(
            entry=entry, opponent=opponent, defaults={"matches": counts.total(), **columns}
        )
