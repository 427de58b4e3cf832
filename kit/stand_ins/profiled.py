"""Profiles the bot beside it, by CPU, and prints what it found so far."""

import cProfile
import importlib
import json
import os
import sys
import time
from typing import Any

MARK = "@profile "  # as in __init__.py, which the jail has not
MOST = 60  # functions, by own time and by total time
EVERY = 20  # decisions

_profiler = cProfile.Profile(time.process_time)
_bot: Any = _profiler.runcall(importlib.import_module, "own_bot")
_folder = os.path.dirname(os.path.abspath(__file__)) + "/"
_asked = 0
wants = getattr(_bot, "wants", ("view", "events"))


def decide(request: Any) -> Any:
    global _asked  # noqa: PLW0603
    answer = _profiler.runcall(_bot.decide, request)
    _asked += 1
    if _asked % EVERY == 0:
        tell()
    return answer


def start(setup: Any) -> None:
    if hasattr(_bot, "start"):
        _profiler.runcall(_bot.start, setup)


def finish(outcome: Any) -> None:
    tell()
    if hasattr(_bot, "finish"):
        _profiler.runcall(_bot.finish, outcome)
        tell()


def tell() -> None:
    """Print rows of file, line, name, calls, own and total seconds."""
    _profiler.disable()
    rows: list[list[Any]] = []
    for entry in _profiler.getstats():
        code = entry.code
        if isinstance(code, str):  # a function in C
            place = ["", 0, code]
        else:
            place = [code.co_filename.removeprefix(_folder), code.co_firstlineno, code.co_name]
        rows.append([*place, entry.callcount, entry.inlinetime, entry.totaltime])
    by_own = sorted(rows, key=lambda row: row[4], reverse=True)[:MOST]
    by_total = sorted(rows, key=lambda row: row[5], reverse=True)[:MOST]
    kept = by_own + [row for row in by_total if row not in by_own]
    sys.stdout.write(f"\n{MARK}{json.dumps(kept)}\n")
