"""Jailed interpreters with imports done, forked into bots' processes.

Each belongs to a slot and serves one bot at a time. See `guest/zygote.py`.
"""

import os
import signal
import socket
import threading
import time
import weakref
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from sandbox import staging
from sandbox.errors import HostFailure
from sandbox.guest.zygote import UNFIT
from sandbox.launch import Jail, JailTemplate, guest_command
from sandbox.limits import Limits
from sandbox.runner import KILLED, START_GUARD, Prepared
from sandbox.slots import Slot

BOTS: Final = 100  # per zygote, before a fresh one with another address layout
IDLE: Final = 8  # zygotes kept for the next games
REST: Final = 60.0  # seconds without zygotes after a failed start
MESSAGE: Final = 4096
CODES: Final = range(-signal.SIGRTMAX, 128)  # how a bot can end: signal or exit code
LIMITS: Final = Limits()


@dataclass(slots=True)
class ZygotePool:
    """One process's idle zygotes."""

    program: bytes
    _idle: list["Zygote"] = field(default_factory=list)
    _owner: int = field(default_factory=os.getpid)
    _rest_until: float = 0.0
    __weakref__: object = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        weakref.finalize(self, _close, self._idle, self._owner)

    def fork(
        self,
        template: JailTemplate,
        module: str,
        bot: Path | None,
        limits: Limits,
        ends: Sequence[int],
    ) -> Jail:
        """Fork a guest module; `ends`: requests, answers, log. Raises HostFailure, leaving nothing
        behind.
        """
        zygote = self._take(template)
        with ExitStack() as undo:
            undo.callback(zygote.close)
            if bot:
                staging.link_files(bot, zygote.stage)
            cgroup = template.backend.create(zygote.slot.name, limits) if template.backend else None
            if cgroup:
                undo.callback(cgroup.remove)
            with ExitStack() as opened:
                cgroup_fds = opened.enter_context(cgroup.open_fds()) if cgroup else []
                words = [module, *template.guest_arguments(bot, limits)]
                process, handle = zygote.fork_bot(words, [*ends, *cgroup_fds])
            undo.callback(os.close, handle)
            if cgroup:
                cgroup.move_to_v2(process)
            undo.pop_all()
        return Jail(process, handle, zygote.slot, cgroup, _Copy(self, zygote), jailed=True)

    def give_back(self, zygote: "Zygote") -> None:
        with suppress(OSError):
            if zygote.is_fit() and len(self._idle) < IDLE and self._owner == os.getpid():
                staging.unlink_files(zygote.stage)
                self._idle.append(zygote)
                return
        zygote.close()

    def close(self) -> None:
        _close(self._idle, self._owner)

    def _take(self, template: JailTemplate) -> "Zygote":
        if self._owner != os.getpid() or threading.current_thread() is not threading.main_thread():
            raise HostFailure("zygotes belong to the main thread of one process")
        for zygote in [zygote for zygote in reversed(self._idle) if zygote.suits(template)]:
            self._idle.remove(zygote)
            if zygote.is_alive():
                return zygote
            zygote.close()
        if time.monotonic() < self._rest_until:
            raise HostFailure("no zygote could be started a moment ago")
        try:
            return Zygote(
                replace(template, outer=self.program, backend=None, zygotes=None), template.outer
            )
        except HostFailure:
            self._rest_until = time.monotonic() + REST
            raise


def _close(idle: list["Zygote"], owner: int) -> None:
    """End idle zygotes, unless a forked child of their worker calls this."""
    while idle and owner == os.getpid():
        idle.pop().close()


