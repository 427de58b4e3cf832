"""One bot in one game: ask a line, get a line, and know what it cost."""

import os
import signal
import time
from collections.abc import Callable
from typing import Any, Final, NoReturn, Self

from sandbox.channel import Channel, Overlong, printable
from sandbox.errors import Breach, HostFailure
from sandbox.jail import Jailer
from sandbox.languages import PYTHON, exhausted
from sandbox.launch import KILLED, START_GUARD, Jail
from sandbox.limits import Limits, wall_budget, wall_guard
from sandbox.meter import Meter
from sandbox.pressure import HostWatch
from sandbox.staging import Prepared

__all__ = ["Beat", "Breach", "Conversation", "HostFailure"]

Beat = Callable[[], None]

END_GUARD: Final = 1.0  # how long a closed pipe may wait for the end of its process
FINISH_GUARD: Final = 0.25  # what a bot gets to write its last words
LOOK: Final = 0.25  # the longest time between two looks at the clocks
WATCH_AFTER: Final = 0.05  # seconds of waiting from which on the host is watched
RESTLESS: Final = 0.002  # seconds of CPU out of turn from which on a bot is frozen between turns
PATIENCE: Final = 3  # wall guards after which even a slow host is waited for no longer
MUCH: Final = 0.5  # of its memory: Node.js gives up at 5/8 (see `toolchains.HEAP`)
LAST_WORDS: Final = 30  # lines of a program's log that tell how it ended
CORES: Final = os.cpu_count() or 1


