"""Start, restart and stop programs.

Each leads its own session: Ctrl-C reaches the supervisor alone and no child outlives it. If it is
killed, the kernel ends them (`setpriv --pdeathsig`).
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from signal import Signals

LOOK_SECONDS = 0.1
LONG_RUN_SECONDS = 60.0  # a longer run counts as started
LONGEST_WAIT_SECONDS = 30.0
HOPELESS = 3  # failures in a row before `run` gives up at the start
LOG_BYTES = 20_000_000
# Signals and the seconds to wait after each: first to finish work, then to drop it.
STOPPING = ((Signals.SIGTERM, 6.5), (Signals.SIGQUIT, 1.5), (Signals.SIGKILL, 1.0))

Say = Callable[[str], None]


@dataclass(frozen=True)
class Program:
    name: str
    command: Sequence[str]
    log: Path
    folder: Path
    descriptors: Sequence[int] = ()


class ProgramRunner:
    """Keep a program running, with growing delays after failures."""

    def __init__(self, program: Program, say: Say) -> None:
        self.program = program
        self.failures = 0
        self._say = say
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._due = 0.0

    @property
    def is_running(self) -> bool:
        """Return whether the first process lives, without reaping it."""
        if self._process is None:
            return False
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._process.pid, flags) is None

    def tend(self) -> None:
        """Start the program if due; notice its death."""
        shorten(self.program.log)
        if self._process is None:
            if time.monotonic() >= self._due:
                self.start()
        elif not self.is_running:
            ran = time.monotonic() - self._started
            self.failures = 1 if ran > LONG_RUN_SECONDS else self.failures + 1
            wait = min(LONGEST_WAIT_SECONDS, 2.0 ** (self.failures - 1))
            self._due = time.monotonic() + wait
            how = ending(self.clear_up())
            log = self.program.log
            self._say(f"{self.program.name} {how}; restarting in {wait:.0f} s (see {log})")

    def send(self, number: Signals) -> None:
        if self._process is not None:
            os.kill(self._process.pid, number)

    def clear_up(self) -> int:
        """Kill the session; return the exit code."""
        if self._process is None:
            return 0
        with suppress(ProcessLookupError):  # not reaped yet, so the pid is still ours
            os.killpg(self._process.pid, Signals.SIGKILL)
        code = self._process.wait()
        self._process = None
        return code

    def start(self, stdin: int = subprocess.DEVNULL) -> None:
        with self.program.log.open("ab") as log:
            self._process = subprocess.Popen(
                ["setpriv", "--pdeathsig=TERM", "--", *self.program.command],
                stdin=stdin,
                stdout=log,
                stderr=log,
                cwd=self.program.folder,
                start_new_session=True,
                pass_fds=self.program.descriptors,
            )
        self._started = time.monotonic()


class Supervisor:
    """Keep programs running until SIGINT, SIGTERM or SIGHUP."""

    def __init__(self, programs: Sequence[Program], say: Say) -> None:
        self.keepers = [ProgramRunner(program, say) for program in programs]
        self._say = say
        self._asked = 0

    @contextmanager
    def held(self) -> Iterator[None]:
        """Start the programs; their input, for which they wait, ends with the block.

        Stop them if the block fails.
        """
        read, write = os.pipe()
        try:
            for keeper in self.keepers:
                keeper.start(stdin=read)
            yield
        except BaseException:
            self.stop()
            raise
        finally:
            os.close(read)
            os.close(write)

    def run(self, greet: Callable[[], bool]) -> bool:
        """Run until told to stop, calling `greet` until True; False: a program never starts."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask)
        try:
            return self._keep(greet)
        finally:
            self.stop()

    def stop(self) -> None:
        """Stop all programs within ten seconds."""
        for number, seconds in STOPPING:
            for keeper in self.keepers:
                if keeper.is_running:
                    keeper.send(number)
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
            hopeless = [keeper.program for keeper in self.keepers if keeper.failures >= HOPELESS]
            if hopeless and not greeted:
                name, log_end = hopeless[0].name, end_of(hopeless[0])
                self._say(f"{name} does not start. The end of its log:\n{log_end}")
                return False
            time.sleep(LOOK_SECONDS)
        self._say("stopping")
        return True

    def _wait_for_the_end(self, seconds: float) -> bool:
        """Return whether all ended; a second Ctrl-C hurries."""
        deadline = time.monotonic() + seconds
        while any(keeper.is_running for keeper in self.keepers):
            if time.monotonic() > deadline or self._asked > 1:
                return False
            time.sleep(LOOK_SECONDS / 2)
        return True

    def _ask(self, *_: object) -> None:
        self._asked += 1


def ending(code: int) -> str:
    return f"was killed by {Signals(-code).name}" if code < 0 else f"ended with code {code}"


def end_of(program: Program, lines: int = 15) -> str:
    return "\n".join(program.log.read_text(errors="replace").splitlines()[-lines:])


def shorten(log: Path) -> None:
    """Rotate a long log to `.1` by truncation, as writers keep it open."""
    with suppress(FileNotFoundError):
        if log.stat().st_size > LOG_BYTES:
            shutil.copyfile(log, log.with_name(f"{log.name}.1"))
            os.truncate(log, 0)
