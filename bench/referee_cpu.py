"""Measure what greedy bots cost the referee: `python -m bench.referee_cpu [SECONDS]`.

Bots of the hostile suite that waste time or output are asked once, with SECONDS of CPU for it. The
ratio is the referee's CPU (reading, clocks, looks at the host) to the bot's, from the question to
the fault. It must stay at most 1, or a bot could slow down others' matches at no cost of its own.
A bot that sleeps has no ratio; it should cost about as much of the wall time as `time_sleep`.
"""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from bench.arguments import read_arguments
from sandbox.conversation import Conversation
from sandbox.errors import BotFault, HostFailure
from sandbox.jail import Jailer
from sandbox.limits import Limits
from tests.hostile.cases import Case, load
from tests.sandbox.conversations import decide, hello

SECONDS = 1
GREEDY = (
    "protocol_answer_by_bytes", "resource_log_flood", "resource_log_flood_by_threads",
    "time_answer_between_naps", "time_log_between_naps", "time_log_by_bytes", "time_log_flood",
    "time_log_packets", "time_many_threads", "time_membarrier_storm", "time_sleep", "time_spin",
    "time_trickle",
)  # fmt: skip
AWAKE = 0.01  # of the wall time on a CPU; below, a bot sleeps


def main() -> None:
    seconds = read_arguments(__doc__, seconds=SECONDS).seconds
    jailer = Jailer.strongest()
    table = Table("bot", title=f"Greedy bots, {seconds:g} s of CPU allowed", title_justify="left")
    for column in ("wall, s", "bot, s", "referee, s", "ratio", "of wall, %"):
        table.add_column(column, justify="right")
    for case in load():
        if case.name in GREEDY:
            wall, bot, referee = cost(jailer, case, seconds)
            ratio = f"{referee / bot:.2f}" if bot > AWAKE * wall else "sleeps"
            figures = f"{wall:.2f}", f"{bot:.3f}", f"{referee:.3f}", ratio
            table.add_row(case.name, *figures, f"{100 * referee / wall:.1f}")
    Console().print(table)


def cost(jailer: Jailer, case: Case, seconds: float) -> tuple[float, float, float]:
    """Seconds from the question to its end: wall, the bot's CPU, the referee's CPU."""
    limits = Limits(decision_cpu=seconds, game_cpu=10 * seconds)
    with TemporaryDirectory() as folder:
        path = Path(folder, "bot.py")
        path.write_text(case.source)
        with jailer.prepare(path) as bot, Conversation(jailer, bot, limits) as talk:
            talk.ask(hello(), start=True)
            before = talk.cpu
            began, used = time.monotonic(), time.process_time()
            with suppress(BotFault, HostFailure):
                talk.ask(decide(default=[0]))
            return time.monotonic() - began, talk.cpu - before, time.process_time() - used


if __name__ == "__main__":
    main()
