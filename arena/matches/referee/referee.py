"""Plays a match between jailed bots, by `docs/protocol.md`."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from arena.matches.referee.decision_log import DecisionLog, DecisionRow, replay_logged
from arena.matches.referee.fault import Fault, JsonObject
from arena.matches.referee.game_loop import GameLoop, Plan, stage
from arena.matches.referee.output import Mark, Output, by_decision
from arena.matches.referee.player import LOG_TAIL, BotFault, Player, ask, greet
from arena.matches.referee.ranks import FAULT, rank_with_faults
from arena.matches.referee.seeds import derived_seed
from engine import catalogue
from engine.game import Decision, Game, rank
from sandbox.errors import Rejected
from sandbox.runner import Prepared, Runner

__all__ = [
    "FAULT",
    "FORFEITED",
    "LOG_TAIL",
    "BotFault",
    "Entrant",
    "Fault",
    "GameResult",
    "Left",
    "MatchResult",
    "Plan",
    "Progress",
    "Watch",
    "ask",
    "derived_seed",
    "find_forfeiters",
    "greet",
    "match_points",
    "play",
    "rank_with_faults",
    "seatings",
]

Progress = Callable[[int], None]
Watch = Callable[[int, Sequence[int], Game, Sequence[Fault]], None]
Left = Callable[[], Collection[int]]

FAULTS_TO_FORFEIT = 2
PROGRESS_SECONDS = 1.0
FORFEITED = -1  # the moment of a forfeit, before all faults


@dataclass(frozen=True)
class Entrant:
    """A bot's name and file."""

    name: str
    path: Path


@dataclass(frozen=True)
class GameResult:
    """`scores` and `ranks` by engine seat, else by entrant.

    `cpu` and `wall`: seconds used, waited for.
    """

    seating: list[int]
    scores: list[int]
    ranks: list[int]
    reason: str
    record: JsonObject
    events: list[JsonObject]
    faults: list[Fault]
    logs: list[str]
    cpu: list[float]
    decisions: list[int]
    decision_log: list[DecisionRow] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    log_marks: list[list[Mark]] = field(default_factory=list)

    @property
    def output(self) -> list[Output]:
        """Return printed output by decision and seat."""
        pieces = [
            piece
            for seat, entrant in enumerate(self.seating)
            if self.log_marks
            for piece in by_decision(self.logs[entrant], self.log_marks[entrant], seat)
        ]
        return sorted(pieces)


@dataclass(frozen=True)
class MatchResult:
    """`points` and `ranks` by entrant."""

    games: list[GameResult]
    points: list[float]
    ranks: list[int]
    stamp: JsonObject

    @property
    def faults(self) -> list[Fault]:
        return [fault for game in self.games for fault in game.faults]

    def with_forfeits(self, left: Collection[int]) -> MatchResult:
        """Rank these last in every game."""
        if not left:
            return self
        ranked = []
        for game in self.games:
            last = {seat: FORFEITED for seat, entrant in enumerate(game.seating) if entrant in left}
            ranked.append((game.seating, rank_with_faults(game.ranks, last)))
        points = match_points(ranked)
        return replace(self, points=points, ranks=rank(points))


def play(
    plan: Plan,
    entrants: Sequence[Entrant],
    runner: Runner,
    *,
    progress: Progress | None = None,
    watch: Watch | None = None,
    left: Left = frozenset,
) -> MatchResult:
    """Play a match in the main thread, every game in fresh jails.

    `progress` gets the number of finished games, `watch` the running game, not to be changed, and
    the match's faults, about once a second; `left` names entrants to stop. Raises ValueError for a
    bad plan, HostFailure.
    """
    if len(entrants) != plan.seats:
        raise ValueError(f"{plan.seats} seats need {plan.seats} bots, not {len(entrants)}")
    if plan.games < 1 or (plan.games > 1 and plan.games % plan.seats):
        raise ValueError(
            f"a match is one game or a multiple of its {plan.seats} seats, not {plan.games} games"
        )
    _deal(plan, 0)  # refuses a game that cannot be played before any bot is started
    pulse = _Pulse(progress, watch, left)
    sittings = seatings(plan.seed, plan.seats, plan.games, shuffled=plan.shuffled)
    games: list[GameResult] = []
    with ExitStack() as stack:
        away = left()
        bots = [
            None if number in away else stage(stack, runner, entrant.path)
            for number, entrant in enumerate(entrants)
        ]
        for number, seating in enumerate(sittings):
            table = _Table(plan, number, seating, pulse)
            games.append(table.result(runner, bots, find_forfeiters(games).union(left())))
            pulse.finished(number + 1)
    points = match_points([(game.seating, game.ranks) for game in games])
    return MatchResult(games, points, rank(points), dict(runner.stamp))


def seatings(seed: int, seats: int, games: int, *, shuffled: bool = True) -> list[list[int]]:
    """Return games' `[engine seat] -> entrant`, rotated by one each."""
    order = list(range(seats))
    if shuffled:
        random.Random(derived_seed(seed, "seats")).shuffle(order)  # noqa: S311 - no secret
    return [[order[(seat + game) % seats] for seat in range(seats)] for game in range(games)]


