"""Measure how soon and how well ratings tell who is better: `python -m bench.honesty [TABLE ...]`.

Bots of known strength play on a ladder in memory (`bench/simulated_ladder.py`), with the platform's
own turns, opponents, live updates and fits; ratings are compared with the strengths, which the
platform never sees. Standard errors have two levels (seeds, and bots within a seed); a goal is
reached within two of them. Nothing was tuned with these seeds, from 10,000 on. `--seeds` multiplies
them, `--processes 2` is quicker.

Intervals are compared with the limit of a fit of endless results at evenly drawn tables, both
relative to the field's mean: a rating says how good a bot is among these, in the ladder's unit.

"At most" is the tau of ratings with the least error that so many matches allow (van Trees'
inequality), had each been against an equal of known strength; errors and strengths are normal.
"""

import argparse
import math
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from statistics import fmean, linear_regression, median, pvariance
from typing import NamedTuple

import numpy as np

from arena.ladders.opponents import information
from arena.ratings.fit import fit
from arena.ratings.tally import Tally
from arena.ratings.trueskill import CONFIDENCE, Rating
from bench.simulated_ladder import Bot, Ladder
from bench.simulated_results import FIELDS, MARGIN, Results, normal

BOTS = 80
FIRST_SEED = 10_000
SEEDS = {2: 4, 4: 2}  # by seats
CHECKPOINTS = {2: (10, 20, 40, 60, 120), 4: (20, 60, 120)}  # matches a bot
LONG = (*CHECKPOINTS[4], 400)  # for the normal field of four seats
ORDERS = {"mu": 0.0, "mu - sigma / 2": 0.5, "mu - sigma": 1.0}  # sigmas below mu
SETTLED = 60  # matches per bot before anything changes
CHANGED = 8  # bots that change at once
WATCHED = 60  # matches of a newcomer
NEAR, RUNNING, TOO_HIGH = 2, 10, 5  # places, matches, places
STRONGER = 10.0
BACK_AFTER = 40  # matches of the stronger version
MATCHES = 100_000  # of the timed fit

Found = dict[str, list[float]]


class Goal(NamedTuple):
    low: float = -math.inf
    high: float = math.inf

    def __str__(self) -> str:
        ends = (f"from {self.low:g}" * (self.low > -math.inf), f"to {self.high:g}")
        return " ".join(ends[: 1 + (self.high < math.inf)]).strip()

    def verdict(self, value: float, error: float) -> str:
        """Return whether the goal is reached, within two standard errors."""
        return (
            "reached"
            if self.low <= value + 2 * error and value - 2 * error <= self.high
            else "missed"
        )


# --- a field that plays on -----------------------------------------------------------------------
def field_of(name: str, seats: int, seed: int) -> Ladder:
    """Return a ladder before its first match."""
    ladder, dice = Ladder(Results(seats), seed), random.Random(seed)
    for _bot in range(BOTS):
        ladder.enter(FIELDS[name](dice))
    return ladder


def sort(name: str, seats: int, seed: int) -> Found:
    """Play a field on; measure its order and its intervals."""
    ladder = field_of(name, seats, seed)
    strengths = [ladder.strengths[bot.version] for bot in ladder.bots]
    truth = _centred(ladder.results.truth(strengths, seed))
    found: Found = {}
    checkpoints = LONG if (name, seats) == ("normal", 4) else CHECKPOINTS[seats]
    for matches in checkpoints:
        ladder.play_to(matches)
        skills = [ladder.skill(bot) for bot in ladder.bots]
        mus = _centred([skill.mu for skill in skills])
        found |= {
            f"tau {matches}": [kendall(mus, strengths)],
            f"limit {matches}": [limit(strengths, matches * ladder.results.games)],
            f"inside {matches}": _inside(mus, skills, truth),
            f"width {matches}": [2 * CONFIDENCE * skill.sigma for skill in skills],
            f"slope {matches}": [linear_regression(mus, truth).slope],
        }
        if seats == 2 and matches == checkpoints[-1]:
            found |= {"log loss": [log_loss(ladder, strengths)], **turns(ladder)}
    return found


def _centred(values: Sequence[float]) -> list[float]:
    middle = fmean(values)
    return [value - middle for value in values]


