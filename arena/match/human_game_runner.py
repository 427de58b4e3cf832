"""The bots at a person's game: brought up to where it stands, then asked. No database, no Django.

A jail ends with the conversation in it. So a bot that is started again in the middle of a game is
put all its earlier decisions once more, and what it answers then counts for nothing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

from arena.match import protocol
from arena.match.player import BotFault, Fault, Player
from arena.match.ranks import final_outcome, is_contested
from arena.match.referee import derived
from engine import record
from engine.game import Decision
from sandbox.errors import Rejected
from sandbox.jail import Jailer
from sandbox.limits import Limits

Beat = Callable[[], None]

TIMES, MORE = 2, 1.0  # repeating may take so many times what was recorded, and so many seconds
REPEATED = (
    "Its earlier decisions were put to it once more, after a start in a new jail. That may take "
    "twice the CPU and wall time that they took before, and a second."
)


class Spent(NamedTuple):
    """Seconds of CPU that a bot has used in a game, and of wall time that it was waited for."""

    cpu: float
    wall: float


@dataclass(frozen=True)
class SeatedBot:
    """A bot's seat: the file that was uploaded, the CPU seconds left on its clock, and what it has
    spent; None where it has not sat there before."""

    seat: int
    path: Path
    clock: float | None = None
    spent: Spent | None = None


class HumanGameRunner:
    """A game of a person and the bots that have not fallen. Use it in a `with`, in the main thread.

    `game` is the game as it stands; `faults` are those that nobody has taken yet, `fallen` all
    seats that lost their bot, with the number of choices before. `beat` is called between any two
    questions, and several times a second while an answer is waited for.
    """

    def __init__(
        self,
        stored: dict[str, Any],
        chairs: Iterable[SeatedBot],
        fallen: Mapping[int, int],
        *,
        limits: Limits,
        jailer: Jailer,
        beat: Beat,
    ) -> None:
        """Of a record so far. Raises BadRecord where it is of other rules."""
        self.stored, self.limits, self.jailer, self.beat = stored, limits, jailer, beat
        self.fallen = dict(fallen)
        self.chairs = [chair for chair in chairs if chair.seat not in fallen]
        self.players = {chair.seat: Player(chair.seat, chair.seat) for chair in self.chairs}
        self.faults: list[Fault] = []
        self._repeated: dict[int, float] = {}  # CPU seconds in this jail that were not recorded
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
        """The CPU seconds left, by seat, of the bots that are there."""
        players = self.players.items()
        return {seat: player.talk.clock["left"] for seat, player in players if player.talk}

    @property
    def spent(self) -> dict[int, Spent]:
        """What the bots that are there have spent in this game, by seat; not of games that were
        begun before this was recorded."""
        found = {}
        for chair in self.chairs:
            talk = self.players[chair.seat].talk
            if talk and (chair.spent or chair.clock is None):
                before = chair.spent.cpu if chair.spent else 0.0
                cpu = talk.cpu - self._repeated.get(chair.seat, 0.0)
                found[chair.seat] = Spent(before + cpu, talk.waited)
        return found

    @property
    def asked(self) -> Decision | None:
        """The decision that waits for a bot of this table, or for one that has fallen; None: it is
        the person's, or the game is over."""
        decision = self.game.decision
        if decision is None or not is_contested(self.game.seats, self.fallen):
            return None
        is_bots = decision.seat in self.players or decision.seat in self.fallen
        return decision if is_bots else None

    def step(self, decision: Decision) -> None:
        """Have the bot answer; without one, or where it fails, the default is chosen."""
        self.beat()
        player = self.players.get(decision.seat)
        if player is None or player.talk is None:
            self.game.choose(decision.default)
            return
        try:
            player.move(player.talk, self.game, decision)
        except BotFault as offence:
            self._fault(player, offence, decision)
            if is_contested(self.game.seats, self.fallen):
                self.game.choose(decision.default)

    def catch_up(self, choices: Sequence[Sequence[int]]) -> None:
        """Choose what was chosen meanwhile, none of it by a bot of this table."""
        for picks in choices[self.number :]:
            self.game.choose(picks)

    @property
    def number(self) -> int:
        """How many choices there were so far."""
        return len(self.game.record()["choices"])

    def take_faults(self) -> list[Fault]:
        """The faults since this was last asked."""
        taken, self.faults = self.faults, []
        return taken

    def finish(self) -> None:
        """Tell the bots how it ended."""
        outcome = protocol.Outcome(*final_outcome(self.game, self.fallen))
        for player in self.players.values():
            player.finish(outcome)

    def _start(self) -> None:
        for chair in self.chairs:
            player = self.players[chair.seat]
            try:
                bot = self._jails.enter_context(self.jailer.prepare(chair.path))
            except Rejected as rejected:
                self._fault(player, BotFault("crash", str(rejected), rejected.detail), None)
            else:
                player.start(self.jailer, bot, self.limits, self.beat)
                self._limit(player, chair)
        for player in self.players.values():
            self._greet(player)

    def _limit(self, player: Player, chair: SeatedBot) -> None:
        """Bound all that is asked before the bot is where it was: else a bot that sleeps could hold
        a worker as long at every answer of the person."""
        if player.talk and chair.spent:
            cpu, wall = (TIMES * seconds + MORE for seconds in chair.spent)
            player.talk.set_budget(cpu, wall)

    def _greet(self, player: Player) -> None:
        told = self.stored
        hello = protocol.Hello(
            game=told["game"],
            config=told["config"],
            seats=told["seats"],
            seat=player.seat,
            limits=self.limits.to_json(),
            random=derived(told["seed"], "random", 0, player.seat),
        )
        try:
            player.greet(hello)
        except BotFault as offence:
            self._fault(player, offence, None)

    def _repeat(self, choices: Sequence[Sequence[int]]) -> None:
        """Put the decisions so far once more, on the one budget for it; then the clock is what it
        was."""
        for picks in choices:
            self.beat()
            decision = self.game.decision
            player = self.players.get(decision.seat) if decision else None
            if decision and player and player.talk:
                try:
                    player.answer(player.talk, self.game, decision)
                except BotFault as offence:
                    self._fault(player, offence, decision)
                player.split.note(decision, picks)
            self.game.choose(picks)
        for chair in self.chairs:
            talk = self.players[chair.seat].talk
            if talk and chair.clock is not None:
                used, waited = chair.spent or (0.0, 0.0)
                self._repeated[chair.seat] = talk.cpu
                talk.set_clock(chair.clock, used=used, waited=waited)

    def _fault(self, player: Player, offence: BotFault, decision: Decision | None) -> None:
        if self._repeats and offence.verdict == "timeout":
            offence = BotFault(offence.verdict, offence.message, offence.detail or REPEATED)
        self.fallen[player.seat] = len(self.stored["choices"]) if self._repeats else self.number
        self.faults.append(player.fault(offence, 0, self.game, decision))

    @property
    def _repeats(self) -> bool:
        return self.number < len(self.stored["choices"])
