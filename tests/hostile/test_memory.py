"""Covert channels: a jail must leave no trace that another one can read.

The bots share names and a way to read. On a disk, where the kernel caches failed lookups of names,
the same bots transmit nearly every bit.
"""

import json
import os
import random
import shutil
import struct
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox import staging
from sandbox.conversation import Conversation
from sandbox.jail import Jailer
from sandbox.limits import Limits
from sandbox.runner import Prepared
from tests.bots import bot as bot_of
from tests.sandbox.conftest import on_disk
from tests.sandbox.conversations import decide, hello, running_cold, with_template

__all__ = ["on_disk"]
pytestmark = pytest.mark.jail

ALLOW_ALL = struct.pack("<HBBI", 0x06, 0, 0, 0x7FFF0000)
BITS = 64
MOST_BY_CHANCE = 55  # of 64 by guessing: more only once in a thousand million tries
TRIES = 5  # a busy machine disturbs reads of a disk, and the processor's caches help immediate ones
LIMITS = Limits(start_cpu=2.0, decision_cpu=2.0)


@contextmanager
def matched(jailer: Jailer, folder: Path, name: str = "writer_and_reader") -> Iterator[Prepared]:
    """Stage this bot of `tests/bots/` as for one match."""
    (folder / "bot.py").write_bytes(bot_of(name))
    with jailer.prepare(folder / "bot.py") as prepared:
        yield prepared


@contextmanager
def seated(jailer: Jailer, bot: Prepared) -> Iterator[Conversation]:
    """A bot in its jail, ready for questions."""
    with Conversation(jailer, bot, LIMITS) as talk:
        talk.ask(hello(), start=True)
        yield talk


def tell(talk: Conversation, key: str, bits: list[int]) -> None:
    """Let the bot write the bits."""
    talk.ask(question({"key": key, "bits": bits}))


def read(talk: Conversation, key: str) -> list[int]:
    """Return the bits that the bot reads without being told."""
    talk.ask(question({"key": key, "bits": BITS}))
    talk.close()
    (line,) = [line for line in talk.log.splitlines() if line.startswith("READ")]
    return [int(word) for word in line.split()[1:]]


def question(view: dict[str, object]) -> bytes:
    return json.dumps(json.loads(decide(default=[0])) | {"view": view}).encode()


def in_one_match(jailer: Jailer, folder: Path, key: str, bits: list[int]) -> list[int]:
    """Write in the first game of a match, read in the mirrored one."""
    with matched(jailer, folder) as bot:
        with seated(jailer, bot) as talk:
            tell(talk, key, bits)
        with seated(jailer, bot) as talk:
            return read(talk, key)


def across_matches(jailer: Jailer, folder: Path, key: str, bits: list[int]) -> list[int]:
    """Write in one match, read in the next, in other processes."""
    with matched(jailer, folder) as bot, seated(jailer, bot) as talk:
        tell(talk, key, bits)
    if jailer.template.zygotes:
        jailer.template.zygotes.close()
    with matched(jailer, folder) as bot, seated(jailer, bot) as talk:
        return read(talk, key)


def at_one_table(jailer: Jailer, folder: Path, key: str, bits: list[int]) -> list[int]:
    """Run two bots at once: one sends its bits, the other listens."""
    with (
        matched(jailer, folder) as one,
        matched(jailer, folder) as other,
        seated(jailer, one) as writer,
        seated(jailer, other) as reader,
    ):
        tell(writer, key, bits)
        return read(reader, key)


WAYS = [in_one_match, across_matches, at_one_table]
Way = Callable[[Jailer, Path, str, list[int]], list[int]]


def right(way: Way, jailer: Jailer, folder: Path) -> int:
    """Count the bits that get across."""
    dice = random.Random()
    bits = [dice.randrange(2) for _ in range(BITS)]
    found = way(jailer, folder, f"{dice.randrange(1 << 60):x}", bits)
    return sum(a == b for a, b in zip(bits, found, strict=True))


@pytest.mark.parametrize("way", WAYS)
def test_names_that_are_looked_up_tell_nobody_anything(
    way: Way, jailer: Jailer, tmp_path: Path
) -> None:
    for one in (jailer, running_cold(jailer)):
        assert any(right(way, one, tmp_path) <= MOST_BY_CHANCE for _ in range(TRIES))


@pytest.mark.parametrize("way", WAYS)
def test_on_a_disk_the_same_bots_get_their_bits_across(
    way: Way, jailer: Jailer, tmp_path: Path, on_disk: Path
) -> None:
    shutil.copytree(jailer.template.root, on_disk / "root", symlinks=True)
    careless = with_template(jailer, replace(jailer.template, root=on_disk / "root", zygotes=None))
    assert any(right(way, careless, tmp_path) > MOST_BY_CHANCE for _ in range(TRIES))


# --- a thread's end ------------------------------------------------------------------------------


def woken(jailer: Jailer, folder: Path) -> str:
    """Return the log of a bot at a shared file's page while its neighbour's threads end."""
    with (
        matched(jailer, folder, "waker_and_waiter") as bot,
        seated(jailer, bot) as waiter,
        seated(jailer, bot) as waker,
        ThreadPoolExecutor(2) as pool,
    ):
        for talk in (waiter, waker):
            pool.submit(talk.ask, question({"waits": talk is waiter}))
        pool.shutdown()
        waiter.close()
        return waiter.log


def test_the_end_of_a_thread_wakes_nobody_in_another_jail(jailer: Jailer, tmp_path: Path) -> None:
    assert woken(jailer, tmp_path) == "[Errno 11] system call 202\n"


def test_without_the_filters_it_does(jailer: Jailer, tmp_path: Path) -> None:
    weak = replace(
        jailer.template, outer=ALLOW_ALL, root=staging.jail_root(ALLOW_ALL), zygotes=None
    )
    assert "WOKEN" in woken(with_template(jailer, weak), tmp_path)


# --- what the machine counts ---------------------------------------------------------------------


def counted(jailer: Jailer, folder: Path) -> tuple[str, int]:
    """Return the log of a bot that makes pipes, and how far the next game's numbers are."""
    with matched(jailer, folder, "makes_pipes") as bot:
        logs: list[str] = []
        for _ in range(2):
            with seated(jailer, bot) as talk:
                talk.ask(question({}))
                talk.close()
                logs.append(talk.log)
    first, second = (int(log.split()[-1]) for log in logs)
    return logs[0], second - first


@contextmanager
def on_one_core() -> Iterator[None]:
    """Keep this thread and the jails that it starts on one core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def test_a_bot_does_not_move_the_numbers_that_the_next_one_sees(
    jailer: Jailer, tmp_path: Path
) -> None:
    log, _ = counted(jailer, tmp_path)
    assert log.startswith("[Errno 1] ")
    weak = replace(
        jailer.template, outer=ALLOW_ALL, root=staging.jail_root(ALLOW_ALL), zygotes=None
    )
    with on_one_core():  # each has numbers of its own
        moved = [counted(with_template(jailer, weak), tmp_path)[1] for _ in range(TRIES)]
    assert max(moved) >= 20_000