class Conversation:
    """A fresh jail with one bot in it. Use it from the main thread, in a `with`.

    Every call may raise Breach (the bot's fault) or HostFailure (nobody's); then it is over. While
    an answer is waited for, `beat` is called several times a second; what it raises ends the wait.
    """

    def __init__(
        self,
        jailer: Jailer,
        prepared: Prepared,
        limits: Limits,
        beat: Beat | None = None,
        *,
        wall_share: float = 1.0,
    ) -> None:
        """`wall_share`: how much of the usual `wall_budget` the bot has."""
        began = time.monotonic()
        self.limits = limits
        self._beat = beat
        self._wall_share = wall_share
        self._left = limits.game_cpu
        self._allowance = limits.start_cpu + limits.game_cpu
        self._set_wall: float | None = None  # the wall time for all, where it was set
        self._waited = 0.0  # seconds of wall time that the bot has made the referee wait
        self._base = 0.0  # CPU of the jail and the interpreter before the bot, at nobody's charge
        self._mark = 0.0  # CPU of the bot at its last answer
        self._met = False
        self._meter: Meter | None = None
        self._restless = self._frozen = False
        self._is_program = prepared.manifest.language != PYTHON
        self._jail, self._channel = _start(jailer, prepared, limits)
        self._wall = time.monotonic() - began

    def ask(self, line: bytes, *, start: bool = False, increment: bool = True) -> bytes:
        """Send one line (bytes without its end), return the one line that answers it.

        With `start` the limit is `start_cpu` and the chess clock stands still; else the CPU used
        since the last answer is taken from the clock, and the increment added if it is due.
        """
        if b"\n" in line or len(line) > self.limits.line_out:
            raise ValueError("ask takes one line of at most line_out bytes")
        off_turn = self._open()
        meter = self._meter = Meter.wound(self.limits, self._left, off_turn, start=start)
        self._send(line)
        answer = self._await(meter)
        self._charge(meter, increment=increment)
        self._rest()
        return answer

    def tell(self, line: bytes) -> None:
        """Send the last line, which is not answered, and give the bot a moment to end."""
        self._open()
        began = time.monotonic()
        self._send(line)
        deadline = began + FINISH_GUARD
        while self._channel.sending and time.monotonic() < deadline:
            self._channel.pump(deadline - time.monotonic())
        self._channel.close_requests()
        while not self._channel.ended and time.monotonic() < deadline:
            self._channel.pump(deadline - time.monotonic())
        self._wall += time.monotonic() - began

    @property
    def clock(self) -> dict[str, float]:
        """CPU seconds `left` on the chess clock, and the most that the next `decision` may take."""
        left = round(self._left, 6)
        return {"left": left, "decision": min(left, self.limits.decision_cpu)}

    def set_clock(self, left: float, *, used: float = 0.0, waited: float = 0.0) -> None:
        """Go on with so much on the chess clock: what was asked so far costs nothing. `used` and
        `waited` are the CPU and wall time of the same game before, in another jail."""
        self._left, self._set_wall = left, None
        self._allowance = self.limits.start_cpu + left + used
        self._waited = waited

    def set_budget(self, cpu: float, wall: float) -> None:
        """From now on all that is asked, the start too, may take so many seconds of CPU and of wall
        time in all, until `set_clock`; answers add nothing."""
        self._left, self._set_wall, self._waited = cpu, wall, 0.0

    @property
    def waited(self) -> float:
        """Seconds of wall time for which the bot was waited for, since its clock was set."""
        return self._waited

    @property
    def _budget(self) -> float:
        if self._set_wall is not None:
            return self._set_wall
        return self._wall_share * wall_budget(self._allowance)

    @property
    def meter(self) -> dict[str, Any]:
        """What the last question cost and might cost, by `Meter`'s names; none yet: empty."""
        return self._meter.to_json() if self._meter else {}

    @property
    def cpu(self) -> float:
        """Seconds of CPU that the bot has used so far."""
        return max(0.0, self._jail.cpu() - self._base)

    @property
    def wall(self) -> float:
        """Seconds of wall time that the bot has taken so far: its start and its answers."""
        return self._wall

    @property
    def log(self) -> str:
        """What the bot printed, cut at the limit; control characters are written as escapes."""
        return self._channel.log()

    def close(self) -> None:
        """Kill the bot and take the jail down; more than once does no harm."""
        self._jail.close()
        self._channel.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _meet(self) -> None:
        """Wait until the guest says that every restriction is on; before, no bot is at fault."""
        if self._channel.closed:
            raise ValueError("this conversation is over")
        if self._met:
            return
        began = time.monotonic()
        deadline = began + START_GUARD
        while (line := self._channel.line()) is None:
            left = deadline - time.monotonic()
            if self._channel.ended or left <= 0:
                self.close()
                raise HostFailure(
                    f"the jail did not start: {self.log.strip() or 'no word from it'}"
                )
            self._channel.pump(min(left, LOOK))
            deadline += self._call_back()
        if not line.startswith(b'{"type":"jailed"'):
            raise HostFailure(f"the guest said {line[:100]!r} instead of a greeting")
        self._met = True
        self._base = self._jail.cpu()
        self._wall += time.monotonic() - began

    def _open(self) -> float:
        """Begin a turn: the guest is there, the bot has kept quiet, and perhaps not kept still.

        Returns the CPU that it has used since its last answer, in seconds.
        """
        self._meet()
        self._quiet()
        off_turn = max(0.0, self.cpu - self._mark)
        self._restless = self._restless or off_turn > RESTLESS
        return off_turn

    def _send(self, line: bytes) -> None:
        """Write first and wake then, so that a frozen bot wakes but once."""
        self._channel.send(line)
        if self._frozen:
            self._jail.freeze(frozen=False)
            self._frozen = False

    def _rest(self) -> None:
        """Freeze a bot that has used its opponents' time; the others need not pay for it."""
        if self._restless:
            self._jail.freeze(frozen=True)
            self._frozen = True

    def _quiet(self) -> None:
        if surplus := self._channel.surplus():
            told = printable(surplus.decode("utf-8", "replace"))
            self._breach("protocol", "wrote something that nobody had asked for", told)

    def _await(self, meter: Meter) -> bytes:
        """The answer, within absolute deadlines that no trickle of bytes extends."""
        watch = HostWatch(self._jail)
        guard = min(wall_guard(meter.limit), self._budget - self._waited)
        try:
            while (line := self._line()) is None:
                if self._channel.ended:
                    self._ended()
                self._pump(self._look(meter, guard, watch), watch)
        finally:
            self._wall += watch.wall
        meter.wall = watch.wall
        self._waited += meter.wall - watch.waited()
        return line

    def _pump(self, step: float, watch: HostWatch) -> None:
        """Wait for at most `step` seconds, and note how much longer it was."""
        began = time.monotonic()
        self._channel.pump(step)
        watch.woken(time.monotonic() - began - step)
        watch.leave_out(self._call_back())

    def _call_back(self) -> float:
        """Let the caller do what he must now and then; the seconds that it took."""
        if self._beat is None:
            return 0.0
        began = time.monotonic()
        self._beat()
        return time.monotonic() - began

    def _look(self, meter: Meter, guard: float, watch: HostWatch) -> float:
        """Look at both clocks; how long the next wait may be."""
        meter.cpu = self.cpu - self._mark
        meter.wall = watch.wall
        if meter.cpu > meter.limit:
            self._slow(meter)
        unwatched = min(WATCH_AFTER, guard / 4) - meter.wall
        if unwatched <= 0:
            watch.look()
        if meter.wall > guard and (
            meter.wall > guard + watch.waited() or meter.wall > PATIENCE * guard
        ):
            self._asleep(meter, watch)
        ahead = (guard - meter.wall, unwatched, LOOK)
        step = min(left for left in ahead if left > 0)
        return max(0.001, min(step, (meter.limit - meter.cpu) / CORES))

    def _line(self) -> bytes | None:
        try:
            return self._channel.line()
        except Overlong:
            told = printable(self._channel.surplus().decode("utf-8", "replace"))
            message = f"wrote a line of more than {self.limits.line_in} bytes"
            self._breach("output", message, f"it begins: {told}")

    def _charge(self, meter: Meter, *, increment: bool) -> None:
        """Take what was used since the last answer from the clock, off-turn CPU included."""
        meter.cpu = self.cpu - self._mark
        self._mark += meter.cpu
        if meter.cpu > meter.limit:
            self._slow(meter)
        if self._set_wall is not None:
            self._left -= meter.cpu
        elif meter.clock != "start":
            gained = self.limits.increment_cpu if increment else 0.0
            self._left += gained - meter.cpu
            self._allowance += gained

    def _slow(self, meter: Meter) -> NoReturn:
        self._breach("timeout", meter.too_slow(self.limits))

    def _asleep(self, meter: Meter, watch: HostWatch) -> NoReturn:
        if watch.busy():
            self.close()
            raise HostFailure("the host was too busy to run the bot in time")
        self._breach("timeout", meter.too_long(self._budget, self._waited))

    def _ended(self) -> NoReturn:
        """The pipe is closed: say what the bot died of, or that it hung up.

        It is the bot's fault, unless there is evidence from outside: inside, nobody can kill the
        first process.
        """
        code = self._jail.wait(END_GUARD)
        if self._jail.out_of_memory() or (code and self._was_refused_memory()):
            self._breach("memory", f"used more than {self.limits.memory >> 20} MiB of memory")
        if code is None:
            self._breach("protocol", "closed its channel without an answer")
        if code == KILLED and self._jail.jailed:
            for_others = self._jail.was_killed_for_others()
            self.close()
            if for_others:
                raise HostFailure("the host ran out of memory, and the kernel killed the bot")
            raise HostFailure("the bot was killed from outside its jail")
        message, detail = _death(code)
        if self._is_program:  # the guest tells the traceback of a Python bot, but not of these
            detail = "\n".join([detail, *self.log.splitlines()[-LAST_WORDS:]])
        self._breach("crash", message, detail)

    def _was_refused_memory(self) -> bool:
        """Did a program end for lack of memory? Its word is believed where nothing counts what it
        used, and else where it used what a run-time system gets at the most."""
        peak = self._jail.memory_peak()
        used_much = peak is None or peak >= MUCH * self.limits.memory
        return self._is_program and used_much and exhausted(self.log)

    def _breach(self, verdict: str, message: str, detail: str = "") -> NoReturn:
        cpu = self.cpu
        if self._meter is not None:
            self._meter.cpu = max(self._meter.cpu, cpu - self._mark)
        self.close()
        raise Breach(verdict, message, detail=detail, cpu=cpu)


def _death(code: int) -> tuple[str, str]:
    """How a process ended, in words: a line, and the bare exit code or signal."""
    if code >= 0:
        return f"ended with exit code {code} instead of an answer", f"exit code {code}"
    name = signal.Signals(-code).name
    if -code == signal.SIGSYS:
        return "was stopped for a forbidden system call", name
    return f"was ended by signal {name}", name


def _start(jailer: Jailer, prepared: Prepared, limits: Limits) -> tuple[Jail, Channel]:
    """The jailed guest, and the channel to it."""
    inside, requests = os.pipe()
    answers, replies = os.pipe()
    log, told = os.pipe()
    try:
        cell = jailer.cell_for(prepared.manifest.language)
        jail = cell.run(prepared, limits, inside=inside, answers=replies, log=told)
    except BaseException:
        for end in (requests, answers, log):
            os.close(end)
        raise
    finally:
        for end in (inside, replies, told):
            os.close(end)
    return jail, Channel(requests, answers, log, line=limits.line_in, log_limit=limits.log)
