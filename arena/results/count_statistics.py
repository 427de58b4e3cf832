"""Statistics of ladders, counted from the logs of played games."""

import gzip
import json
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
import structlog
from django.db import transaction
from django.db.models import Prefetch, QuerySet

from arena.core.database_clock import database_now
from arena.ladders.models.ladder_statistics import MOST_KEY
from arena.matches.models.archive import Key
from arena.matches.referee.decision_log import NoLongerKept, rebuild_log
from arena.matches.referee.match_features import MatchFeatures, gains
from arena.models import (
    Game,
    Ladder,
    LadderStatistic,
    Match,
    Pack,
    Seat,
    StatisticsProgress,
    VoidedStatistic,
)
from arena.ratings.shares import share_of_beaten
from engine.game import JsonObject
from engine.statistics import GameStatistics, reader

BROKEN = (KeyError, TypeError, ValueError, IndexError, AttributeError)
NO_LOG = GameStatistics(length=0)

log = structlog.get_logger(__name__)
BATCH = 2_000  # matches in one transaction: fewer change most rows as well
AT_ONCE = 50  # matches read
TOTAL, SEAT, LENGTH, SCORE, ENDING, CARD, OPENING = LadderStatistic.Dimension.values
BY_CARD = frozenset({TOTAL, SEAT, LENGTH, ENDING, CARD})  # all openings would be too many rows
CounterKey = tuple[str, ...]
Sums = defaultdict[CounterKey, list[float]]


@dataclass(frozen=True)
class PlayedGame:
    """A game for statistics; lists by engine seat."""

    game: Game
    features: MatchFeatures
    gained: Sequence[Mapping[str, int]]
    shares: Sequence[float]
    length: int
    openings: Sequence[Sequence[str]]


def played_games(matches: Sequence[int]) -> Iterator[PlayedGame]:
    """Yield games by match, without those with a fault."""
    seats = Seat.objects.only("match", "position", "faults", "has_forfeited")
    games = Game.objects.only(
        "match", "number", "scores", "ranks", "reason", "decisions", "gained", "packed_events"
    )
    rows = Match.objects.filter(pk__in=matches).order_by("serial")
    played = rows.only("seed", "game", "config", "seats_count", "engine").prefetch_related(
        Prefetch("seats", queryset=seats), Prefetch("games", queryset=games)
    )
    sound = [
        match
        for match in played
        if not any(seat.faults > 0 or seat.has_forfeited for seat in match.seats.all())
    ]
    away = [game.pk for match in sound for game in match.games.all() if not game.packed_events]
    archived = Pack.objects.find("events", away)
    for match in sound:
        features = match.features
        for game in match.games.all():
            try:
                yield _count_game(match, game, features, archived)
            except BROKEN as error:
                log.warning("game_not_counted", game=game.pk, cause=repr(error))


def _count_game(
    match: Match, game: Game, features: MatchFeatures, archived: Mapping[Key, bytes]
) -> PlayedGame:
    seats, read = len(game.ranks), reader(match.game)
    events = _read_events(game, archived) if read or game.gained is None else []
    gained = gains(match.game, events, seats) if game.gained is None else game.gained
    counted = GameStatistics()
    if read:
        counted = read(events, seats) if events else NO_LOG
    length = sum(game.decisions) if counted.length is None else counted.length
    shares = [share_of_beaten(rank, game.ranks) for rank in game.ranks]
    return PlayedGame(game, features, gained, shares, length, counted.openings)


def _read_events(game: Game, archived: Mapping[Key, bytes]) -> list[JsonObject]:
    """Return the log; empty if lost."""
    packed = bytes(game.packed_events) or archived.get(Key(game.pk))
    if not packed:
        try:
            return rebuild_log(game.record).events
        except NoLongerKept:
            return []
    try:  # in half the time of `Game.unpack`
        return msgspec.json.decode(gzip.decompress(packed), type=list[dict[str, Any]])
    except (OSError, EOFError, zlib.error, msgspec.MsgspecError) as error:
        log.warning("game_unreadable", game=game.pk, cause=repr(error))
        return []


class Change(NamedTuple):
    """A game's part of a counter (dimension, key)."""

    counter: tuple[str, str]
    games: int = 0
    seats: int = 0
    points: float = 0.0
    amount: int = 0


