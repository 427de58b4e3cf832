"""Memory for Python's frames, taken once a request.

Python keeps a thread's frames in blocks of 16 kB, and gives a block back with its last frame. Where
a loop calls functions across the end of a block, each call maps and clears new memory: pages took
up to three times their CPU, by how deep their loops happened to run. A frame with much unused room
gets a large block, with space for all others.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
ROOM = 36_000  # words, 288 kB: of the next power of two, 224 kB are left


def with_room(function: Callable[P, T]) -> Callable[P, T]:
    """Return a function that does the same with all frames in one block."""

    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        return function(*args, **kwargs)

    call.__code__ = call.__code__.replace(co_stacksize=ROOM)
    return call
