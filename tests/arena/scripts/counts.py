"""Counts of a platform with one ladder."""

from typing import TypedDict

from arena.models import Ladder, Match, RatingChange
from tests.arena.recomputed import recomputed, stored


class Counts(TypedDict):
    """Rows of the database; `same`: ratings equal a recomputation in the order of recording."""

    statuses: dict[str, int]
    serials: list[int | None]
    changes: int
    recorded: int
    tries: int
    same: bool
    twice: int


def look() -> Counts:
    """Count them now."""
    ladder = Ladder.objects.get()
    seeds = list(Match.objects.values_list("seed", flat=True))
    return {
        "statuses": {
            status.value: Match.objects.filter(status=status).count() for status in Match.Status
        },
        "serials": list(Match.objects.rated().values_list("serial", flat=True)),
        "changes": RatingChange.objects.count(),
        "recorded": ladder.recorded,
        "tries": sum(Match.objects.values_list("tries", flat=True)),
        "same": recomputed(ladder) == stored(ladder),
        "twice": len(seeds) - len(set(seeds)),
    }
