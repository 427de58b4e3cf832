"""Plays a match between jailed bots, by `docs/protocol.md`."""

from __future__ import annotations

import hashlib
import random
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from arena.match import protocol
from arena.match.decision_log import DecisionLog, DecisionRow
from arena.match.player import LOG_TAIL, BotFault, Fault, JsonObject, Player, ask, greet, unusable
from arena.match.ranks import FAULT, final_outcome, is_contested, rank_with_faults
from engine import catalogue
from engine.game import Decision, Game, rank
from sandbox.errors import Rejected
from sandbox.jail import Jailer, Prepared
from sandbox.limits import Limits

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
    "forfeited",
    "greet",
    "match_points",
    "play",
    "rank_with_faults",
    "seatings",
]

Progress = Callable[[int], None]
Watch = Callable[[int, Sequence[int], Game], None]
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
class Plan:
    """One game, or a multiple of `seats` games.

    `shuffled`: draw the first seats; `wall_share`: of the usual wall time.
    """

    game: str
    config: JsonObject
    seats: int
    games: int
    seed: int
    limits: Limits
    shuffled: bool = True
    wall_share: float = 1.0


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
            last = {seat: FORFEITED for seat, one in enumerate(game.seating) if one in left}
            ranked.append((game.seating, rank_with_faults(game.ranks, last)))
        points = match_points(ranked)
        return replace(self, points=points, ranks=rank(points))


def play(
    plan: Plan,
    entrants: Sequence[Entrant],
    jailer: Jailer,
    *,
    progress: Progress | None = None,
    watch: Watch | None = None,
    left: Left = frozenset,
) -> MatchResult:
    """Play a match in the main thread, every game in fresh jails.

    `progress` gets the number of finished games, `watch` the running game, not to be changed, about
    once a second; `left` names entrants to stop. Raises ValueError for a bad plan, HostFailure.
    """
    _check(plan, entrants)
    pulse = _Pulse(progress, watch, left)
    sittings = seatings(plan.seed, plan.seats, plan.games, shuffled=plan.shuffled)
    games: list[GameResult] = []
    with ExitStack() as stack:
        away = left()
        bots = [
            None if number in away else _staged(stack, jailer, entrant.path)
            for number, entrant in enumerate(entrants)
        ]
        for number, seating in enumerate(sittings):
            table = _Table(plan, number, seating, jailer, pulse)
            games.append(table.play(bots, forfeited(games).union(left())))
            pulse.finished(number + 1)
    points = match_points([(game.seating, game.ranks) for game in games])
    return MatchResult(games, points, rank(points), dict(jailer.stamp))


def seatings(seed: int, seats: int, games: int, *, shuffled: bool = True) -> list[list[int]]:
    """Return games' `[engine seat] -> entrant`, rotated by one each."""
    order = list(range(seats))
    if shuffled:
        random.Random(derived_seed(seed, "seats")).shuffle(order)  # noqa: S311 - no secret
    return [[order[(seat + game) % seats] for seat in range(seats)] for game in range(games)]


