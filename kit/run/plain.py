"""Run the author's own bots in plain processes with soft limits, where no jail works.

Never strangers' bots: nothing keeps them from files, network or processes.
"""

import os
import platform
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import weakref
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from kit.run import plain_guest
from sandbox.bot_output import Lines, Log
from sandbox.errors import HostFailure, Rejected
from sandbox.guest import archive
from sandbox.guest.manifest import Refused
from sandbox.guest.upload_rules import REASONS, ZIP_BYTES
from sandbox.guest_code import ENVIRONMENT, OPTIONS, PROJECT_ROOT, modules
from sandbox.languages import BINARY, PYTHON, Manifest
from sandbox.limits import MIB, Limits
from sandbox.runner import Prepared, process_cpu
from sandbox.wait import Wait

LEVEL: Final = "none"
CHUNK: Final = 65536
RAW_LINE: Final = 16 * MIB  # the limit of a line holds without its figures
END_SECONDS: Final = 5.0
BUSY_SHARE: Final = 0.75  # of a wait that was the referee's own delay
KEPT_VARIABLES: Final = ("PATH", "SYSTEMROOT")  # programs are found, and Windows starts


class PlainRunner:
    """Starts bots as this user; Python bots can import what they can in the jail."""

    def __init__(self, runtime: Path | None = None) -> None:
        code = tempfile.mkdtemp(prefix="kingsbench-")
        weakref.finalize(self, shutil.rmtree, code, ignore_errors=True)
        for folder in {path.parent for path in modules().values()}:
            copy = Path(code) / folder.relative_to(PROJECT_ROOT)
            shutil.copytree(folder, copy, ignore=_folders, dirs_exist_ok=True)
            with suppress(OSError):  # compiled modules, for quick starts
                shutil.copytree(folder / "__pycache__", copy / "__pycache__")
        self._modules = os.pathsep.join([code, *([str(runtime)] if runtime else [])])
        self.stamp: dict[str, Any] = {
            "level": LEVEL,
            "system": platform.platform(),
            "python": platform.python_version(),
        }

    def prepare(self, path: Path) -> Prepared:
        """Check and copy a bot (.py or .zip). Raises Rejected."""
        if path.stat().st_size > ZIP_BYTES:
            raise Rejected(REASONS["too_large"], most=ZIP_BYTES // MIB)
        try:
            files, words = archive.read_bot(path.read_bytes())
        except Refused as refused:
            reason = REASONS[refused.key]
            raise Rejected(reason, refused.detail, **refused.params) from refused
        bot = Prepared(Path(tempfile.mkdtemp(prefix="kingsbench-bot-")))
        bot.manifest = Manifest(words[0], tuple(words[1:]))
        for name, content in files.items():
            target = bot.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        if bot.manifest.language == BINARY:
            (bot.folder / words[1]).chmod(0o755)
        return bot

    def run(self, bot: Prepared, limits: Limits) -> tuple["PlainProcess", "PlainPipes"]:
        """Start a bot. Raises HostFailure."""
        is_python = bot.manifest.language == PYTHON
        log = Path(tempfile.mkdtemp(prefix="kingsbench-log-"), "log")
        try:
            process = self._start(bot, limits, log)
        except OSError as problem:
            shutil.rmtree(log.parent, ignore_errors=True)
            raise HostFailure(f"the bot could not be started: {problem}") from problem
        pipes = PlainPipes(process, log, limits, is_metered=is_python)
        return PlainProcess(process, pipes), pipes

    def _start(self, bot: Prepared, limits: Limits, log: Path) -> subprocess.Popen[bytes]:
        language = bot.manifest.language
        if language == PYTHON:
            command = [sys.executable, *OPTIONS, plain_guest.__file__]
            command += [str(2 * limits.memory), str(bot.folder)]
        else:
            file, *arguments = bot.manifest.words
            program = [] if language == BINARY else [language]
            command = [*program, str(bot.folder / file), *arguments]
        kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        with log.open("ab") as output:
            return subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=output, bufsize=0,
                cwd=bot.folder.anchor if language == PYTHON else bot.folder,  # as in the jail
                env={**kept, **ENVIRONMENT, "PYTHONPATH": self._modules},
                start_new_session=True,  # Ctrl-C is for the command
            )  # fmt: skip


def _folders(folder: str, names: list[str]) -> list[str]:
    """Return those of the names that are folders, which `copytree` leaves out."""
    return [name for name in names if Path(folder, name).is_dir()]


