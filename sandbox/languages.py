"""The languages that a bot may be written in, and how an upload says which it is.

A Python bot is a module that the guest loads. A bot in any other language is a program: the guest
puts on every restriction and then becomes it (`guest/program.py`).
"""

from dataclasses import dataclass
from typing import Final

PYTHON: Final = "python"
NODE: Final = "node"
BINARY: Final = "binary"
LANGUAGES: Final = (PYTHON, NODE, BINARY)

# What run-time systems print when memory is refused to them: the jail's verdict is then `memory`.
OUT_OF_MEMORY: Final = (
    "JavaScript heap out of memory", "Fatal process out of memory", "std::bad_alloc",
    "memory allocation of", "fatal error: runtime: cannot allocate memory", "out of memory",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Manifest:
    """How a bot is started: its language, and of a program its file and its arguments."""

    language: str = PYTHON
    words: tuple[str, ...] = ()


def exhausted(log: str) -> bool:
    """Did a program say at its end that it had got no more memory?"""
    return any(words in log for words in OUT_OF_MEMORY)
