"""Chaos: many matches while everything that can break breaks; only time is lost.

Real PostgreSQL, Redis, Celery workers with the rights that are documented, jails, and visitors who
watch every match. Faults come in an order and at moments drawn from a printed seed; each waits
until it has taken effect. What must hold at the end does not depend on it.
"""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.arena.processes import DATABASE, Platform
from tests.arena.queue.rows import Bells, Queue
from tests.arena.resilience.chaos import Chaos, drawn_dice, fill, look, sized, unharmed
from tests.arena.resilience.crew import Crew, Line, Server, own_postgres, own_redis, send
from tests.arena.worker_role import worker_role

pytestmark = [pytest.mark.jail, pytest.mark.long(200)]

RECORDS = "records"
MATCHES = sized(500, 100)  # more than are released before the last fault
EMBEDDED_MATCHES = sized(200, 40)
PACE = {"KINGSBENCH_CORES": "4", "KINGSBENCH_LEASE_SECONDS": "2"}


class ServiceChaos(Chaos):
    """Faults of workers, of the servers and of the connections between them.

    Workers that play have the documented role; another one has the owner's, for all else.
    """

    def __init__(
        self, crew: Crew, postgres: Server, role: str, broker: Server, line: Line, queue: Queue
    ) -> None:
        self.postgres, self.role, self.broker, self.line = postgres, role, broker, line
        super().__init__(crew, queue, Bells(broker.url), drawn_dice(), ["near", "far", RECORDS])

    def hired(self, name: str) -> "subprocess.Popen[bytes]":
        """Start a worker; the one called far connects to the database through the proxy."""
        if name == RECORDS:
            return self.crew.worker(name, "--concurrency", "2", queues="arena-records")
        way = self.line.leads(self.role) if name == "far" else self.role
        return self.crew.worker(name, "--concurrency", "2", queues="arena", DATABASE_URL=way)

    def some(self) -> str:
        """The name of a worker that plays."""
        name = super().some()
        return name if name != RECORDS else "near"

    def the_tick_is_killed(self) -> None:
        """Kill the worker that runs the tick; another one replaces it."""
        os.killpg(self.workers[RECORDS].pid, signal.SIGKILL)
        self.replace(RECORDS)

    def the_rater_is_killed(self) -> None:
        """Kill the processes that rate while results wait for them; others follow."""
        self.playing(self.everybody)
        hands = self.hands(RECORDS)
        for pid in hands:
            send(pid, signal.SIGSTOP)
        self.wait(self.queue.pending, "a result is stored")
        for pid in hands:
            send(pid, signal.SIGKILL)
        self.wait(lambda: not self.queue.pending(), "it is rated")

    def two_rate_at_once(self) -> None:
        """Let another host's process rate beside the first; it may be killed at any moment."""
        var = self.crew.platform.environment["KINGSBENCH_VAR"]
        rater = self.crew.worker("rater", "--concurrency", "1", queues="arena-records",
                                 KINGSBENCH_VAR=f"{var}-2")  # fmt: skip
        self.wait(lambda: self.crew.told("rater@chaos ready"), "it is awake")
        before = self.queue.finished()
        self.queue.release(self.portion)
        for _ in range(50):
            self.bells.send("arena.rate")
        self.wait(lambda: self.queue.finished() > before, "matches are played and rated")
        os.killpg(rater.pid, signal.SIGKILL)

    def the_line_is_cut(self) -> None:
        """Reset all database connections of the far worker. It may have none: reconnecting after
        the last cut takes a while."""

        def cut() -> int:
            self.playing(partial(self.hands, "far"))
            return self.line.cut()

        self.wait(cut, "there is a connection to cut")

    def the_line_stands_still(self) -> None:
        """Stall for longer than a lease; nothing is closed, and in the end everything arrives."""
        cost = 0
        while not cost:
            self.playing(partial(self.hands, "far"))
            self.line.stall()
            matches = self.queue.running(self.hands("far"))
            before = self.queue.tries(matches)
            self.wait(partial(self.settled, matches), "its leases end")
            self.line.flow()
            cost = self.queue.tries(matches) - before
        self.lost += cost

    def redis_is_killed(self) -> None:
        """Kill Redis with all its messages. Workers finish their matches and wait for it."""
        missed = self.crew.told("bell_unheard")
        while self.crew.told("bell_unheard") == missed:
            self.redis_is_away_for_a_match(missed)

    def redis_is_away_for_a_match(self, missed: int) -> None:
        """Kill Redis until workers miss it, or have nothing left to send a message for."""
        self.queue.release(self.spare)
        self.playing(self.everybody)
        self.broker.end(signal.SIGKILL)
        matches = self.queue.running(self.everybody())
        self.wait(
            lambda: self.crew.told("bell_unheard") > missed or self.settled(matches),
            "workers miss it",
        )
        self.broker.begin()

    def messages_are_lost(self) -> None:
        """Delete all waiting messages and the table of queues."""

        def lost() -> int:
            for _ in range(50):
                self.bells.send("arena.play", 0)
            return self.broker.forget()

        self.wait(lost, "messages wait")

    def messages_are_doubled(self) -> None:
        """Send many messages for matches already played or that never existed."""
        for number in range(100):
            self.bells.send("arena.play", self.dice.randint(1, 2 * MATCHES) if number % 2 else 1)

    def postgres_is_restarted(self, number: signal.Signals) -> None:
        """Stop PostgreSQL until a worker has noticed."""
        missed = self.crew.told("database_away")
        self.playing(self.everybody)
        self.postgres.end(number)
        self.wait(lambda: self.crew.told("database_away") > missed, "workers miss it")
        self.postgres.begin()

    def faults(self) -> list[Callable[[], None]]:
        return [
            *[self.a_child_is_killed] * sized(4, 1),
            *[self.a_worker_is_killed] * sized(3, 1),
            self.a_main_process_is_killed,
            self.the_tick_is_killed,
            *[self.the_rater_is_killed] * sized(3, 1),
            self.two_rate_at_once,
            *[self.jails_are_killed] * sized(2, 1),
            self.a_worker_stands_still,
            *[self.the_line_is_cut] * sized(2, 1),
            self.the_line_stands_still,
            *[self.redis_is_killed] * sized(2, 1),
            self.messages_are_lost,
            self.messages_are_doubled,
            partial(self.postgres_is_restarted, signal.SIGINT),  # as a graceful restart does
            partial(self.postgres_is_restarted, signal.SIGKILL),
        ]


