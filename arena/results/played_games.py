import gzip
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog
from django.db.models import Prefetch

from arena.matches.models.archive import Key
from arena.matches.referee.match_features import MatchFeatures, gains
from arena.matches.referee.rebuilt_log import NoLongerKept, rebuild_log
from arena.models import Game, Match, Pack, Seat
from arena.ratings.shares import share_of_beaten
from engine.game import JsonObject
from engine.statistics import GameStatistics, reader

BROKEN = (KeyError, TypeError, ValueError, IndexError, AttributeError)
NO_LOG = GameStatistics(length=0)

log = structlog.get_logger(__name__)


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
    found = [match for match in _read(matches) if not any(map(_is_spoilt, match.seats.all()))]
    games = [game for match in found for game in match.games.all()]
    away = [game.pk for game in games if not game.packed_events]
    archived = Pack.objects.find("events", away)
    for match in found:
        features = match.features
        for game in match.games.all():
            try:
                yield _count_game(match, game, features, archived)
            except BROKEN as error:
                log.warning("game_not_counted", game=game.pk, cause=repr(error))


def _read(matches: Sequence[int]) -> list[Match]:
    games = Game.objects.only(
        "match", "number", "scores", "ranks", "reason", "decisions", "gained", "packed_events"
    )
    seats = Seat.objects.only("match", "position", "faults", "has_forfeited")
    found = Match.objects.filter(pk__in=matches).only(
        "seed", "game", "config", "seats_count", "engine"
    )
    return list(
        found.order_by("serial").prefetch_related(
            Prefetch("seats", queryset=seats), Prefetch("games", queryset=games)
        )
    )


def _is_spoilt(seat: Seat) -> bool:
    return seat.faults > 0 or seat.has_forfeited


def _count_game(
    match: Match, game: Game, features: MatchFeatures, archived: Mapping[Key, bytes]
) -> PlayedGame:
    seats, read = len(game.ranks), reader(match.game)
    events = _events(game, archived) if read or game.gained is None else []
    gained = gains(match.game, events, seats) if game.gained is None else game.gained
    counted = GameStatistics()
    if read:
        counted = read(events, seats) if events else NO_LOG
    length = sum(game.decisions) if counted.length is None else counted.length
    shares = [share_of_beaten(rank, game.ranks) for rank in game.ranks]
    return PlayedGame(game, features, gained, shares, length, counted.openings)


def _events(game: Game, archived: Mapping[Key, bytes]) -> list[JsonObject]:
    """Return the log; empty if lost."""
    packed = bytes(game.packed_events) or archived.get(Key(game.pk))
    if not packed:
        return _rebuilt(game)
    try:  # in half the time of `Game.unpack`
        return msgspec.json.decode(gzip.decompress(packed), type=list[dict[str, Any]])
    except (OSError, EOFError, zlib.error, msgspec.MsgspecError) as error:
        log.warning("game_unreadable", game=game.pk, cause=repr(error))
        return []


def _rebuilt(game: Game) -> list[JsonObject]:
    try:
        return rebuild_log(game.record).events
    except NoLongerKept:
        return []
