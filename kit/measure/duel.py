"""The command `kingsbench duel`: two bots play until it is clear whether one is better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from rich.console import Console
from rich.table import Table

from arena.matches.referee.referee import Entrant, Plan
from arena.ratings import sprt
from arena.ratings.intervals import Estimate
from arena.ratings.sprt import Model, Verdict
from kit.errors import BadInput, CommandFailed
from kit.play import keeping, report, series
from kit.play.played import NOT_PLAYED, JsonObject, PlayedMatch, Task, tasks
from kit.play.report import plain
from kit.play.running import Play, running
from kit.play.series_options import SeriesOptions
from kit.run import bot_arguments

SEATS = 2
EXIT_CODES = {Verdict.BETTER: 0, Verdict.NOT_BETTER: 1, Verdict.OPEN: 3}


@dataclass(frozen=True, kw_only=True)
class DuelOptions(SeriesOptions):
    """The command's options."""

    bots: tuple[str, str]
    bounds: tuple[float, float]
    model: Model
    game: str
    games: int


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


# --- played -------------------------------------------------------------------------------------
def duel(options: DuelOptions) -> Verdict:
    """Play until it is decided, and print it, also after Ctrl-C. Raises BadInput."""
    check_bounds(options.bounds, options.model)
    entrants = bot_arguments.entrants(options.bots, options.game)
    plans = mirrored_plans(
        options, options.game, games=options.games, seed=keeping.choose_seed(options)
    )
    fought = Duel(entrants, plans, options.bounds, options.model)
    plan = plans[0]
    settings = keeping.settings("duel", plan.game, plan.config, plan.seed)
    settings |= {"bots": keeping.bots(entrants)}
    try:
        with running(options, settings, entrants, matches=len(plans)) as play:
            fight(fought, play, tasks(plans, entrants))
    except CommandFailed:
        if fought.matches:
            _print(fought, as_json=options.as_json)
        raise
    _print(fought, as_json=options.as_json)
    return fought.verdict


def fight(fought: Duel, play: Play, matches: list[Task]) -> None:
    """Play these matches until the duel is decided."""
    with report.progress(SEATS * len(matches)) as progress:
        for match, _files in play(matches):
            fought.count(match)
            progress(SEATS * fought.matches, lambda: evidence(fought))
            if fought.verdict != Verdict.OPEN:
                return


def mirrored_plans(
    options: SeriesOptions, game: str, *, games: int, seed: int, more: int = 0
) -> list[Plan]:
    """Plan pairs of games on one deal; `more`: after the `games` asked for. Raises BadInput."""
    if games % SEATS:
        raise BadInput(f"--games {games}: these games come in pairs, one of each seat")
    config = series.read_config(game, options.options, options.kingdom, options.sets)
    return series.plans(game, seats=SEATS, games=games + more, seed=seed, config=config)


def check_bounds(bounds: tuple[float, float], model: Model) -> None:
    """Refuse bounds with which not every table of results can be evaluated. Raises BadInput."""
    low, high = bounds
    try:
        sprt.check_bounds(low, high, model)
    except ValueError as error:
        raise BadInput(f"--sprt {low:g} {high:g}: {error}") from error


# --- printed ------------------------------------------------------------------------------------
def _print(fought: Duel, *, as_json: bool) -> None:
    if as_json:
        report.print_json(fought.to_json())
    else:
        print_duel(fought)


def print_duel(duel: Duel) -> None:
    console = Console(soft_wrap=True)
    new, old = (entrant.name for entrant in duel.entrants)
    plan, (low, high) = duel.plans[0], duel.bounds
    console.print(plain(f"{plan.game}: {new} against {old}, from seed {plan.seed}"))
    facts = {
        "Games": f"{2 * duel.matches}, in pairs on one deal",
        "Pairs by points": f"{' '.join(map(str, duel.counts))} (0, ½, 1, 1½, 2)",
        "Elo": _estimate_text(sprt.elo(duel.counts)),
        "Normalised Elo": _estimate_text(sprt.normalized_elo(duel.counts)),
        "Better with probability": f"{sprt.los(duel.counts):.1%}",
        "Evidence (LLR)": f"{duel.ratio:+.2f}, decided beyond ±{sprt.BOUND:.2f}",
        "Faults": f"{duel.faults[0]} and {duel.faults[1]}",
    }
    table = Table.grid(padding=(0, 2, 0, 0))
    for title, value in facts.items():
        table.add_row(title, value)
    console.print(table)
    if duel.games_left is None:
        rest = "so far nothing shows either way"
    else:
        rest = f"at this rate it is decided in about {duel.games_left:,.0f} more"
    words = {
        Verdict.BETTER: f"{new} is better than {old}: {high:g} Elo fit these results far better "
        f"than {low:g}.",
        Verdict.NOT_BETTER: f"{new} is not {high:g} Elo better than {old}: {low:g} Elo fit these "
        "results far better.",
        Verdict.OPEN: f"Undecided. A lead of {high:g} Elo takes about {duel.games_needed:,.0f} "
        f"games to show; {rest}. Play more (--games), or ask for a larger lead "
        "(--sprt 0 50).",
    }
    console.print(plain(words[duel.verdict], style="bold"))


def evidence(duel: Duel) -> str:
    """Return the results so far in a few words."""
    return f"Elo {_estimate_text(sprt.elo(duel.counts))}, LLR {duel.ratio:+.2f}"


def _estimate_text(estimate: Estimate) -> str:
    return f"{estimate.value:+.0f} (95 %: {estimate.low:+.0f} to {estimate.high:+.0f})"
