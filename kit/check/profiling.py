"""A bot's CPU by kind of decision, and by function."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from arena.matches.referee.decision_log import read_rows
from arena.matches.referee.referee import Entrant, GameResult, Plan, play
from kit import stand_ins
from kit.errors import report_host_failures
from kit.run import bot_arguments
from kit.stand_ins import BOT, PROFILE
from sandbox.limits import MIB, Limits

SLOWED = 10  # a profiled bot gets so many times the CPU
LOG = 8 * MIB
BUSIEST = 0.95


@dataclass
class KindCost:
    """CPU seconds of one kind of decision; `share`: of the clock of its games."""

    kind: str
    count: int
    total: float
    mean: float
    p95: float
    max: float
    share: float


@dataclass
class FunctionCost:
    """CPU seconds of one function, while profiled; `own` without those it called."""

    file: str
    line: int
    name: str
    calls: int = 0
    own: float = 0.0
    total: float = 0.0


@dataclass
class Profile:
    """`games`: CPU seconds of each; `clocks`: what it had for them."""

    bot: str
    plan: Plan
    kinds: list[KindCost]
    games: list[float]
    clocks: list[float]
    functions: list[FunctionCost] = field(default_factory=list)
    faults: list[Any] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        plan = self.plan
        return {
            "bot": self.bot,
            "game": plan.game,
            "config": plan.config,
            "seed": plan.seed,
            "limits": plan.limits.to_json(),
            "games": [
                {"cpu": cpu, "clock": clock}
                for cpu, clock in zip(self.games, self.clocks, strict=True)
            ],
            "kinds": [asdict(kind) for kind in self.kinds],
            "functions": [asdict(function) for function in self.functions],
            "faults": [asdict(fault) for fault in self.faults],
        }


def under(plans: Sequence[Plan], limits: Limits) -> list[Plan]:
    return [replace(plan, limits=limits) for plan in plans]


def profile(entrants: Sequence[Entrant], plans: Sequence[Plan]) -> Profile:
    """Play the plans for the times, and the first again with the first bot profiled."""
    with report_host_failures(), tempfile.TemporaryDirectory() as folder:
        jailer = bot_arguments.jailer(entrants)
        bot_arguments.check(entrants, jailer)
        results = [play(plan, entrants, jailer) for plan in plans]
        games = [game for result in results for game in result.games]
        profile = _profile(entrants[0].name, plans[0], games)
        profile.faults = [
            fault for result in results for fault in result.faults if fault.entrant == 0
        ]
        if stand_ins.is_python(entrants[0].path):
            inside = stand_ins.stand_in("profiled", entrants[0].path, Path(folder))
            seated = [Entrant(entrants[0].name, inside), *entrants[1:]]
            profiled = play(_with_room_for_profiling(plans[0]), seated, jailer).games
            profile.functions = _functions(game.logs[0] for game in profiled)
            if entrants[0].path.suffix == ".py":
                for function in profile.functions:
                    function.file = entrants[0].path.name if function.file == BOT else function.file
    return profile


def _with_room_for_profiling(plan: Plan) -> Plan:
    """Raise the limits: profiling slows a bot down, and is printed in its log."""
    limits = plan.limits
    slowed = {
        name: SLOWED * getattr(limits, name)
        for name in ("start_cpu", "game_cpu", "increment_cpu", "decision_cpu")
    }
    return replace(plan, limits=replace(limits, log=LOG, **slowed))


def _profile(name: str, plan: Plan, games: Sequence[GameResult]) -> Profile:
    limits = plan.limits
    clocks = [limits.game_cpu + limits.increment_cpu * game.decisions[0] for game in games]
    spent: dict[str, list[float]] = defaultdict(list)
    for game in games:
        for row in read_rows(game.decision_log):
            if game.seating[row["seat"]] == 0 and row["cpu"] is not None:
                spent[row["kind"]].append(row["cpu"])
    kinds = []
    for kind, times in spent.items():
        times.sort()
        total, busy = sum(times), times[min(len(times) - 1, int(BUSIEST * len(times)))]
        share = total / sum(clocks)
        kinds.append(KindCost(kind, len(times), total, fmean(times), busy, times[-1], share))
    kinds.sort(key=lambda cost: cost.total, reverse=True)
    return Profile(name, plan, kinds, [game.cpu[0] for game in games], clocks)


def _functions(logs: Iterable[str]) -> list[FunctionCost]:
    """Sum the functions' times over the games, most own time first."""
    costs: dict[tuple[str, int, str], FunctionCost] = {}
    for log in logs:
        for file, line, name, calls, own, total in stand_ins.find_report(log, PROFILE) or ():
            if "importlib" in file or "_lsprof" in name:
                continue
            key = (stand_ins.own_name(file), line, name)
            cost = costs.setdefault(key, FunctionCost(*key))
            cost.calls += calls
            cost.own += own
            cost.total += total
    return sorted(costs.values(), key=lambda cost: cost.own, reverse=True)
