"""A duel of two bots, and what it tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from arena.matches.referee.referee import Entrant, Plan
from arena.ratings import sprt
from arena.ratings.intervals import Estimate
from arena.ratings.sprt import Model, Verdict
from kit.play.played import NOT_PLAYED, JsonObject, PlayedMatch

SEATS = 2


@dataclass
class Duel:
    """Matches of two games on one deal, counted in the order of their seeds."""

    entrants: Sequence[Entrant]
    plans: Sequence[Plan]
    bounds: tuple[float, float]
    model: Model
    counts: list[int] = field(default_factory=lambda: [0] * sprt.PAIR_CELLS)
    faults: list[int] = field(default_factory=lambda: [0] * SEATS)
    jail: JsonObject = field(default_factory=lambda: NOT_PLAYED)

    @property
    def matches(self) -> int:
        return sum(self.counts)

    @property
    def ratio(self) -> float:
        return sprt.log_likelihood_ratio(self.counts, *self.bounds, self.model)

    @property
    def verdict(self) -> Verdict:
        return sprt.verdict(self.counts, *self.bounds, self.model)

    @property
    def games_needed(self) -> float:
        """On average, if it leads by the second Elo."""
        return SEATS * sprt.matches_to_show(self.counts, *self.bounds, self.model)

    @property
    def games_left(self) -> float | None:
        """How many more decide it, at the present rate; None if nothing shows yet."""
        left = sprt.matches_left(self.counts, *self.bounds, self.model)
        return None if left is None else SEATS * left

    def count(self, result: PlayedMatch) -> None:
        self.jail = result.jail
        self.counts[round(2 * result.points[0])] += 1
        for fault in result.faults:
            self.faults[fault.entrant] += 1

    def to_json(self) -> dict[str, Any]:
        """Estimates are [value, low, high]; null where nothing bounds them."""
        plan = self.plans[0]
        return {
            "game": plan.game,
            "config": plan.config,
            "seed": plan.seed,
            "bots": [entrant.name for entrant in self.entrants],
            "model": self.model,
            "elo0": self.bounds[0],
            "elo1": self.bounds[1],
            "counts": self.counts,
            "games": SEATS * self.matches,
            "llr": self.ratio,
            "lower": -sprt.BOUND,
            "upper": sprt.BOUND,
            "verdict": self.verdict,
            "elo": _finite(sprt.elo(self.counts)),
            "nelo": _finite(sprt.normalized_elo(self.counts)),
            "los": sprt.los(self.counts),
            "faults": self.faults,
            **self.jail,
        }


def _finite(estimate: Estimate) -> list[float | None]:
    return [value if isfinite(value) else None for value in estimate]