def _inside(mus: Sequence[float], skills: Sequence[Rating], truth: Sequence[float]) -> list[float]:
    rows = zip(mus, skills, truth, strict=True)
    return [float(abs(mu - true) <= CONFIDENCE * skill.sigma) for mu, skill, true in rows]


def kendall(one: Sequence[float], other: Sequence[float]) -> float:
    first, second = np.array(one), np.array(other)
    signs = np.sign(first[:, None] - first) * np.sign(second[:, None] - second)
    return float(signs.sum() / (len(first) * (len(first) - 1)))


def limit(strengths: Sequence[float], games: int) -> float:
    """Return the tau that no rating can exceed after so many games of two a bot."""
    told = games * information(0.0, MARGIN) * pvariance(strengths)
    return 2 / math.pi * math.asin(math.sqrt(told / (1 + told)))


def log_loss(ladder: Ladder, strengths: Sequence[float]) -> float:
    """Return the mean loss, in nats, of predicting matches of all pairs by ratings instead of
    strengths."""
    parameters, lost = ladder.ratings.parameters, []
    skills = [ladder.skill(bot) for bot in ladder.bots]
    for a, b in _pairs(len(skills)):
        apart = (skills[a].mu - skills[b].mu) / parameters.unit
        variance = (skills[a].sigma ** 2 + skills[b].sigma ** 2) / parameters.unit**2
        win, tie = parameters.chances(apart, variance)
        said = np.maximum([win, tie, 1 - win - tie], 1e-12)
        (true,) = ladder.results.chances(np.array([strengths[a] - strengths[b]]))
        lost.append(float((true * np.log(np.maximum(true, 1e-300) / said)).sum()))
    return fmean(lost)


def _pairs(count: int) -> Iterator[tuple[int, int]]:
    return ((a, b) for a in range(count) for b in range(a))


def turns(ladder: Ladder) -> Found:
    """Measure how fairly turns and opponents are shared."""
    played = [sum(bot.id in pair for pair in ladder.pairs.elements()) for bot in ladder.bots]
    return {
        "fewest": [min(played)],
        "most": [max(played)],
        "wait": [ladder.longest_wait * ladder.results.seats / BOTS],
        "repeats": [max(ladder.pairs.values())],
    }


# --- newcomers and new versions ------------------------------------------------------------------
class Field:
    def __init__(self, seed: int) -> None:
        self.ladder = field_of("normal", 2, seed)
        self.ladder.play_to(SETTLED)
        self.crowd = list(self.ladder.bots)
        self.dice = random.Random(-seed)

    def places_wrong(self, bot: Bot, below: float) -> int:
        """Return how many ranks too low the bot is, if ordered by mu minus `below` sigmas."""
        return self.place(bot, below) - self._place(bot, self._strength)

    def place(self, bot: Bot, below: float) -> int:
        """Return the bot's rank in the field."""

        def value(one: Bot) -> float:
            mu, sigma = self.ladder.skill(one)
            return mu - below * sigma

        return self._place(bot, value)

    def _place(self, bot: Bot, value: Callable[[Bot], float]) -> int:
        own = value(bot)
        return 1 + sum(value(one) > own for one in self.crowd if one is not bot)

    def _strength(self, bot: Bot) -> float:
        return self.ladder.strengths[bot.version]

    def watch(
        self, bots: Sequence[Bot], matches: int, look: Callable[[Bot, float], int]
    ) -> dict[str, list[list[int]]]:
        """Play until these bots have `matches`; return what `look` saw after each, by order and
        bot."""
        seen: dict[str, list[list[int]]] = {order: [[] for _bot in bots] for order in ORDERS}
        while any(bot.placed < matches for bot in bots):
            played = self.ladder.step()
            for at, bot in enumerate(bots):
                if bot in played:
                    for order, below in ORDERS.items():
                        seen[order][at].append(look(bot, below))
        return seen


def change(seed: int) -> Found:
    """Add newcomers and new versions to a settled field, one kind after another."""
    field = Field(seed)
    found = _newcomers(field)
    others = field.dice.sample(field.crowd, 2 * CHANGED)
    return found | _same_again(field, others[:CHANGED]) | _stronger(field, others[CHANGED:])


