"""One bot in one game: ask a line, get a line, know its cost."""

import os
import signal
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn, Self

from sandbox.errors import BotFault, HostFailure
from sandbox.errors import gettext_noop as _
from sandbox.languages import PYTHON, ran_out_of_memory
from sandbox.limits import Limits, wall_budget, wall_guard
from sandbox.meter import Meter
from sandbox.printable import printable
from sandbox.runner import KILLED, START_GUARD, Overlong, Prepared, Runner, Watch

__all__ = ["Beat", "BotFault", "Conversation", "HostFailure"]

Beat = Callable[[], None]
NONE: Final[Mapping[str, Any]] = {}

END_GUARD: Final = 1.0  # from a closed pipe to the end of its process
FINISH_GUARD: Final = 0.25  # for the bot's last words
LOOK: Final = 0.25  # between two looks at the clocks, at most
WATCH_AFTER: Final = 0.05  # seconds of waiting before the host is watched
RESTLESS: Final = 0.002  # CPU seconds out of turn before a bot is frozen between turns
PATIENCE: Final = 3  # wall guards after which even a slow host is no excuse
MUCH: Final = 0.5  # of its memory: Node.js gives up at 5/8 (see `toolchains.HEAP`)
LAST_WORDS: Final = 30  # last lines of a program's log, for its owner
CORES: Final = os.cpu_count() or 1


