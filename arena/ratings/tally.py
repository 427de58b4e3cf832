"""Counts by pair: all that a fit reads."""

import zlib
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

WON, TIED, LOST = 0, 1, 2  # columns of games; matches are three further
MATCHES = 3
SQUARES, PRODUCTS, LENGTHS = 6, 7, 8
COLUMNS = 9
ROW = np.dtype("<i8")  # a packed number

Ranks = Sequence[int]


class Played(NamedTuple):
    """Players, their ranks by game, and in the match."""

    players: Sequence[int]
    games: Sequence[Ranks]
    ranks: Ranks


class Tally:
    """Counts from the lower number's view, integers in any order.

    Won, tied, lost games, then matches; sums of p², p·g and g², for p half points in g games.
    """

    def __init__(self) -> None:
        self.counts: dict[tuple[int, int], list[int]] = {}

    @classmethod
    def of(cls, matches: Iterable[Played]) -> Self:
        tally = cls()
        for match in matches:
            tally.add(match)
        return tally

    def add(self, match: Played) -> None:
        """Count a match. Raises ValueError."""
        players = match.players
        count = len(players)
        if count < 2 or len(set(players)) != count or not match.games:
            raise ValueError(f"players {list(players)} in {len(match.games)} games are no match")
        if any(len(ranks) != count for ranks in (match.ranks, *match.games)):
            raise ValueError(f"players {list(players)} need {count} ranks in each game")
        for a in range(count):
            for b in range(a + 1, count):
                self._add_pair(match, *((a, b) if players[a] < players[b] else (b, a)))

    def _add_pair(self, match: Played, a: int, b: int) -> None:
        row = self.counts.setdefault((match.players[a], match.players[b]), [0] * COLUMNS)
        won = sum(ranks[a] < ranks[b] for ranks in match.games)
        lost = sum(ranks[a] > ranks[b] for ranks in match.games)
        games = len(match.games)
        tied = games - won - lost
        points = 2 * won + tied
        row[WON] += won
        row[TIED] += tied
        row[LOST] += lost
        if match.ranks[a] == match.ranks[b]:
            row[MATCHES + TIED] += 1
        else:
            row[MATCHES + (WON if match.ranks[a] < match.ranks[b] else LOST)] += 1
        row[SQUARES] += points * points
        row[PRODUCTS] += points * games
        row[LENGTHS] += games * games

    def packed(self) -> bytes:
        """Return zlib of sorted rows: players, columns; 8 bytes each, little-endian."""
        rows = [(*pair, *self.counts[pair]) for pair in sorted(self.counts)]
        return zlib.compress(np.array(rows, dtype=ROW).tobytes())

    @classmethod
    def unpacked(cls, packed: bytes) -> Self:
        """Unpack. Raises ValueError."""
        try:
            numbers = np.frombuffer(zlib.decompress(packed), dtype=ROW)
            rows: list[list[int]] = numbers.reshape(-1, 2 + COLUMNS).tolist()
        except (zlib.error, ValueError) as error:
            raise ValueError(f"{len(packed)} bytes are no packed tally: {error}") from error
        pairs = [(one, other) for one, other, *_counts in rows]
        is_sorted = all(before < after for before, after in pairwise(pairs))
        is_ordered = all(one < other for one, other in pairs)
        if not is_sorted or not is_ordered or min(map(min, rows), default=0) < 0:
            raise ValueError(
                f"{len(packed)} bytes are no packed tally: pairs out of order or counts below 0"
            )
        tally = cls()
        for one, other, *counts in rows:
            tally.counts[one, other] = counts
        return tally

    def arrays(self) -> "Pairs":
        pairs = sorted(self.counts)
        players = sorted({player for pair in pairs for player in pair})
        place = {player: index for index, player in enumerate(players)}
        return Pairs(
            players,
            np.array([place[one] for one, _ in pairs], dtype=np.int64),
            np.array([place[other] for _, other in pairs], dtype=np.int64),
            np.array([self.counts[pair] for pair in pairs], dtype=float).reshape(-1, COLUMNS),
        )


class Pairs(NamedTuple):
    """Arrays, a row a pair; `one` and `other` index `players`."""

    players: list[int]
    one: NDArray[np.int64]
    other: NDArray[np.int64]
    counts: NDArray[np.float64]