def _newcomers(field: Field) -> Found:
    bots = [field.ladder.enter(normal(field.dice)) for _bot in range(CHANGED)]
    seen = field.watch(bots, WATCHED, field.places_wrong)
    found: Found = {}
    for order, rows in seen.items():
        found[f"newcomer {order}"] = [float(_settled(row)) for row in rows]
        found[f"too high {order}"] = [float(row[9] < -TOO_HIGH) for row in rows]
    return found


def _settled(wrong: Sequence[int]) -> int:
    """Return after how many matches a bot stays near its rank."""
    near = [abs(places) <= NEAR for places in wrong]
    starts = range(len(near) - RUNNING + 1)
    return next((1 + at for at in starts if all(near[at : at + RUNNING])), len(near))


def _same_again(field: Field, bots: Sequence[Bot]) -> Found:
    before = {(bot.id, below): field.place(bot, below) for bot in bots for below in ORDERS.values()}
    for bot in bots:
        field.ladder.upload(bot, field.ladder.strengths[bot.version])
    seen = field.watch(bots, 10, lambda bot, below: field.place(bot, below) - before[bot.id, below])
    return {
        f"again {matches} {order}": [float(row[matches - 1]) for row in rows]
        for order, rows in seen.items()
        for matches in (1, 10)
    }


def _stronger(field: Field, bots: Sequence[Bot]) -> Found:
    """Replace versions by stronger ones, then go back."""
    old = [bot.version for bot in bots]
    for bot in bots:
        field.ladder.upload(bot, field.ladder.strengths[bot.version] + STRONGER)
    up = field.watch(bots, BACK_AFTER, field.places_wrong)
    for bot, version in zip(bots, old, strict=True):
        field.ladder.choose(bot, version)
    back = field.watch(bots, 20, field.places_wrong)
    found: Found = {}
    for order in ORDERS:
        for matches in (10, 20):
            found[f"stronger {matches} {order}"] = [abs(row[matches - 1]) for row in up[order]]
        found[f"back {order}"] = [abs(row[19]) for row in back[order]]
    return found


# --- time ----------------------------------------------------------------------------------------
def clock(seats: int, seed: int) -> Found:
    dice = random.Random(seed)
    strengths = [normal(dice) for _bot in range(BOTS)]
    rows = Results(seats).played(strengths, MATCHES, seed)
    began = time.process_time()
    fit(Tally.of(rows), seats=seats)
    return {"seconds": [time.process_time() - began]}


# --- tables --------------------------------------------------------------------------------------
class Cell(NamedTuple):
    label: str
    trial: str
    measure: str
    goal: Goal = Goal()
    middle: Callable[..., float] = fmean


def _sorting() -> Iterator[Cell]:
    goals = {
        "normal": (0.860, 0.915, 0.935, 0.948, 0.962),
        "close": (0.680, 0.790, 0.848, 0.878, 0.908),
    }
    for name, row in goals.items():
        for matches, goal in zip(CHECKPOINTS[2], row, strict=True):
            label = f"Kendall's tau, {name} field, {matches} matches"
            yield Cell(label, f"sort {name} 2", f"tau {matches}", Goal(goal))
            yield Cell(f"{label}: at most", f"sort {name} 2", f"limit {matches}")


def _intervals() -> Iterator[Cell]:
    for seats in (2, 4):
        for name in FIELDS:
            for matches in (20, 60, 120):
                label, trial = f"{seats} seats, {name} field, {matches}", f"sort {name} {seats}"
                yield Cell(f"{label}: intervals", trial, f"inside {matches}", Goal(0.93))
                yield Cell(f"{label}: mean width", trial, f"width {matches}")
    for matches in (20, 60, 400):
        label = f"4 seats, slope of the truth, {matches}"
        yield Cell(label, "sort normal 4", f"slope {matches}", Goal(0.95, 1.05))


def _changes() -> Iterator[Cell]:
    for order in ORDERS:
        measures: dict[str, tuple[str, float, Callable[..., float]]] = {
            "newcomer": ("newcomer near its place, matches (median)", 18.0, median),
            "too high": ("newcomer over 5 places too high at 10", 0.02, fmean),
            "again 1": ("unchanged re-upload, places lost after 1", 4.0, fmean),
            "again 10": ("the same after 10", 3.0, fmean),
            "stronger 10": ("version 10 stronger, places wrong after 10", 19.0, fmean),
            "stronger 20": ("the same after 20", 9.0, fmean),
            "back": ("back to the older one, places wrong after 20", 3.0, fmean),
        }
        for key, (label, goal, middle) in measures.items():
            yield Cell(f"{order}: {label}", "change", f"{key} {order}", Goal(high=goal), middle)


