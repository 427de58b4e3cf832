"""Faults injected into the workers and jails of a platform that plays quick matches."""

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tests.arena.processes import Platform
from tests.arena.queue.rows import Bells, Queue, Visitors
from tests.arena.resilience.crew import Crew, children, offspring, send, until
from tests.arena.scripts import disturbed


def sized(full: int, small: int) -> int:
    """Return the size of a test: full with `--storm`."""
    return full if os.environ.get("KINGSBENCH_TEST_STORM") else small


def fill(platform: Platform, matches: int) -> None:
    """Make a paused ladder with this many matches, none due before its release."""
    platform.call(disturbed.fill, matches)


def look(platform: Platform) -> dict[str, Any]:
    """Read the final state from the database."""
    return platform.call(disturbed.look)


def unharmed(matches: int) -> dict[str, Any]:
    """The expected state: each match played, recorded and rated exactly once."""
    return {
        "statuses": ["finished"],
        "serials": list(range(1, matches + 1)),
        "games": [2],
        "seats": [2],
        "changes": 2 * matches,
        "doubled": 0,
        "recorded": matches,
        "counted": 2 * matches,
        "paired": 2 * matches,
        "faults": 0,
        "states": ["active"],
        "watched": True,
        "shown": 0,
        "held": 0,
        "same": True,
    }


def drawn_dice() -> random.Random:
    """Random source with a printed seed; `KINGSBENCH_CHAOS_SEED` repeats one."""
    seed = int(os.environ.get("KINGSBENCH_CHAOS_SEED") or random.SystemRandom().getrandbits(32))
    print(f"KINGSBENCH_CHAOS_SEED={seed}")
    return random.Random(seed)


