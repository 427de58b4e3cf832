"""Runs the bots of a human game.

A new jail is asked all earlier decisions again; these answers are ignored.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

from arena.match import protocol
from arena.match.player import BotFault, Fault, Player, unusable
from arena.match.ranks import final_outcome, is_contested
from arena.match.referee import derived_seed
from engine import record
from engine.game import Decision
from sandbox.errors import Rejected
from sandbox.jail import Jailer
from sandbox.limits import Limits

Beat = Callable[[], None]

TIMES, MORE = 2, 1.0  # a replay's budget: multiple of the recorded seconds, plus seconds
REPEATED = (
    "Its earlier decisions were replayed in a new jail. They may take twice as much CPU and wall "
    "time as before, plus a second."
)


class Spent(NamedTuple):
    """Seconds in a game."""

    cpu: float
    wall: float


@dataclass(frozen=True)
class SeatedBot:
    """A bot's seat, clock in CPU seconds, and time spent."""

    seat: int
    path: Path
    clock: float | None = None
    spent: Spent | None = None


class HumanGameRunner:
    """A human game's bots; a context manager for the main thread.

    `faulted_at` maps faulted seats to the choices before; `beat` is called several times a second.
    """

    def __init__(
        self,
        stored: dict[str, Any],
        chairs: Iterable[SeatedBot],
        faulted_at: Mapping[int, int],
        *,
        limits: Limits,
        jailer: Jailer,
        beat: Beat,
    ) -> None:
        """Start from a stored record. Raises BadRecord for other rules."""
        self.stored, self.limits, self.jailer, self.beat = stored, limits, jailer, beat
        self.faulted_at = dict(faulted_at)
        self.seated_bots = [chair for chair in chairs if chair.seat not in faulted_at]
        self.players = {chair.seat: Player(chair.seat, chair.seat) for chair in self.seated_bots}
        self.faults: list[Fault] = []
        self._repeated: dict[int, float] = {}  # CPU seconds of replaying, not recorded
        self.game = record.replay(stored | {"choices": []})
        self._jails = ExitStack()

    def __enter__(self) -> Self:
        try:
            for player in self.players.values():
                self._jails.enter_context(player.jail)
            self._start()
            self._repeat(self.stored["choices"])
        except BaseException:
            self._jails.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._jails.close()

    @property
    def clocks(self) -> dict[int, float]:
        """CPU seconds left, by seat."""
        players = self.players.items()
        return {seat: player.talk.clock["left"] for seat, player in players if player.talk}

    @property
    def spent(self) -> dict[int, Spent]:
        """Time spent by seat; none of games begun before it was recorded."""
        found = {}
        for chair in self.seated_bots:
            talk = self.players[chair.seat].talk
            if talk and (chair.spent or chair.clock is None):
                before = chair.spent.cpu if chair.spent else 0.0
                cpu = talk.cpu - self._repeated.get(chair.seat, 0.0)
                found[chair.seat] = Spent(before + cpu, talk.waited)
        return found

    @property
    def asked(self) -> Decision | None:
        """The bots' next decision, faulted ones too."""
        decision = self.game.decision
        if decision is None or not is_contested(self.game.seats, self.faulted_at):
            return None
        is_bots = decision.seat in self.players or decision.seat in self.faulted_at
        return decision if is_bots else None

    def step(self, decision: Decision) -> None:
        """Make the bot's choice, or the default."""
        self.beat()
        player = self.players.get(decision.seat)
        if player is None or player.talk is None:
            self.game.choose(decision.default)
            return
        try:
            player.move(player.talk, self.game, decision)
        except BotFault as bot_fault:
            self._fault(player, bot_fault, decision)
            if is_contested(self.game.seats, self.faulted_at):
                self.game.choose(decision.default)

    def replay_choices(self, choices: Sequence[Sequence[int]]) -> None:
        """Replay choices of others."""
        for picks in choices[self.number :]:
            self.game.choose(picks)

    @property
    def number(self) -> int:
        return len(self.game.record()["choices"])

    def take_faults(self) -> list[Fault]:
        """Return faults since the last call."""
        taken, self.faults = self.faults, []
        return taken

    def finish(self) -> None:
        outcome = protocol.Outcome(*final_outcome(self.game, self.faulted_at))
        for player in self.players.values():
            player.finish(outcome)

    def _start(self) -> None:
        for chair in self.seated_bots:
            player = self.players[chair.seat]
            try:
                bot = self._jails.enter_context(self.jailer.prepare(chair.path))
            except Rejected as rejected:
                self._fault(player, unusable(rejected), None)
            else:
                player.start(self.jailer, bot, self.limits, self.beat)
                self._limit(player, chair)
        for player in self.players.values():
            self._greet(player)

    def _limit(self, player: Player, chair: SeatedBot) -> None:
        """Bound the replay, or a sleeping bot could hold a worker at every choice."""
        if player.talk and chair.spent:
            cpu, wall = (TIMES * seconds + MORE for seconds in chair.spent)
            player.talk.set_budget(cpu, wall)

    def _greet(self, player: Player) -> None:
        stored = self.stored
        hello = protocol.Hello(
            game=stored["game"],
            config=stored["config"],
            seats=stored["seats"],
            seat=player.seat,
            limits=self.limits.to_json(),
            random=derived_seed(stored["seed"], "random", 0, player.seat),
        )
        try:
            player.greet(hello)
        except BotFault as bot_fault:
            self._fault(player, bot_fault, None)

    def _repeat(self, choices: Sequence[Sequence[int]]) -> None:
        """Replay all decisions on its budget, then restore the clock."""
        for picks in choices:
            self.beat()
            decision = self.game.decision
            player = self.players.get(decision.seat) if decision else None
            if decision and player and player.talk:
                try:
                    player.answer(player.talk, self.game, decision)
                except BotFault as bot_fault:
                    self._fault(player, bot_fault, decision)
                player.split.note(decision, picks)
            self.game.choose(picks)
        for chair in self.seated_bots:
            talk = self.players[chair.seat].talk
            if talk and chair.clock is not None:
                used, waited = chair.spent or (0.0, 0.0)
                self._repeated[chair.seat] = talk.cpu
                talk.set_clock(chair.clock, used=used, waited=waited)

    def _fault(self, player: Player, bot_fault: BotFault, decision: Decision | None) -> None:
        if self._repeats and bot_fault.verdict == "timeout":
            bot_fault = BotFault(bot_fault.verdict, bot_fault.message, bot_fault.detail or REPEATED)
        self.faulted_at[player.seat] = len(self.stored["choices"]) if self._repeats else self.number
        self.faults.append(player.fault(bot_fault, 0, self.game, decision))

    @property
    def _repeats(self) -> bool:
        return self.number < len(self.stored["choices"])