def _fairness() -> Iterator[Cell]:
    trial = "sort normal 2"
    yield Cell("log loss at 120 over its floor", trial, "log loss", Goal(high=0.04))
    yield Cell("fewest matches of a bot at 120", trial, "fewest", Goal(119))
    yield Cell("most", trial, "most", Goal(high=121))
    yield Cell("longest wait, in mean waits", trial, "wait", Goal(high=1.8))
    yield Cell("most matches of two bots", trial, "repeats", Goal(high=3))


def _times() -> Iterator[Cell]:
    for seats, goal in ((2, 10.0), (4, 40.0)):
        label = f"fit of {MATCHES:,} matches, {seats} seats, CPU s"
        yield Cell(label, f"clock {seats}", "seconds", Goal(high=goal))


TABLES: dict[str, Callable[[], Iterator[Cell]]] = {
    "sorting": _sorting,
    "turns": _fairness,
    "intervals": _intervals,
    "changes": _changes,
    "time": _times,
}


def run(trial: str, seed: int) -> Found:
    match trial.split():
        case ["sort", name, seats]:
            return sort(name, int(seats), seed)
        case ["clock", seats]:
            return clock(int(seats), seed)
        case _:
            return change(seed)


def seeds_of(trial: str, factor: float) -> range:
    """Return a trial's seeds, fewer for four seats, which take longer."""
    count = 1 if trial.startswith("clock") else SEEDS[4 if trial.endswith("4") else 2]
    return range(FIRST_SEED, FIRST_SEED + max(1, round(count * factor)))


def error(cell: Cell, seeds: Sequence[Sequence[float]]) -> float:
    """Return the standard error by resampling seeds, and bots within them."""
    if sum(map(len, seeds)) < 2:
        return 0.0
    dice = random.Random(1)
    values = []
    for _sample in range(400):
        rows = dice.choices(seeds, k=len(seeds))
        values.append(cell.middle([one for row in rows for one in dice.choices(row, k=len(row))]))
    return float(np.std(values))


class Line(NamedTuple):
    """A cell as measured; its doubt is a standard error."""

    label: str
    value: float
    doubt: float
    goal: str
    verdict: str


def line(cell: Cell, found: Mapping[tuple[str, int], Found]) -> Line:
    rows = [one[cell.measure] for (trial, _seed), one in found.items() if trial == cell.trial]
    value, doubt = cell.middle([one for row in rows for one in row]), error(cell, rows)
    goal = str(cell.goal)
    return Line(cell.label, value, doubt, goal, cell.goal.verdict(value, doubt) if goal else "")


def measured(names: Sequence[str], factor: float, processes: int = 1) -> dict[str, list[Line]]:
    """Return these tables, by so many times the seeds."""
    tables = {name: list(TABLES[name]()) for name in names}
    trials = dict.fromkeys(cell.trial for cells in tables.values() for cell in cells)
    tasks = [(trial, seed) for trial in trials for seed in seeds_of(trial, factor)]
    with ProcessPoolExecutor(processes) as pool:
        found = dict(zip(tasks, pool.map(run, *zip(*tasks, strict=True)), strict=True))
    return {name: [line(cell, found) for cell in cells] for name, cells in tables.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"of {', '.join(TABLES)}; all")
    parser.add_argument("--seeds", type=float, default=1.0, help="times as many seeds")
    parser.add_argument("--processes", type=int, default=1, choices=(1, 2))
    chosen = parser.parse_args()
    if unknown := set(chosen.tables).difference(TABLES):
        parser.error(f"no such table: {', '.join(sorted(unknown))}")
    tables = measured(chosen.tables or list(TABLES), chosen.seeds, chosen.processes)
    for name, lines in tables.items():
        print(name)
        for one in lines:
            doubt = f"{one.value:>8.3f} +- {one.doubt:<6.3f}"
            print(f"  {one.label:<64} {doubt} {one.goal:<14} {one.verdict}")


if __name__ == "__main__":
    main()