class Chaos:
    """Workers that play, and faults injected into them; each returns once it has taken effect."""

    def __init__(
        self, crew: Crew, queue: Queue, bells: Bells, dice: random.Random, names: Sequence[str]
    ) -> None:
        self.crew, self.queue, self.bells, self.dice = crew, queue, bells, dice
        self.workers = {name: self.hired(name) for name in names}
        self.beat = crew.beat()
        self.visitors = Visitors(queue.another())
        self.lost = 0  # tries that blows have cost
        self.revived = 0  # workers that had ended by themselves
        self.portion, self.spare = (
            sized(20, 4),
            4,
        )  # matches released before a fault, and when none is left
        bells.start()
        self.visitors.start()

    def hired(self, name: str) -> "subprocess.Popen[bytes]":
        """Start a worker."""
        return self.crew.worker(name, "--concurrency", "2")

    def wait(self, holds: Callable[[], Any], what: str) -> None:
        """Wait as `until` does; restart workers that exit by themselves, as supervisors do."""

        def met() -> Any:
            for name, worker in list(self.workers.items()):
                if worker.poll() is not None:
                    self.revived += 1
                    self.replace(name)
            return holds()

        try:
            until(met, what, pace=self.queue.pace)
        except AssertionError as stuck:
            stuck.add_note(self.crew.account())
            raise

    def everybody(self) -> list[int]:
        """Return the ids of all processes that play."""
        return [pid for name in self.workers for pid in self.hands(name)]

    def hands(self, name: str) -> list[int]:
        """Return the ids of one worker's processes that play."""
        return children(self.workers[name].pid)

    def some(self) -> str:
        """The name of a worker that plays now."""
        self.playing(self.everybody)
        busy = [name for name in self.workers if self.queue.running(self.hands(name))]
        return self.dice.choice(busy or list(self.workers))

    def playing(self, pids: Callable[[], list[int]]) -> None:
        """Wait until one of these processes plays; release more matches if none is due."""

        def plays() -> bool:
            if self.queue.running(pids()):
                return True
            if not self.queue.waiting():
                self.queue.release(self.spare)
            self.bells.ring("arena.play", 0)
            return False

        self.wait(plays, "somebody plays")

    def strike(self, pids: Callable[[], list[int]], blow: Callable[[list[int]], None]) -> None:
        """Hit processes in the middle of a match, until that has cost one a try.

        They are stopped first, to see what they play. A result already sent still arrives.
        """
        cost = 0
        while not cost:
            self.playing(pids)
            stopped = pids()
            for pid in stopped:
                send(pid, signal.SIGSTOP)
            matches = self.queue.running(stopped)
            before = self.queue.tries(matches)
            blow(sorted(set(matches.values())))
            for pid in stopped:
                send(pid, signal.SIGCONT)
            self.wait(partial(self.settled, matches), "the matches come back")
            cost = self.queue.tries(matches) - before
        self.lost += cost

    def settled(self, matches: dict[int, int]) -> bool:
        """Return whether every process has given up its match."""
        return not self.queue.running(list(matches.values())).keys() & matches.keys()

    def replace(self, name: str) -> None:
        """Start a worker in the place of a killed one."""
        self.workers[name].wait()
        self.workers[name] = self.hired(name)

    def a_child_is_killed(self) -> None:
        """Kill a child, as the kernel does when out of memory."""
        name = self.some()

        def blow(playing: list[int]) -> None:
            for pid in playing[:1]:
                send(pid, signal.SIGKILL)

        self.strike(partial(self.hands, name), blow)

    def a_worker_is_killed(self) -> None:
        """Kill all of a worker's processes, as when a machine is lost."""
        name = self.some()

        def blow(_playing: list[int]) -> None:
            os.killpg(self.workers[name].pid, signal.SIGKILL)
            self.replace(name)

        self.strike(partial(self.hands, name), blow)

    def a_main_process_is_killed(self) -> None:
        """Kill a main process; its children must not play on."""
        name = self.some()

        def blow(_playing: list[int]) -> None:
            self.workers[name].kill()
            self.replace(name)

        self.strike(partial(self.hands, name), blow)

    def jails_are_killed(self) -> None:
        """Kill one match's jails: no bot's fault."""
        name = self.some()

        def blow(playing: list[int]) -> None:
            for pid in [jailed for child in playing[:1] for jailed in offspring(child)]:
                send(pid, signal.SIGKILL)

        self.strike(partial(self.hands, name), blow)

    def a_worker_stands_still(self) -> None:
        """Suspend a worker past its leases: others play its matches, and it may not record them."""
        name, refused = self.some(), self.crew.told("claim_lost")

        def blow(_playing: list[int]) -> None:
            matches = self.queue.running(self.hands(name))
            self.wait(partial(self.settled, matches), "its leases end")

        self.strike(partial(self.hands, name), blow)
        self.wait(lambda: self.crew.told("claim_lost") > refused, "it hears that it has lost them")

    def inject(self, faults: Sequence[Callable[[], None]], calm_at: int) -> None:
        """Inject all faults in random order, each during matches; then play the rest."""
        try:
            self._inject(faults, calm_at)
        finally:
            self.bells.stop()
            self.visitors.stop()

    def _inject(self, faults: Sequence[Callable[[], None]], calm_at: int) -> None:
        for fault in self.dice.sample(faults, len(faults)):
            self.wait(lambda: not self.queue.tired(), "no match is near its last try")
            self.queue.release(self.portion)
            self.bells.send("arena.tick")
            began = time.monotonic()
            fault()
            name = getattr(fault, "__name__", "postgres_is_restarted")
            print(f"{self.queue.finished():4} matches  {name}  {time.monotonic() - began:.1f} s")
        self.queue.release(calm_at)
        self.wait(lambda: self.queue.finished() == calm_at, "all are played")

    def assert_nothing_left(self) -> None:
        """Stop all; fail on any process, jail, control group or file left.

        An unfinished jail may remain until the next worker starts.
        """
        self.crew.stop(self.beat, *self.workers.values())
        half_made = self.crew.half_made()
        left = [line for line in self.crew.left() if line not in half_made]
        assert not left, "\n".join(["left behind:", *left])
        self.crew.sweep()
        until(lambda: not self.crew.left(), "\n".join(["the next worker ends:", *half_made]))
