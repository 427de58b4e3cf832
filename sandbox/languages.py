"""Languages of bots: a Python bot is a module, any other a program."""

from dataclasses import dataclass
from typing import Final

PYTHON: Final = "python"
NODE: Final = "node"
BINARY: Final = "binary"
LANGUAGES: Final = (PYTHON, NODE, BINARY)

# Messages of runtimes that ran out of memory: the verdict is then `memory`.
OUT_OF_MEMORY: Final = (
    "JavaScript heap out of memory", "Fatal process out of memory", "std::bad_alloc",
    "memory allocation of", "fatal error: runtime: cannot allocate memory", "out of memory",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Manifest:
    """A bot's language and, for a program, its file and arguments."""

    language: str = PYTHON
    words: tuple[str, ...] = ()


def ran_out_of_memory(log: str) -> bool:
    """Does a program's log say that it ran out of memory?"""
    return any(phrase in log for phrase in OUT_OF_MEMORY)