@pytest.fixture
def broker() -> Iterator[Server]:
    with own_redis() as server:
        yield server


@pytest.fixture
def postgres() -> Iterator[Server]:
    with own_postgres() as server:
        yield server


@pytest.fixture
def line(postgres: Server) -> Iterator[Line]:
    with Line(postgres.port) as line:
        yield line


@pytest.mark.services
def test_after_chaos_every_match_is_finished_exactly_once(
    postgres: Server, broker: Server, line: Line, tmp_path: Path
) -> None:
    urls = {"DATABASE_URL": postgres.url, "REDIS_URL": broker.url}
    platform = Platform(tmp_path / "var", **urls, **PACE)
    with (
        worker_role(postgres.url) as role,
        Crew(platform, tmp_path) as crew,
        Queue(postgres.url) as queue,
    ):
        fill(platform, MATCHES)
        chaos = ServiceChaos(crew, postgres, role, broker, line, queue)
        chaos.inject(chaos.faults(), MATCHES)
        chaos.assert_nothing_left()
        found = look(platform)
        assert crew.told("denied") == 0
    tries = found.pop("tries")
    print(f"{tries} tries were lost, {chaos.lost} of them by blows; {chaos.revived} revived")
    assert found == unharmed(MATCHES)
    assert tries >= chaos.lost >= sized(12, 6)


def test_after_killed_workers_the_embedded_platform_has_lost_nothing(tmp_path: Path) -> None:
    var, folder = tmp_path / "var", str(tmp_path / "var/broker/messages")
    platform = Platform(var, **PACE)
    with Crew(platform, tmp_path) as crew, Queue(file=var / DATABASE) as queue:
        fill(platform, EMBEDDED_MATCHES)
        bells = Bells("filesystem://", data_folder_in=folder, data_folder_out=folder)
        chaos = Chaos(crew, queue, bells, drawn_dice(), ["one"])
        kills = [chaos.a_child_is_killed, chaos.a_worker_is_killed] * sized(2, 1)
        chaos.inject([*kills, chaos.jails_are_killed], EMBEDDED_MATCHES)
        chaos.assert_nothing_left()
        found = look(platform)
    assert found.pop("tries") >= chaos.lost >= sized(5, 3)
    assert found == unharmed(EMBEDDED_MATCHES)