class Conversation:
    """A fresh jail, or other process, with one bot, for the main thread.

    Calls raise BotFault (the bot's fault) or HostFailure (nobody's). While waiting, `beat` runs
    several times a second; it may raise.
    """

    def __init__(
        self,
        runner: Runner,
        prepared: Prepared,
        limits: Limits,
        beat: Beat | None = None,
        *,
        wall_share: float = 1.0,
    ) -> None:
        """`wall_share`: share of the usual `wall_budget`."""
        began = time.monotonic()
        self.limits = limits
        self._beat = beat
        self._wall_share = wall_share
        self._left = limits.game_cpu
        self._allowance = limits.start_cpu + limits.game_cpu
        self._set_wall: float | None = None  # wall seconds from `set_budget`
        self._waited = 0.0  # wall seconds waited for the bot
        self._base = 0.0  # CPU of the jail and interpreter, not charged to the bot
        self._mark = 0.0  # CPU of the bot at its last answer
        self._met = False
        self._meter: Meter | None = None
        self._restless = self._frozen = False
        self._is_program = prepared.manifest.language != PYTHON
        self._jail, self._channel = runner.run(prepared, limits)
        self._wall = time.monotonic() - began

    def ask(self, line: bytes, *, start: bool = False, increment: bool = True) -> bytes:
        """Send one line (bytes, no newline); return the answer.

        With `start`, `start_cpu` is the limit; else the chess clock pays for all CPU since the last
        answer.
        """
        if b"\n" in line or len(line) > self.limits.line_out:
            raise ValueError("ask takes one line of at most line_out bytes")
        off_turn = self._open()
        meter = self._meter = Meter.for_question(self.limits, self._left, off_turn, start=start)
        meter.cpu = off_turn
        self._send(line)
        answer = self._await(meter)
        self._charge(meter, increment=increment)
        if self._restless:  # it computes on its opponents' time
            self._jail.freeze(frozen=True)
            self._frozen = True
        return answer

    def tell(self, line: bytes) -> None:
        """Send the last line, which has no answer."""
        self._open()
        self._jail.end_game()
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
        """CPU seconds `left`, and at most for the next `decision`."""
        left = round(self._left, 6)
        return {"left": left, "decision": min(left, self.limits.decision_cpu)}

    def set_clock(self, left: float, *, used: float = 0.0, waited: float = 0.0) -> None:
        """`used`, `waited`: CPU and wall seconds of this game in an earlier jail."""
        self._left, self._set_wall = left, None
        self._allowance = self.limits.start_cpu + left + used
        self._waited = waited

    def set_budget(self, cpu: float, wall: float) -> None:
        """Until `set_clock`, limit all questions together (seconds)."""
        self._left, self._set_wall, self._waited = cpu, wall, 0.0

    @property
    def waited(self) -> float:
        """Wall seconds waited since the clock was set."""
        return self._waited

    @property
    def _budget(self) -> float:
        if self._set_wall is not None:
            return self._set_wall
        return self._wall_share * wall_budget(self._allowance)

    @property
    def meter(self) -> dict[str, Any]:
        """Return the last question's figures; empty before the first."""
        return self._meter.to_json() if self._meter else {}

    @property
    def last_cpu(self) -> float:
        """Return the last question's CPU seconds."""
        return self._meter.cpu if self._meter else 0.0

    @property
    def cpu(self) -> float:
        """Return its CPU seconds."""
        return max(0.0, self._jail.cpu() - self._base)

    @property
    def wall(self) -> float:
        """Return the seconds of start and answers."""
        return self._wall

    @property
    def log(self) -> str:
        return self._channel.log()

    def mark_log(self, label: int) -> None:
        """Label what the bot prints from here on."""
        self._channel.mark(label)

    @property
    def log_marks(self) -> list[tuple[int, int]]:
        """Labels with the place in `log` from which each holds."""
        return self._channel.marks()

    def close(self) -> None:
        self._jail.close()
        self._channel.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _await_guest(self) -> None:
        """Wait for the guest's restrictions; before them no bot is at fault."""
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
        """Return CPU seconds used out of turn."""
        self._await_guest()
        if surplus := self._channel.surplus():
            output = printable(surplus.decode("utf-8", "replace"))
            self._fail("protocol", _("sent a message without being asked"), detail=output)
        off_turn = max(0.0, self.cpu - self._mark)
        self._restless = self._restless or off_turn > RESTLESS
        return off_turn

    def _send(self, line: bytes) -> None:
        """Send a line, before a frozen bot is woken: so it wakes only once."""
        self._channel.send(line)
        if self._frozen:
            self._jail.freeze(frozen=False)
            self._frozen = False

    def _await(self, meter: Meter) -> bytes:
        """Wait for the answer's line; no trickle of bytes extends the deadlines."""
        watch = self._jail.watch()
        guard = min(wall_guard(meter.limit), self._budget - self._waited)
        try:
            line = self._line()
            while line is None:
                if self._channel.ended:
                    self._fail_ended()
                step = self._look(meter, guard, watch)
                began = time.monotonic()
                self._channel.pump(step)
                watch.note_late_wakeup(time.monotonic() - began - step)
                watch.exclude(self._call_back())
                line = self._line()
                if line is None:  # else the clock is read once more anyway
                    meter.cpu = self.cpu - self._mark
        finally:
            self._wall += watch.wall
        meter.wall = watch.wall
        self._waited += meter.wall - watch.host_share()
        return line

    def _call_back(self) -> float:
        if self._beat is None:
            return 0.0
        began = time.monotonic()
        self._beat()
        return time.monotonic() - began

    def _look(self, meter: Meter, guard: float, watch: Watch) -> float:
        """Fail what took too long; return the longest wait until the next look, in seconds."""
        meter.wall = watch.wall
        if meter.cpu > meter.limit:
            self._slow(meter)
        unwatched = min(WATCH_AFTER, guard / 4) - meter.wall
        if unwatched <= 0:
            watch.sample()
        if meter.wall > guard and (
            meter.wall > guard + watch.host_share() or meter.wall > PATIENCE * guard
        ):
            if watch.host_was_busy():
                self.close()
                raise HostFailure("the host was too busy to run the bot in time")
            self._fail("timeout", *meter.wall_message(self._budget, self._waited))
        ahead = (guard - meter.wall, unwatched, LOOK)
        step = min(left for left in ahead if left > 0)
        return max(0.001, min(step, (meter.limit - meter.cpu) / CORES))

    def _line(self) -> bytes | None:
        try:
            return self._channel.line()
        except Overlong:
            output = printable(self._channel.surplus().decode("utf-8", "replace"))
            words, most = _("sent a line of more than %(most)s bytes"), self.limits.line_in
            self._fail("output", words, {"most": most}, detail=f"it starts with: {output}")

    def _charge(self, meter: Meter, *, increment: bool) -> None:
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
        self._fail("timeout", *meter.cpu_message(self.limits))

    def _fail_ended(self) -> NoReturn:
        """Blame the bot for its end, or the host.

        Nothing inside the jail can kill its first process, so only evidence from outside clears the
        bot.
        """
        code = self._jail.wait(END_GUARD)
        if self._jail.out_of_memory() or (code and self._was_refused_memory()):
            most = self.limits.memory >> 20
            self._fail("memory", _("used more than %(most)s MiB of memory"), {"most": most})
        if code is None:
            self._fail("protocol", _("closed its channel without an answer"))
        if code == KILLED and self._jail.jailed:
            for_others = self._jail.was_killed_for_others()
            self.close()
            if for_others:
                raise HostFailure("the host ran out of memory, and the kernel killed the bot")
            raise HostFailure("the bot was killed from outside its jail")
        words, params, detail = _death(code)
        if self._is_program:  # the guest reports tracebacks of Python bots only
            detail = "\n".join([detail, *self.log.splitlines()[-LAST_WORDS:]])
        self._fail("crash", words, params, detail=detail)

    def _was_refused_memory(self) -> bool:
        """Whether a program says that it got no memory, and its counted memory bears it out."""
        peak = self._jail.memory_peak()
        used_much = peak is None or peak >= MUCH * self.limits.memory
        return self._is_program and used_much and ran_out_of_memory(self.log)

    def _fail(
        self, verdict: str, words: str, params: Mapping[str, Any] = NONE, *, detail: str = ""
    ) -> NoReturn:
        cpu = self.cpu
        if self._meter is not None:
            self._meter.cpu = max(self._meter.cpu, cpu - self._mark)
        self.close()
        raise BotFault(verdict, words, params, detail, cpu)


def _death(code: int) -> tuple[str, dict[str, Any], str]:
    if code >= 0:
        words = _("ended with exit code %(code)s instead of an answer")
        return words, {"code": code}, f"exit code {code}"
    name = signal.Signals(-code).name
    if -code == signal.SIGSYS:
        return _("was stopped because of a forbidden system call"), {}, name
    return _("was ended by signal %(name)s"), {"name": name}, name