def derived_seed(seed: int, *purpose: str | int) -> int:
    """Return a number below 2**53 that does not reveal the seed."""
    text = ":".join(map(str, ("kingsbench", *purpose, seed)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 11


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


def forfeited(games: Iterable[GameResult]) -> frozenset[int]:
    """Return those with faults in two games."""
    faults = Counter(fault.entrant for game in games for fault in game.faults)
    return frozenset(entrant for entrant, count in faults.items() if count >= FAULTS_TO_FORFEIT)


def _check(plan: Plan, entrants: Sequence[Entrant]) -> None:
    if len(entrants) != plan.seats:
        raise ValueError(f"{plan.seats} seats need {plan.seats} bots, not {len(entrants)}")
    if plan.games < 1 or (plan.games > 1 and plan.games % plan.seats):
        raise ValueError(
            f"a match is one game or a multiple of its {plan.seats} seats, not {plan.games} games"
        )
    _deal(plan, 0)


def _deal(plan: Plan, game: int) -> Game:
    seed = deal_seed(plan.seed, plan.seats, game)
    return catalogue.new(plan.game, seats=plan.seats, seed=seed, config=plan.config)


def _staged(stack: ExitStack, jailer: Jailer, path: Path) -> Prepared | Rejected:
    """Stage the bot, or return why not: its fault."""
    try:
        return stack.enter_context(jailer.prepare(path))
    except Rejected as rejected:
        return rejected


class _Pulse:
    def __init__(self, progress: Progress | None, watch: Watch | None, left: Left) -> None:
        self._progress, self._watch, self.left = progress, watch, left
        self._games = 0
        self._due = time.monotonic() + PROGRESS_SECONDS

    def beat(self, number: int, seating: Sequence[int], game: Game) -> None:
        if time.monotonic() < self._due:
            return
        self.finished(self._games)
        if self._watch:
            self._watch(number, seating, game)

    def finished(self, games: int) -> None:
        self._games = games
        if self._progress:
            self._progress(games)
        self._due = time.monotonic() + PROGRESS_SECONDS


class _Table:
    def __init__(
        self, plan: Plan, number: int, seating: list[int], jailer: Jailer, pulse: _Pulse
    ) -> None:
        self.plan, self.number, self.seating = plan, number, seating
        self.jailer, self.left = jailer, pulse.left
        self.game = _deal(plan, number)
        self.beat = partial(pulse.beat, number, seating, self.game)
        self.players = [Player(seat, entrant) for seat, entrant in enumerate(seating)]
        self.faulted_at: dict[int, int] = {}
        self.moment = 0
        self.faults: list[Fault] = []
        self.decision_log = DecisionLog()

    def play(self, bots: Sequence[Prepared | Rejected | None], out: frozenset[int]) -> GameResult:
        with ExitStack() as jails:
            for player in self.players:
                jails.enter_context(player.jail)
            self._start(bots, out)
            while self._is_contested() and (decision := self.game.decision) is not None:
                self.moment += 1
                self._step(decision)
                self.beat()
                self._stop(self.left())
            return self._result()

    def _start(self, bots: Sequence[Prepared | Rejected | None], out: frozenset[int]) -> None:
        """Start all jails first: faults before the first decision are simultaneous."""
        self.faulted_at = {
            seat: FORFEITED for seat, entrant in enumerate(self.seating) if entrant in out
        }
        if not self._is_contested():
            return
        for player in self.players:
            bot = bots[player.entrant]
            if bot is None or player.seat in self.faulted_at:
                continue
            if isinstance(bot, Rejected):
                self._fault(player, unusable(bot), None)
            else:
                limits, share = self.plan.limits, self.plan.wall_share
                player.start(self.jailer, bot, limits, self.beat, wall_share=share)
        for player in self.players:
            self._greet(player)

    def _greet(self, player: Player) -> None:
        hello = protocol.Hello(
            game=self.plan.game,
            config=self.plan.config,
            seats=self.plan.seats,
            seat=player.seat,
            limits=self.plan.limits.to_json(),
            random=derived_seed(self.plan.seed, "random", self.number, player.entrant),
        )
        try:
            player.greet(hello)
        except BotFault as bot_fault:
            self._fault(player, bot_fault, None)

    def _step(self, decision: Decision) -> None:
        """Ask a decision; without a bot make the default."""
        self.decision_log.ask(self.game.logged, decision)
        player = self.players[decision.seat]
        if not player.talk:
            self.game.choose(decision.default)
            return
        try:
            player.move(player.talk, self.game, decision)
        except BotFault as bot_fault:
            self._fault(player, bot_fault, decision)
            if self._is_contested():
                self.game.choose(decision.default)
        self.decision_log.spent(player.last_cpu)

    def _fault(self, player: Player, bot_fault: BotFault, decision: Decision | None) -> None:
        """Record a fault with the moment that ranks it."""
        self.faulted_at[player.seat] = self.moment
        self.faults.append(player.fault(bot_fault, self.number, self.game, decision))

    def _stop(self, left: Collection[int]) -> None:
        """End the jails of those who left, without fault."""
        for player in self.players if left else ():
            if player.entrant in left and player.seat not in self.faulted_at:
                self.faulted_at[player.seat] = self.moment
                player.stop()

    def _is_contested(self) -> bool:
        return is_contested(len(self.players), self.faulted_at)

    def _result(self) -> GameResult:
        outcome = final_outcome(self.game, self.faulted_at)
        for player in self.players:
            player.finish(protocol.Outcome(*outcome))
        by_entrant = sorted(self.players, key=lambda player: player.entrant)
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
        )
