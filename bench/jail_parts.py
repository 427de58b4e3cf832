"""Measure the parts of the jail's cost: starts, round trips, CPU."""

import resource
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from rich.table import Table

from arena.matches.referee import player, protocol
from sandbox import guest_code, staging
from sandbox.conversation import Conversation
from sandbox.jail import Jailer
from sandbox.limits import Limits
from sandbox.runner import Prepared
from sandbox.zygote import ZygotePool

STARTS = 40
TRIPS = 2000
DECISIONS = 70
MATCHES = 20
REQUEST, ANSWER = 500, 200  # bytes of a question and its answer, with line ends
TRIVIAL = "def decide(request): return 0\n"
# Each pick adds a digit or two, a comma and a space to the answer.
WORDY = "def decide(request): return ANSWER\nANSWER = list(range(46))\n"
COLD, ZYGOTE = "cold jail", "zygote"


@dataclass(frozen=True)
class Start:
    """Milliseconds to the guest's greeting, and to the first answer."""

    greeting: float
    answer: float


def ways(jailer: Jailer) -> dict[str, Jailer]:
    """Return jailers by their way to start jails."""
    cold = copy(jailer)
    cold.template = replace(jailer.template, zygotes=None)
    return {COLD: cold, ZYGOTE: jailer} if jailer.template.zygotes else {COLD: cold}


def tables(ways: dict[str, Jailer]) -> Iterator[Table]:
    with staging.stage({"bot.py": TRIVIAL.encode()}) as trivial:
        yield starts(ways, trivial)
        yield processor(ways, trivial)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bot.py")
        path.write_text(WORDY)
        yield trips({"no jail": Jailer("bundled-only", bundled=Path(folder)), **ways}, path)


def hello() -> protocol.Hello:
    limits = Limits().to_json()
    return protocol.Hello(
        game="dominion", config={}, seats=2, seat=0, limits=limits, random=1
    )  # fmt: skip


def question(number: int, options: int = 2) -> protocol.Decide:
    """Return a question padded to the usual length."""
    asked = protocol.Question(
        seat=0, kind="gain", options=("Copper", *range(options - 1)), least=1,
        most=options, default=(0,), ordered=False, source=None, about=None,
    )  # fmt: skip
    clock = protocol.Clock(left=10.0, decision=2.0)
    short = protocol.Decide(id=number, decision=asked, clock=clock, view={"pad": ""})
    missing = max(0, REQUEST - 1 - len(protocol.encode(short)))
    return protocol.Decide(id=number, decision=asked, clock=clock, view={"pad": "x" * missing})


def starts(ways: dict[str, Jailer], prepared: Prepared) -> Table:
    """Time starts: a bare interpreter, a jail, a copy of a zygote."""
    plain = sorted(_ms(_plain) for _ in range(STARTS))
    table = Table("Start", title="Starts, wall time", title_justify="left")
    for column in ("median ms", "p90 ms", "ratio to plain"):
        table.add_column(column, justify="right")

    def row(title: str, found: list[float]) -> None:
        found.sort()
        middle, late = median(found), found[len(found) * 9 // 10]
        table.add_row(title, f"{middle:.1f}", f"{late:.1f}", f"{middle / median(plain):.2f}")

    row("python3 -I -S -c pass", plain)
    for title, jailer in ways.items():
        _start(jailer, prepared)
        found = [_start(jailer, prepared) for _ in range(STARTS)]
        row(f"{title}, to its greeting", [one.greeting for one in found])
        row(f"{title}, to its first answer", [one.answer for one in found])
    return table


def _plain() -> None:
    subprocess.run([guest_code.PYTHON, "-I", "-S", "-c", "pass"], check=True)


def _ms(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return 1000 * (time.perf_counter() - began)


def _start(jailer: Jailer, prepared: Prepared) -> Start:
    began = time.perf_counter()
    with Conversation(jailer, prepared, Limits()) as talk:
        talk._await_guest()
        greeting = time.perf_counter()
        player.greet(talk, hello())
        player.ask(talk, question(1))
        answer = time.perf_counter()
    return Start(1000 * (greeting - began), 1000 * (answer - began))


def trips(ways: dict[str, Jailer], bot: Path) -> Table:
    """Time a question of 500 bytes and its answer of 200."""
    table = Table("Round trip", title="Round trips, medians", title_justify="left")
    for column in ("bare us", "whole ask us"):
        table.add_column(column, justify="right")
    for title, jailer in ways.items():
        with jailer.prepare(bot) as prepared, Conversation(jailer, prepared, Limits()) as talk:
            player.greet(talk, hello())
            asked = median(_ms(lambda: player.ask(talk, QUESTION)) for _ in range(TRIPS))
            # Last, as its CPU counts as thinking out of turn, for which a bot is frozen.
            bare = median(_ms(lambda: _bare(talk)) for _ in range(TRIPS))
        table.add_row(title, f"{1000 * bare:.0f}", f"{1000 * asked:.0f}")
    table.caption = "bare: the line and its answer; whole: messages, clocks, CPU, strict parsing"
    return table


def _bare(talk: Conversation) -> None:
    talk._channel.send(LINE)
    while talk._channel.line() is None:
        talk._channel.pump(1.0)


QUESTION = question(1, 46)
LINE = protocol.encode(QUESTION)


def processor(ways: dict[str, Jailer], prepared: Prepared) -> Table:
    """Measure CPU of worker and children in a game of two trivial bots."""
    table = Table("CPU", title=f"A game of two bots, 2 x {DECISIONS} decisions: CPU of everything")
    table.title_justify = "left"
    for column in ("user ms", "system ms", "both", "ratio"):
        table.add_column(column, justify="right")
    first = 0.0
    for title, jailer in ways.items():
        user, system = _cpu_of(jailer, prepared)
        first = first or user + system
        table.add_row(
            title, f"{user:.1f}", f"{system:.1f}", f"{user + system:.1f}",
            f"{first / (user + system):.2f}",
        )  # fmt: skip
    table.caption = f"mean of {MATCHES}, with the start of the zygotes"
    return table


def _cpu_of(jailer: Jailer, prepared: Prepared) -> tuple[float, float]:
    """Return user and system milliseconds per game; end the zygotes first, to count theirs."""
    with ExitStack() as stack:
        if jailer.template.zygotes:
            zygotes = stack.enter_context(closing(ZygotePool(jailer.template.zygotes.program)))
            jailer = copy(jailer)
            jailer.template = replace(jailer.template, zygotes=zygotes)
        before = _spent()
        for _ in range(MATCHES):
            _game(jailer, prepared)
    return tuple(1000 * (b - a) / MATCHES for a, b in zip(before, _spent(), strict=True))  # type: ignore[return-value]  # two


def _spent() -> tuple[float, float]:
    own, children = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + children.ru_utime, own.ru_stime + children.ru_stime


def _game(jailer: Jailer, prepared: Prepared) -> None:
    with ExitStack() as stack:
        talks = [
            stack.enter_context(Conversation(jailer, prepared, Limits())) for _ in range(2)
        ]  # fmt: skip
        for talk in talks:
            player.greet(talk, hello())
        for number in range(1, DECISIONS + 1):
            for talk in talks:
                player.ask(talk, question(number))
        for talk in talks:
            talk.tell(b'{"type":"finish","outcome":{}}')
