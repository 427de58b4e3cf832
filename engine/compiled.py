"""Find a build of the engine by mypyc, and prefer it.

A build lies in the interpreter's environment, in a folder named by the contents of the sources that
it was made from: it is never found for others. `arena.compiling` makes it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

SETTING = "KINGSBENCH_COMPILED"  # "1": `up` makes a build; "0": none is used
SOURCES = os.path.dirname(__file__)  # noqa: PTH120  (pathlib would slow down each bot's start)
BUILDS = os.path.join(sys.prefix, "compiled-engine")  # noqa: PTH118
MODULES = (  # those in which games spend their time
    "chance", "dominion/state", "dominion/player", "dominion/turn", "dominion/moves/triggers",
    "dominion/moves/paying", "dominion/verbs", "dominion/view", "dominion/knowledge",
    "kingdomino/state", "kingdomino/kingdom",
)  # fmt: skip


def sources() -> Iterator[str]:
    """Return the paths of all modules of the engine, relative to it."""
    for folder, folders, names in os.walk(SOURCES):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".py"):
                yield os.path.relpath(os.path.join(folder, name), SOURCES)  # noqa: PTH118


def folder() -> str:
    """Return the folder of a build of these sources for this interpreter, made or not."""
    from hashlib import sha256  # noqa: PLC0415  (of no use where nothing was ever built)

    digest = sha256(f"{sys.version} {MODULES}".encode())
    for path in sources():
        with open(os.path.join(SOURCES, path), "rb") as file:  # noqa: PTH118, PTH123
            digest.update(f"{path}\0".encode() + sha256(file.read()).digest())
    return os.path.join(BUILDS, digest.hexdigest()[:20])  # noqa: PTH118


def current() -> str | None:
    """Return the `engine` of the current build; None if there is none, or it is not wanted."""
    if os.environ.get(SETTING) == "0" or not os.path.isdir(BUILDS):  # noqa: PTH112
        return None
    package = os.path.join(folder(), "engine")  # noqa: PTH118
    return package if os.path.isdir(package) else None  # noqa: PTH112
