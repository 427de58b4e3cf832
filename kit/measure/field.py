"""A field of bots that meet in pairs, and what their games tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.matches.referee.referee import Entrant, Plan
from arena.ratings import bradley_terry, sprt
from arena.ratings.bradley_terry import Ratings
from kit.measure.duel import SEATS
from kit.play.played import NOT_PLAYED, JsonObject, PlayedMatch, Task
from kit.play.series import points_by_seat

Pair = tuple[int, int]


@dataclass
class Scores:
    """One bot's sums; `seats`: points in each seat."""

    games: int = 0
    points: float = 0.0
    faults: int = 0
    cpu: float = 0.0
    seats: list[float] = field(default_factory=lambda: [0.0] * SEATS)


@dataclass
class Field:
    """In each round all pairs play the same deal, from both seats."""

    entrants: Sequence[Entrant]
    pairs: Sequence[Pair]
    plans: Sequence[Plan]
    counts: dict[Pair, list[int]] = field(default_factory=dict)
    games: dict[Pair, list[int]] = field(default_factory=dict)  # won, tied, lost
    scores: dict[int, Scores] = field(default_factory=lambda: defaultdict(Scores))
    matches: int = 0
    cpu: float = 0.0
    jail: JsonObject = field(default_factory=lambda: NOT_PLAYED)

    def __post_init__(self) -> None:
        self.counts = {pair: [0] * sprt.PAIR_CELLS for pair in self.pairs}
        self.games = {pair: [0] * len(("won", "tied", "lost")) for pair in self.pairs}

    def tasks(self) -> Iterator[Task]:
        for number, plan in enumerate(self.plans):
            for at, pair in enumerate(self.pairs):
                players = tuple(self.entrants[one] for one in pair)
                yield Task(number * len(self.pairs) + at, plan, players)

    def count(self, match: PlayedMatch) -> None:
        """Count the next match in the order of the tasks."""
        pair = self.pairs[self.matches % len(self.pairs)]
        self.counts[pair][round(2 * match.points[0])] += 1
        for game in match.games:
            own, others = (game.ranks[game.seating.index(at)] for at in range(SEATS))
            self.games[pair][(own >= others) + (own > others)] += 1
        self.matches += 1
        self.cpu += match.cpu
        self.jail = match.jail
        for at, one in enumerate(pair):
            self.scores[one].points += match.points[at]
            self.scores[one].faults += sum(fault.entrant == at for fault in match.faults)
            for game in match.games:
                seat = game.seating.index(at)
                self.scores[one].games += 1
                self.scores[one].cpu += game.cpu[at]
                self.scores[one].seats[seat] += points_by_seat(game)[seat]

    def ratings(self) -> Ratings:
        return bradley_terry.fit(self.counts, len(self.entrants))

    def order(self, ratings: Ratings) -> list[int]:
        """Return the bots, best first."""
        return sorted(range(len(self.entrants)), key=lambda one: -ratings.elo[one])

    def counts_of(self, one: int, other: int) -> list[int]:
        """Return a pair's counts from the view of `one`; nothing where they do not meet."""
        if (one, other) in self.counts:
            return self.counts[one, other]
        return self.counts.get((other, one), [])[::-1]

    def to_json(self) -> dict[str, Any]:
        """Estimates are [value, low, high]; `pairs` count matches by the first bot's points."""
        plan, ratings = self.plans[0], self.ratings()
        order = self.order(ratings)
        return {
            "game": plan.game,
            "config": plan.config,
            "seed": plan.seed,
            "games": SEATS * self.matches,
            "cpu": self.cpu,
            "bots": [self._bot(ratings, one) for one in order],
            "pairs": [
                {
                    "bots": [self.entrants[one].name for one in pair],
                    "counts": counts,
                    "games": dict(zip(("won", "tied", "lost"), self.games[pair], strict=True)),
                    "los": ratings.los(*pair),
                }
                for pair, counts in self.counts.items()
            ],
            "los": [
                [None if one == other else ratings.los(one, other) for other in order]
                for one in order
            ],
            **self.jail,
        }

    def _bot(self, ratings: Ratings, one: int) -> dict[str, Any]:
        scores = self.scores[one]
        return {
            "name": self.entrants[one].name,
            "elo": ratings.estimate(one),
            "ranks": ratings.ranks(one),
            "games": scores.games,
            "points": scores.points,
            "seats": scores.seats,
            "faults": scores.faults,
            "cpu": scores.cpu,
        }