def count_statistics(*, ladder: Ladder) -> int:
    """Count the ladder's next matches, subtract voided ones; return how many, 0 if overtaken."""
    progress = StatisticsProgress.objects.get_or_create(ladder=ladder)[0]
    matches = Match.objects.filter(ladder=ladder)
    voided = _next(matches.still_counted("voided_statistic", progress.last_serial))
    fresh = _next(matches.filter(serial__gt=progress.last_serial))
    left_out = [match for match in fresh if match.status == Match.Status.VOID]
    sums = _no_sums()
    _add(sums, voided, -1)
    _add(sums, [match for match in fresh if match.status == Match.Status.FINISHED], 1)
    last = fresh[-1].serial if fresh else None
    stored = _store(progress, sums, [*voided, *left_out], last or progress.last_serial)
    return len(voided) + len(fresh) if stored else 0


def forget_statistics(*, ladder: Ladder) -> None:
    """Have all matches counted anew."""
    StatisticsProgress.objects.get_or_create(ladder=ladder)
    with transaction.atomic():
        held = StatisticsProgress.objects.select_for_update().get(ladder=ladder)
        LadderStatistic.objects.filter(ladder=ladder).delete()
        VoidedStatistic.objects.filter(match__ladder=ladder).delete()
        held.last_serial, held.revision = 0, held.revision + 1
        held.save()


def to_count() -> QuerySet[Ladder]:
    return Ladder.objects.uncounted("statistics_progress", "voided_statistic")


def _next(matches: QuerySet[Match]) -> list[Match]:
    return list(matches.only("serial", "status").order_by("serial")[:BATCH])


@transaction.atomic
def _store(progress: StatisticsProgress, sums: Sums, void: Sequence[Match], last: int) -> bool:
    """Store sums and bookmark at once; False if another process was faster."""
    rows = StatisticsProgress.objects.select_for_update().filter(pk=progress.pk)
    held = rows.filter(revision=progress.revision).first()
    if held is None:
        return False
    VoidedStatistic.objects.bulk_create(VoidedStatistic(match=match) for match in void)
    counters = {(progress.pk, *key): values for key, values in sums.items()}
    LadderStatistic.objects.all().add(counters, serial=last)
    held.last_serial, held.revision, held.counted_at = last, held.revision + 1, database_now()
    held.save()
    return True


def _no_sums() -> Sums:
    return defaultdict(lambda: [0, 0, 0.0, 0])


def _add(sums: Sums, matches: Sequence[Match], sign: int) -> None:
    """Add these matches; `sign` -1 subtracts."""
    for start in range(0, len(matches), AT_ONCE):
        games = played_games([match.pk for match in matches[start : start + AT_ONCE]])
        for _match, games_of_match in groupby(games, lambda played: played.game.match_id):
            for key, values in _changes_of_match(list(games_of_match)):
                counter = sums[key]
                for place, value in enumerate(values):
                    counter[place] += sign * value


def _changes_of_match(games: Sequence[PlayedGame]) -> Iterator[tuple[CounterKey, list[float]]]:
    """Yield what a match adds, also by each card of a drawn kingdom."""
    sums = _no_sums()
    for played in games:
        for change in _changes_of_game(played):
            counter = sums[change.counter]
            for place, value in enumerate(change[1:]):
                counter[place] += value
    features = games[0].features
    for given in ("", *features.keys) if features.is_drawn else ("",):
        for (dimension, key), values in sums.items():
            opens_with_it = dimension == OPENING and f'"{given}"' in key
            if not given or dimension in BY_CARD or opens_with_it:
                yield (given, dimension, key), values


def _changes_of_game(played: PlayedGame) -> Iterator[Change]:
    game, shares = played.game, played.shares
    yield Change((TOTAL, ""), games=1, amount=played.length)
    yield Change((ENDING, game.reason[:MOST_KEY]), games=1)
    if played.length:
        yield Change((LENGTH, str(played.length)), games=1)
    for seat, (share, score) in enumerate(zip(shares, game.scores, strict=False)):
        yield Change((SEAT, str(seat)), 1, 1, share, score)
        yield Change((SCORE, str(score)), 0, 1, share)
    for card in played.features.supply:
        counts = [gained.get(card, 0) for gained in played.gained]
        having = [share for share, count in zip(shares, counts, strict=False) if count]
        yield Change((CARD, card), 1, len(having), sum(having), sum(counts))
    for opening, share in zip(played.openings, shares, strict=False):
        key = json.dumps(opening, separators=(",", ":"), ensure_ascii=False)
        if len(key) <= MOST_KEY:
            yield Change((OPENING, key), 0, 1, share)
