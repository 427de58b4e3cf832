"""Runs the bots of a human game.

A new jail is asked all earlier decisions again; these answers are ignored.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

from arena.matches.referee.fault import Fault
from arena.matches.referee.game_loop import GameLoop, Plan, stage
from arena.matches.referee.player import BotFault, Player
from engine import record
from engine.game import Decision
from sandbox.conversation import Beat
from sandbox.limits import Limits
from sandbox.runner import Runner

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


class HumanGameRunner(GameLoop):
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
        runner: Runner,
        beat: Beat,
        start: int = 0,
    ) -> None:
        """Start from a stored record, whose first `start` choices the bots did not make.

        Raises BadRecord for other rules.
        """
        self.stored, self.runner, self._start_choice = stored, runner, start
        self.seated_bots = [chair for chair in chairs if chair.seat not in faulted_at]
        plan = Plan(
            game=stored["game"],
            config=stored["config"],
            seats=stored["seats"],
            games=1,
            seed=stored["seed"],
            limits=limits,
        )
        players = [Player(chair.seat, chair.seat) for chair in self.seated_bots]
        super().__init__(plan, 0, record.replay(stored | {"choices": []}), players, beat)
        self.faulted_at = dict(faulted_at)
        self._repeated: dict[int, float] = {}  # CPU seconds of replaying, not recorded
        self._jails = ExitStack()

    def __enter__(self) -> Self:
        try:
            for player in self.players.values():
                self._jails.enter_context(player.jail)
            chairs = self.seated_bots
            bots = {chair.seat: stage(self._jails, self.runner, chair.path) for chair in chairs}
            self.start(self.runner, bots)
            for chair in chairs:
                talk = self.players[chair.seat].talk
                if talk and chair.spent:
                    # Bounds the replay, or a sleeping bot could hold a worker at every choice.
                    cpu, wall = (TIMES * seconds + MORE for seconds in chair.spent)
                    talk.set_budget(cpu, wall)
            self.greet()
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
        spent = {}
        for chair in self.seated_bots:
            talk = self.players[chair.seat].talk
            if talk and (chair.spent or chair.clock is None):
                before = chair.spent.cpu if chair.spent else 0.0
                cpu = talk.cpu - self._repeated.get(chair.seat, 0.0)
                spent[chair.seat] = Spent(before + cpu, talk.waited)
        return spent

    @property
    def asked(self) -> Decision | None:
        """The bots' next decision, faulted ones too."""
        decision = self.game.decision
        if decision is None or not self.is_contested:
            return None
        is_bots = decision.seat in self.players or decision.seat in self.faulted_at
        return decision if is_bots else None

    @property
    def moment(self) -> int:
        """The number of choices, replayed or not."""
        return max(self._chosen, len(self.stored["choices"]))

    def step(self, decision: Decision) -> None:
        self.beat()
        super().step(decision)

    def replay_choices(self, choices: Sequence[Sequence[int]]) -> None:
        """Replay choices of others."""
        for picks in choices[self._chosen :]:
            self.game.choose(picks)

    def take_faults(self) -> list[Fault]:
        """Return faults since the last call."""
        taken, self.faults = self.faults, []
        return taken

    def fault(self, player: Player, bot_fault: BotFault, decision: Decision | None) -> None:
        """Explain timeouts of replays."""
        is_replaying = self._chosen < len(self.stored["choices"])
        if is_replaying and bot_fault.verdict == "timeout":
            bot_fault = BotFault(bot_fault.verdict, bot_fault.message, bot_fault.detail or REPEATED)
        super().fault(player, bot_fault, decision)

    @property
    def _chosen(self) -> int:
        return len(self.game.record()["choices"])

    def _repeat(self, choices: Sequence[Sequence[int]]) -> None:
        """Replay all decisions on its budget, then restore the clock."""
        for picks in choices[: self._start_choice]:
            self.game.choose(picks)
        for picks in choices[self._start_choice :]:
            self.beat()
            decision = self.game.decision
            player = self.players.get(decision.seat) if decision else None
            if decision and player and player.talk:
                try:
                    player.answer(player.talk, self.game, decision)
                except BotFault as bot_fault:
                    self.fault(player, bot_fault, decision)
                player.split.note(decision, picks)
            self.game.choose(picks)
        for chair in self.seated_bots:
            talk = self.players[chair.seat].talk
            if talk and chair.clock is not None:
                used, waited = chair.spent or (0.0, 0.0)
                self._repeated[chair.seat] = talk.cpu
                talk.set_clock(chair.clock, used=used, waited=waited)
