"""The loop of a game: each decision is put to its seat."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from arena.matches.referee import protocol
from arena.matches.referee.fault import Fault, JsonObject
from arena.matches.referee.player import BotFault, Player, unusable
from arena.matches.referee.ranks import final_outcome, is_contested
from arena.matches.referee.seeds import bot_seed
from engine.game import Decision, Game, Outcome
from sandbox.conversation import Beat
from sandbox.errors import Rejected
from sandbox.limits import Limits
from sandbox.runner import Prepared, Runner

LEAST_WALL_SHARE = 1 / 3  # enough to compute always, and to sleep ten seconds a game


@dataclass(frozen=True)
class Plan:
    """One game, or a multiple of `seats` games.

    `shuffled`: draw the first seats; `wall_share`: of the usual wall time; `position`: a record
    from whose end every game starts.
    """

    game: str
    config: JsonObject
    seats: int
    games: int
    seed: int
    limits: Limits
    shuffled: bool = True
    wall_share: float = 1.0
    position: JsonObject | None = None


class Seat(Protocol):
    def move(self, game: Game, decision: Decision, /) -> None:
        """Choose. Raises BotFault."""


class GameLoop(ABC):
    """A game with bots; `faulted_at` maps seats that lost theirs to the moment that ranks them."""

    def __init__(
        self, plan: Plan, number: int, game: Game, players: Iterable[Player], beat: Beat
    ) -> None:
        self.plan, self.number, self.game, self.beat = plan, number, game, beat
        self.players = {player.seat: player for player in players}
        self.seats: dict[int, Seat] = {**self.players}
        self.faulted_at: dict[int, int] = {}
        self.faults: list[Fault] = []

    @property
    @abstractmethod
    def moment(self) -> int:
        """The moment that ranks a fault made now: later is better."""

    @property
    def is_contested(self) -> bool:
        return is_contested(self.game.seats, self.faulted_at)

    def start(self, runner: Runner, bots: Mapping[int, Prepared | Rejected]) -> None:
        """Start jails by seat."""
        for seat, bot in bots.items():
            player = self.players[seat]
            if isinstance(bot, Rejected):
                self.fault(player, unusable(bot), None)
            else:
                limits, share = self.plan.limits, self.plan.wall_share
                player.start(runner, bot, limits, self.beat, wall_share=share)

    def greet(self) -> None:
        plan = self.plan
        for player in self.players.values():
            hello = protocol.Hello(
                game=plan.game,
                config=plan.config,
                seats=plan.seats,
                seat=player.seat,
                limits=plan.limits.to_json(),
                random=bot_seed(plan.seed, self.number, player.entrant),
            )
            try:
                player.greet(hello)
            except BotFault as bot_fault:
                self.fault(player, bot_fault, None)

    def play(self) -> None:
        while self.is_contested and (decision := self.game.decision) is not None:
            self.step(decision)

    def step(self, decision: Decision) -> None:
        """Let the seat choose; without a bot it makes the default."""
        seat = self.seats.get(decision.seat)
        if seat is None:
            self.game.choose(decision.default)
            return
        try:
            seat.move(self.game, decision)
        except BotFault as bot_fault:
            self.fault(self.players[decision.seat], bot_fault, decision)
            if self.is_contested:
                self.game.choose(decision.default)

    def fault(self, player: Player, bot_fault: BotFault, decision: Decision | None) -> None:
        """Record a fault with the moment that ranks it."""
        self.faulted_at[player.seat] = self.moment
        self.faults.append(player.fault(bot_fault, self.number, self.game, decision))

    def finish(self) -> Outcome:
        """Send the outcome; end the jails."""
        outcome = final_outcome(self.game, self.faulted_at)
        for player in self.players.values():
            player.finish(protocol.Outcome(*outcome))
        return outcome


def stage(stack: ExitStack, runner: Runner, path: Path) -> Prepared | Rejected:
    """Stage a bot, or return why not: its fault."""
    try:
        return stack.enter_context(runner.prepare(path))
    except Rejected as rejected:
        return rejected