class PlainWatch(Wait):
    """Excuses nothing but the referee's own delays, such as a laptop that slept."""

    def sample(self) -> None:
        """Nothing to look at."""

    def host_share(self) -> float:
        return min(self.wall, self._late)

    def host_was_busy(self) -> bool:
        return self.host_share() >= BUSY_SHARE * self.wall


class PlainProcess:
    """As `sandbox.launch.Jail`, without its powers."""

    jailed = False

    def __init__(self, process: subprocess.Popen[bytes], pipes: "PlainPipes") -> None:
        self._process, self._pipes = process, pipes
        self._cpu = 0.0

    def watch(self) -> PlainWatch:
        return PlainWatch()

    def cpu(self) -> float:
        """Return its CPU seconds as this system tells them, or as the guest says."""
        running = self._process.returncode is None
        used = process_cpu(self._process.pid) if running else 0.0
        self._cpu = max(self._cpu, used, self._pipes.cpu)
        return self._cpu

    def freeze(self, *, frozen: bool) -> None:
        """Not prevented: computing on opponents' time."""

    def wait(self, timeout: float) -> int | None:
        self.cpu()
        try:
            return self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            return None

    def end_game(self) -> None:
        """Nothing of it serves another bot."""

    def out_of_memory(self) -> bool:
        return False

    def was_killed_for_others(self) -> bool:
        return False

    def memory_peak(self) -> int | None:
        return None

    def close(self) -> None:
        self.cpu()
        self._process.kill()
        self._process.wait(END_SECONDS)


class PlainPipes:
    """As `sandbox.channel.Channel`: a thread reads, since not every system polls pipes.

    The log is a file: it has all that was printed before an answer.
    """

    def __init__(
        self, process: subprocess.Popen[bytes], log: Path, limits: Limits, *, is_metered: bool
    ) -> None:
        self._process, self._path, self._is_metered = process, log, is_metered
        self._file = log.open("rb")
        self._raw = Lines(RAW_LINE)
        self._lines, self._log = Lines(limits.line_in), Log(limits.log)
        self._chunks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read_chunks, daemon=True)
        self._reader.start()
        self.cpu = 0.0  # as the guest said last
        self.ended = self.closed = False
        self.sending = False  # writing waits

    def send(self, line: bytes) -> None:
        stdin = self._process.stdin
        with suppress(OSError):  # the bot has ended; reading says so
            data = memoryview(line + b"\n")
            while stdin and data:
                data = data[stdin.write(data) :]

    def line(self) -> bytes | None:
        """Return the next line without its end, or None. Raises Overlong."""
        return self._lines.take()

    def surplus(self) -> bytes:
        """Return up to 200 bytes that nobody asked for."""
        while not self._chunks.empty():
            self._take(self._chunks.get())
        return self._lines.rest()

    def pump(self, timeout: float) -> None:
        with suppress(queue.Empty):
            self._take(self._chunks.get(timeout=max(0.0, timeout)))

    def _read_chunks(self) -> None:
        stdout = self._process.stdout
        with suppress(OSError, ValueError):  # closed meanwhile
            while stdout and (data := stdout.read(CHUNK)):
                self._chunks.put(data)
        self._chunks.put(b"")

    def _take(self, data: bytes) -> None:
        self.ended = self.ended or not data
        if not self._is_metered:
            self._lines.add(data)
            return
        self._raw.add(data)
        while (line := self._raw.take()) is not None:
            used, _, text = line.partition(b" ")
            try:
                self.cpu = max(self.cpu, float(used))
            except ValueError:  # the bot wrote it, not our guest
                text = line
            self._lines.add(text + b"\n" if text else b"")

    def log(self) -> str:
        self._drain()
        return self._log.text()

    def mark(self, label: int) -> None:
        """Label what is logged from here on."""
        self._drain()
        self._log.mark(label)

    def marks(self) -> list[tuple[int, int]]:
        self._drain()
        return self._log.marks()

    def _drain(self) -> None:
        if self.closed or self._log.room <= 0:
            return
        self._log.add(self._file.read(self._log.room))

    def close_requests(self) -> None:
        if self._process.stdin:
            self._process.stdin.close()

    def close(self) -> None:
        """Keep the log; close all ends. The process has ended."""
        if self.closed:
            return
        self._reader.join(END_SECONDS)
        self._drain()
        self.close_requests()
        if self._process.stdout:
            self._process.stdout.close()
        self._file.close()
        shutil.rmtree(self._path.parent, ignore_errors=True)
        self.closed = True
