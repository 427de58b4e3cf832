from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations, permutations

from django.db import transaction
from django.db.models import Prefetch, QuerySet

from arena.models import (
    BotTally,
    Game,
    HeadToHead,
    Ladder,
    Match,
    PairMatch,
    Seat,
    TallyProgress,
    VoidedTally,
)
from arena.ratings.models.statistics import ALL
from arena.ratings.shares import share_of_beaten

BATCH = 100  # matches in one transaction: a fraction of a second, in which SQLite has one writer

Sum = defaultdict[tuple[object, ...], list[float]]


@transaction.atomic
def tally_results(*, ladder: Ladder) -> int:
    """Count the ladder's next matches, and subtract voided ones; return their number.

    Exactly once: counters and progress change together, under one caller's lock.
    """
    TallyProgress.objects.get_or_create(ladder=ladder)
    held = TallyProgress.objects.select_for_update(skip_locked=True).filter(ladder=ladder).first()
    if held is None:
        return 0
    matches = Match.objects.filter(ladder=ladder)
    voided = list(_read(matches.still_counted("voided_tally", held.last_serial)))
    fresh = list(_read(matches.filter(serial__gt=held.last_serial)))
    counted = [match for match in fresh if match.status == Match.Status.FINISHED]
    left_out = [match for match in fresh if match.status == Match.Status.VOID]
    VoidedTally.objects.bulk_create(VoidedTally(match=match) for match in [*voided, *left_out])
    _count(ladder, voided, -1)
    _count(ladder, counted, 1)
    if fresh:
        held.last_serial = fresh[-1].serial or 0
        held.save(update_fields=["last_serial"])
    return len(voided) + len(fresh)


def _read(matches: QuerySet[Match]) -> QuerySet[Match]:
    seats = Seat.objects.select_related("version").order_by("position")
    games = Game.objects.only("match", "number", "seating", "ranks").order_by("number")
    return (
        matches.only(
            "serial", "status", "seed", "game", "config", "seats_count", "games_planned", "engine"
        )
        .prefetch_related(Prefetch("seats", queryset=seats), Prefetch("games", queryset=games))
        .order_by("serial")[:BATCH]
    )


def _count(ladder: Ladder, matches: Sequence[Match], sign: int) -> None:
    """Add matches to all counters; `sign` -1 subtracts."""
    if not matches:
        return
    bots = {seat.version.bot_id for match in matches for seat in match.seats.all()}
    entries = dict(ladder.entries.filter(bot__in=bots).values_list("bot", "pk"))
    count = TallyChange(entries, sign)
    for match in matches:
        if match.games.all():  # games of an archive may be gone
            count.add(match)
    last = (matches[-1].serial or 0) if sign > 0 else 0
    BotTally.objects.all().add(count.tallies, serial=last)
    HeadToHead.objects.all().add(count.head_to_heads, serial=last)
    if sign > 0:
        PairMatch.objects.bulk_create(count.pair_matches)


class TallyChange:
    """Sums to add to the counters, by key."""

    def __init__(self, entries: dict[int, int], sign: int) -> None:
        self.entries, self.sign = entries, sign
        self.tallies: Sum = defaultdict(lambda: [0, 0, 0, 0, 0.0])
        self.head_to_heads: Sum = defaultdict(lambda: [0, 0, 0, 0, 0.0, 0, 0, 0, 0, 0])
        self.pair_matches: list[PairMatch] = []

    def add(self, match: Match) -> None:
        seats, games = list(match.seats.all()), list(match.games.all())
        features = match.features
        for seat in seats:
            shares = [share_of_beaten(_rank(game, seat), game.ranks) for game in games]
            own = seat.rank or 0
            others = [other.rank or 0 for other in seats if other is not seat]
            ended = _compare(own, min(others, default=own))
            points = sum(shares) / len(shares)
            self._tally(
                seat, (ALL, seat.version.number), BotTally.Dimension.TOTAL, "", ended, points
            )
            for key in features.keys:
                self._tally(seat, (ALL,), features.by, key, ended, points)
            for game, share in zip(games, shares, strict=True):
                place = game.seating.index(seat.position)
                own = game.ranks[place]
                others = [*game.ranks[:place], *game.ranks[place + 1 :]]
                ended = _compare(own, min(others, default=own))
                self._tally(seat, (ALL,), BotTally.Dimension.SEAT, str(place), ended, share)
        for one, other in permutations(seats, 2):
            self._add_head_to_head(match, one, other, games)
        entries = sorted({self.entries[seat.version.bot_id] for seat in seats})
        self.pair_matches += [
            PairMatch(first_id=first, second_id=second, match=match)
            for first, second in combinations(entries, 2)
        ]

    def _tally(
        self,
        seat: Seat,
        versions: Sequence[int],
        dimension: str,
        key: str,
        ended: int,
        points: float,
    ) -> None:
        entry = self.entries[seat.version.bot_id]
        for version in versions:
            self._add(self.tallies[entry, version, str(dimension), key], ended, points)

    def _add_head_to_head(
        self, match: Match, one: Seat, other: Seat, games: Sequence[Game]
    ) -> None:
        own, theirs = (self.entries[seat.version.bot_id] for seat in (one, other))
        if own == theirs:
            return
        ended = _compare(one.rank or 0, other.rank or 0)
        beaten = [_compare(_rank(game, one), _rank(game, other)) for game in games]
        points = sum(_POINTS[outcome] for outcome in beaten) / len(beaten)
        version, against = one.version.number, other.version.number
        for key in ((ALL, ALL), (version, ALL), (version, against)):
            sums = self.head_to_heads[own, key[0], theirs, key[1]]
            self._add(sums, ended, points)
            if (match.seats_count, match.games_planned) == (2, 2):
                sums[5 + round(2 * (one.points or 0.0))] += self.sign

    def _add(self, sums: list[float], ended: int, points: float) -> None:
        sums[0] += self.sign
        sums[1 + ended] += self.sign
        sums[4] += self.sign * points


_POINTS = (1.0, 0.5, 0.0)  # for a win, a draw, a loss


def _compare(own: int, other: int) -> int:
    """Return 0 ahead, 1 tied, 2 behind."""
    return (own >= other) + (own > other)


def _rank(game: Game, seat: Seat) -> int:
    return game.ranks[game.seating.index(seat.position)]


def to_tally() -> QuerySet[Ladder]:
    """Select ladders with matches to count."""
    return Ladder.objects.uncounted("tally_progress", "voided_tally")
