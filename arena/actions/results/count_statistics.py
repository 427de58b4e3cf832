"""Counts a ladder's finished games for its page of statistics, behind play, by a bookmark."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from arena.actions.results.played_games import PlayedGame, played_games
from arena.database_clock import database_now
from arena.models import Ladder, LadderStatistic, Match, StatisticsProgress, VoidedStatistic
from arena.models.ladder_statistics import MOST_KEY

BATCH = 500  # matches in one transaction
AT_ONCE = 50  # matches read
Dimension = LadderStatistic.Dimension
CONDITIONAL = frozenset(  # points and openings by card would be hundreds of thousands of rows
    {Dimension.TOTAL, Dimension.SEAT, Dimension.LENGTH, Dimension.ENDING, Dimension.CARD}
)
Sums = dict[tuple[str, str, str], list[float]]


class Change(NamedTuple):
    """What a game adds to a counter."""

    dimension: Dimension
    key: str
    games: int = 0
    seats: int = 0
    points: float = 0.0
    amount: int = 0

    @property
    def sums(self) -> tuple[int, int, float, int]:
        return self.games, self.seats, self.points, self.amount


def count_statistics(*, ladder: Ladder) -> int:
    """Count the ladder's next matches, and subtract voided ones; return their number.

    Exactly once: counters and bookmark change together, unless another process was faster.
    """
    progress = StatisticsProgress.objects.get_or_create(ladder=ladder)[0]
    matches = Match.objects.filter(ladder=ladder)
    voided = _next(matches.still_counted("voided_statistic", progress.last_serial))
    fresh = _next(matches.filter(serial__gt=progress.last_serial))
    left_out = [one for one in fresh if one.status == Match.Status.VOID]
    sums: Sums = defaultdict(lambda: [0, 0, 0.0, 0])
    _add(sums, voided, -1)
    _add(sums, [one for one in fresh if one.status == Match.Status.FINISHED], 1)
    last = fresh[-1].serial if fresh else None
    stored = _store(progress, sums, [*voided, *left_out], last or progress.last_serial)
    return len(voided) + len(fresh) if stored else 0


def forget_statistics(*, ladder: Ladder) -> None:
    """Empty the counters, so that all matches are counted anew."""
    StatisticsProgress.objects.get_or_create(ladder=ladder)
    with transaction.atomic():
        held = StatisticsProgress.objects.select_for_update().get(ladder=ladder)
        LadderStatistic.objects.filter(ladder=ladder).delete()
        VoidedStatistic.objects.filter(match__ladder=ladder).delete()
        held.last_serial, held.revision = 0, held.revision + 1
        held.save()


def to_count() -> QuerySet[Ladder]:
    """Select ladders with matches to count."""
    return Ladder.objects.uncounted("statistics_progress", "voided_statistic")


def _next(matches: QuerySet[Match]) -> list[Match]:
    return list(matches.only("serial", "status").order_by("serial")[:BATCH])


@transaction.atomic
def _store(progress: StatisticsProgress, sums: Sums, void: Sequence[Match], last: int) -> bool:
    """Store sums and bookmark; False if the counters have changed since they were read."""
    found = StatisticsProgress.objects.select_for_update().filter(pk=progress.pk)
    held = found.filter(revision=progress.revision).first()
    if held is None:
        return False
    VoidedStatistic.objects.bulk_create(VoidedStatistic(match=match) for match in void)
    rows = {(progress.pk, *key): values for key, values in sums.items()}
    LadderStatistic.objects.all().add(rows, serial=last)
    held.last_serial, held.revision, held.counted_at = last, held.revision + 1, database_now()
    held.save()
    return True


def _add(sums: Sums, matches: Sequence[Match], sign: int) -> None:
    """Add the games of these matches; `sign` -1 subtracts."""
    for start in range(0, len(matches), AT_ONCE):
        for played in played_games([match.pk for match in matches[start : start + AT_ONCE]]):
            for given, change in _conditional(played):
                found = sums[given, change.dimension, change.key]
                for place, value in enumerate(change.sums):
                    found[place] += sign * value


def _conditional(played: PlayedGame) -> Iterator[tuple[str, Change]]:
    """Yield changes for all games, and for those with each card of a kingdom that was drawn."""
    changes = list(_changes(played))
    cards = played.features.keys if played.features.is_drawn else ()
    for change in changes:
        yield "", change
        if change.dimension in CONDITIONAL:
            for card in cards:
                yield card, change


def _changes(played: PlayedGame) -> Iterator[Change]:
    game, shares = played.game, played.shares
    yield Change(Dimension.TOTAL, "", games=1, amount=played.length)
    yield Change(Dimension.ENDING, game.reason[:MOST_KEY], games=1)
    if played.length:
        yield Change(Dimension.LENGTH, str(played.length), games=1)
    for seat, (share, score) in enumerate(zip(shares, game.scores, strict=False)):
        yield Change(Dimension.SEAT, str(seat), 1, 1, share, score)
        yield Change(Dimension.SCORE, str(score), 0, 1, share)
    for card in played.features.supply:
        counts = [gained.get(card, 0) for gained in played.gained]
        having = [share for share, count in zip(shares, counts, strict=False) if count]
        yield Change(Dimension.CARD, card, 1, len(having), sum(having), sum(counts))
    for opening, share in zip(played.openings, shares, strict=False):
        key = json.dumps(opening, separators=(",", ":"), ensure_ascii=False)
        if len(key) <= MOST_KEY:
            yield Change(Dimension.OPENING, key, 0, 1, share)