def deal_seed(seed: int, seats: int, game: int) -> int:
    """Return the game's seed: one a rotation, or deterministic bots would repeat games."""
    rotation = game // seats
    return derived_seed(seed, "deal", rotation) if rotation else seed


def match_points(games: Iterable[tuple[Sequence[int], Sequence[int]]]) -> list[float]:
    """Sum points by entrant: one for each seat below, half for ties."""
    points: dict[int, float] = {}
    for seating, ranks in games:
        for entrant, place in zip(seating, ranks, strict=True):
            below = sum(other > place for other in ranks)
            tied = ranks.count(place) - 1
            points[entrant] = points.get(entrant, 0.0) + below + tied / 2
    return [points[entrant] for entrant in sorted(points)]


def find_forfeiters(games: Iterable[GameResult]) -> frozenset[int]:
    """Return those with faults in two games."""
    faults = Counter(fault.entrant for game in games for fault in game.faults)
    return frozenset(entrant for entrant, count in faults.items() if count >= FAULTS_TO_FORFEIT)


def _deal(plan: Plan, game: int) -> tuple[Game, DecisionLog]:
    if plan.position is not None:
        return replay_logged(plan.position)
    seed = deal_seed(plan.seed, plan.seats, game)
    dealt = catalogue.new(plan.game, seats=plan.seats, seed=seed, config=plan.config)
    return dealt, DecisionLog()


class _Pulse:
    def __init__(self, progress: Progress | None, watch: Watch | None, left: Left) -> None:
        self._progress, self._watch, self.left = progress, watch, left
        self._games = 0
        self.faults: list[Fault] = []
        self._due = time.monotonic() + PROGRESS_SECONDS

    def beat(self, number: int, seating: Sequence[int], game: Game) -> None:
        if time.monotonic() < self._due:
            return
        self.finished(self._games)
        if self._watch:
            self._watch(number, seating, game, self.faults)

    def finished(self, games: int) -> None:
        self._games = games
        if self._progress:
            self._progress(games)
        self._due = time.monotonic() + PROGRESS_SECONDS


class _Table(GameLoop):
    def __init__(self, plan: Plan, number: int, seating: list[int], pulse: _Pulse) -> None:
        game, self.decision_log = _deal(plan, number)
        players = [Player(seat, entrant) for seat, entrant in enumerate(seating)]
        super().__init__(plan, number, game, players, partial(pulse.beat, number, seating, game))
        self.seating, self.left, self.match_faults = seating, pulse.left, pulse.faults
        self.steps = 0

    @property
    def moment(self) -> int:
        return self.steps

    def result(
        self, runner: Runner, bots: Sequence[Prepared | Rejected | None], out: frozenset[int]
    ) -> GameResult:
        with ExitStack() as jails:
            for player in self.players.values():
                jails.enter_context(player.jail)
            self.faulted_at = {
                seat: FORFEITED for seat, entrant in enumerate(self.seating) if entrant in out
            }
            if self.is_contested:
                seated = [(seat, bots[self.seating[seat]]) for seat in self.players]
                playing = {seat: bot for seat, bot in seated if bot and seat not in self.faulted_at}
                # All jails first: faults before the first decision are simultaneous.
                self.start(runner, playing)
                self.greet()
            self.play()
            return self._result()

    def step(self, decision: Decision) -> None:
        self.steps += 1
        self.decision_log.ask(self.game.logged, decision)
        player = self.players[decision.seat]
        player.mark_log(self.decision_log.last)
        is_asked = player.talk is not None
        super().step(decision)
        if is_asked:
            self.decision_log.spent(player.last_cpu)
        self.beat()
        left = self.left()
        for player in self.players.values() if left else ():
            if player.entrant in left and player.seat not in self.faulted_at:
                self.faulted_at[player.seat] = self.moment
                player.stop()  # it has left, which is no fault

    def fault(self, player: Player, bot_fault: BotFault, decision: Decision | None) -> None:
        super().fault(player, bot_fault, decision)
        self.match_faults.append(self.faults[-1])

    def _result(self) -> GameResult:
        for player in self.players.values():
            player.mark_log(self.decision_log.last + 1)
        outcome = self.finish()
        by_entrant = sorted(self.players.values(), key=lambda player: player.entrant)
        record = self.game.record()
        return GameResult(
            seating=self.seating,
            scores=outcome.scores,
            ranks=outcome.ranks,
            reason=outcome.reason,
            record=record,
            events=self.game.events(None),
            faults=self.faults,
            logs=[player.log for player in by_entrant],
            cpu=[player.cpu for player in by_entrant],
            decisions=[player.decisions for player in by_entrant],
            decision_log=self.decision_log.rows(record["choices"]),
            wall=[player.wall for player in by_entrant],
            log_marks=[player.log_marks for player in by_entrant],
        )
