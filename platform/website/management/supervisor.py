"""Keeps programs running: starts them, starts again what dies, stops all of them together.

Each program leads a session of its own, so that Ctrl-C in the terminal reaches the supervisor
alone, and so that nothing which it started outlives it. Should the supervisor itself be killed,
the kernel tells the programs to end (`setpriv --pdeathsig`).
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from signal import Signals

LOOK_SECONDS = 0.1
LONG_RUN_SECONDS = 60.0  # a program that ran this long had not failed to start
LONGEST_WAIT_SECONDS = 30.0
HOPELESS = 3  # failures in a row before the first success, after which `run` gives up
LOG_BYTES = 20_000_000
# How to ask for an end, and how long to wait: what they are at may finish; then it is dropped.
STOPPING = ((Signals.SIGTERM, 6.5), (Signals.SIGQUIT, 1.5), (Signals.SIGKILL, 1.0))

Say = Callable[[str], None]


@dataclass(frozen=True)
class Program:
    """A command to keep running in a folder, with a log and the descriptors that it inherits."""

    name: str
    command: Sequence[str]
    log: Path
    folder: Path
    descriptors: Sequence[int] = ()


class Keeper:
    """Keeps one program running, waiting longer after each failure in a row."""

    def __init__(self, program: Program, say: Say) -> None:
        self.program = program
        self.failures = 0
        self._say = say
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._due = 0.0

    @property
    def is_running(self) -> bool:
        """Whether the program's first process is there; it is not reaped by asking."""
        if self._process is None:
            return False
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._process.pid, flags) is None

    def tend(self) -> None:
        """Start the program where it is due; notice its death, and plan its next start."""
        shorten(self.program.log)
        if self._process is None:
            if time.monotonic() >= self._due:
                self._start()
        elif not self.is_running:
            self._mourn()

    def send(self, number: Signals) -> None:
        """Send a signal to the program's first process, if it is there."""
        if self._process is not None:
            os.kill(self._process.pid, number)

    def clear_up(self) -> int:
        """End all that the program has left in its session, reap it, return how it ended."""
        if self._process is None:
            return 0
        with suppress(ProcessLookupError):  # not reaped yet, so its number is still its own
            os.killpg(self._process.pid, Signals.SIGKILL)
        code = self._process.wait()
        self._process = None
        return code

    def _start(self) -> None:
        with self.program.log.open("ab") as log:
            self._process = subprocess.Popen(
                ["setpriv", "--pdeathsig=TERM", "--", *self.program.command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.program.folder,
                start_new_session=True,
                pass_fds=self.program.descriptors,
            )
        self._started = time.monotonic()

    def _mourn(self) -> None:
        ran = time.monotonic() - self._started
        self.failures = 1 if ran > LONG_RUN_SECONDS else self.failures + 1
        wait = min(LONGEST_WAIT_SECONDS, 2.0 ** (self.failures - 1))
        self._due = time.monotonic() + wait
        how = ending(self.clear_up())
        log = self.program.log
        self._say(f"{self.program.name} {how}; it starts again in {wait:.0f} s (see {log})")


class Supervisor:
    """Keeps several programs until it is told to stop by SIGINT, SIGTERM or SIGHUP."""

    def __init__(self, programs: Sequence[Program], say: Say) -> None:
        self.keepers = [Keeper(program, say) for program in programs]
        self._say = say
        self._asked = 0

    def run(self, greet: Callable[[], bool]) -> bool:
        """Keep all running until told to stop. `greet` is called until it says True, once they
        run; returns False where a program never came up before that."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask)
        try:
            return self._keep(greet)
        finally:
            self.stop()

    def stop(self) -> None:
        """Ask all to end, insist, then kill: nothing is left after at most ten seconds."""
        for number, seconds in STOPPING:
            self._tell(number)
            if self._wait_for_the_end(seconds):
                break
        for keeper in self.keepers:
            keeper.clear_up()

    def _keep(self, greet: Callable[[], bool]) -> bool:
        greeted = False
        while not self._asked:
            for keeper in self.keepers:
                keeper.tend()
            greeted = greeted or greet()
            if not greeted and (hopeless := self._hopeless()):
                self._say(f"{hopeless.name} does not start; its log ends so:\n{end_of(hopeless)}")
                return False
            time.sleep(LOOK_SECONDS)
        self._say("stopping")
        return True

    def _hopeless(self) -> Program | None:
        failing = (keeper.program for keeper in self.keepers if keeper.failures >= HOPELESS)
        return next(failing, None)

    def _tell(self, number: Signals) -> None:
        for keeper in self.keepers:
            if keeper.is_running:
                keeper.send(number)

    def _wait_for_the_end(self, seconds: float) -> bool:
        """Whether all ended in time; a second Ctrl-C is told to hurry, and cuts the wait short."""
        deadline = time.monotonic() + seconds
        while any(keeper.is_running for keeper in self.keepers):
            if time.monotonic() > deadline or self._asked > 1:
                return False
            time.sleep(LOOK_SECONDS / 2)
        return True

    def _ask(self, *_: object) -> None:
        self._asked += 1


def ending(code: int) -> str:
    """A process's exit code in words."""
    return f"was killed by {Signals(-code).name}" if code < 0 else f"ended with code {code}"


def end_of(program: Program, lines: int = 15) -> str:
    """The last lines of a program's log."""
    return "\n".join(program.log.read_text(errors="replace").splitlines()[-lines:])


def shorten(log: Path) -> None:
    """Move what a log that has grown long holds to `.1`; who appends to it need not know."""
    with suppress(FileNotFoundError):
        if log.stat().st_size > LOG_BYTES:
            shutil.copyfile(log, log.with_name(f"{log.name}.1"))
            os.truncate(log, 0)