class Zygote:
    """Its jail, socket, and the folder in which it sees each bot's."""

    def __init__(self, template: JailTemplate, outer: bytes | None) -> None:
        """Start a zygote. Raises HostFailure, leaving nothing behind."""
        self._made_for = (template.root, template.own_uid, outer)
        self._bots = 0
        self._spoiled = False
        self._folder: Prepared = staging.stage({})
        try:
            self.stage = staging.make_stage(self._folder.folder)
            self._jail, self._control = _start(template, self.stage)
        except BaseException:
            self._remove_folder()
            raise

    @property
    def slot(self) -> Slot:
        return self._jail.slot

    def suits(self, template: JailTemplate) -> bool:
        """Whether this template would start the same one."""
        return self._made_for == (template.root, template.own_uid, template.outer)

    def is_alive(self) -> bool:
        return self._jail.is_alive()

    def is_fit(self) -> bool:
        return not self._spoiled and self._bots < BOTS

    def fork_bot(self, words: Iterable[str], ends: Sequence[int]) -> tuple[int, int]:
        """Return host process number and pidfd. Raises HostFailure."""
        self._bots += 1
        try:
            socket.send_fds(self._control, [" ".join(words).encode()], ends)
            self._control.settimeout(START_GUARD)
            answer, handles, _, _ = socket.recv_fds(
                self._control, MESSAGE, 1, socket.MSG_CMSG_CLOEXEC
            )
        except OSError as problem:
            raise HostFailure(f"the zygote gave no answer: {problem}") from problem
        if answer != b"started" or len(handles) != 1:
            for handle in handles:
                os.close(handle)
            raise HostFailure(f"the zygote said {answer[:100]!r} instead of having forked")
        return _number(handles[0]), handles[0]

    def wait_for_bot(self, timeout: float, *, is_over: bool) -> int | None:
        """Exit code or negative signal; None: timeout. A dead zygote means killed from outside.

        A fork that could not be jailed, or that crashed (perhaps to learn the address layout), is
        the zygote's last: unless the game `is_over`, when a fresh one would cost the bot nothing.
        """
        self._control.settimeout(max(timeout, 0.001))
        try:
            word, _, code = self._control.recv(MESSAGE).decode("ascii", "replace").partition(" ")
            status = int(code)
        except TimeoutError:
            return None
        except (OSError, ValueError):
            word, status = "", KILLED
        if word != "ended" or status not in CODES:
            self._spoiled = True
            return KILLED
        is_crash = status == UNFIT or (status < 0 and status != KILLED)
        self._spoiled = is_crash and not is_over
        return status

    def close(self) -> None:
        self._spoiled = True
        self._control.close()
        self._jail.close()
        self._remove_folder()

    def _remove_folder(self) -> None:
        with suppress(OSError):
            (self._folder.folder / staging.STAGE).chmod(0o700)
        self._folder.close()


class _Copy:
    """How the fork of a zygote ended, for its `Jail`."""

    def __init__(self, zygotes: ZygotePool, zygote: Zygote) -> None:
        self._zygotes, self._zygote = zygotes, zygote
        self._code: int | None = None
        self._is_over = False

    def wait(self, timeout: float) -> int | None:
        if self._code is None:
            self._code = self._zygote.wait_for_bot(timeout, is_over=self._is_over)
        return self._code

    def end_game(self) -> None:
        self._is_over = True

    def kill(self) -> None:
        self._zygote.close()

    def release(self) -> None:
        self._zygotes.give_back(self._zygote)


def _start(template: JailTemplate, stage: Path) -> tuple[Jail, socket.socket]:
    control, inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    log, output = os.pipe()
    jail: Jail | None = None
    try:
        program = [*guest_command("zygote"), str(inside.fileno())]
        ends = [inside.fileno()]
        jail = template.start_program(program, stage, LIMITS, ends, output, place=staging.STAGE)
        inside.close()
        control.settimeout(START_GUARD)
        if control.recv(MESSAGE) != b"ready":
            raise HostFailure("the zygote did not start")
    except BaseException as problem:
        control.close()
        if jail:
            jail.close()
        if isinstance(problem, OSError):
            raise HostFailure(f"the zygote did not start: {problem}") from problem
        raise
    finally:
        inside.close()
        os.close(log)
        os.close(output)
    return jail, control


def _number(handle: int) -> int:
    """Return a pidfd's process number. Raises HostFailure, having closed it."""
    with suppress(OSError, ValueError, IndexError):
        output = Path(f"/proc/self/fdinfo/{handle}").read_text().partition("Pid:")[2]
        if (number := int(output.split(None, 1)[0])) > 0:
            return number
    os.close(handle)
    raise HostFailure("the bot ended as soon as it was forked")
