"""The only door to randomness: a shuffle is a pure function of a seed and the place it is made at.

The stream is SHAKE-128, not Python's `random`, so that a seed means the same game on every
Python version; Fisher-Yates as in Knuth, The Art of Computer Programming, volume 2, 3.4.2.
"""

from __future__ import annotations

from hashlib import shake_128
from struct import unpack
from typing import Any


def numbers(count: int, seed: int, *place: int | str) -> tuple[int, ...]:
    """`count` whole numbers of 32 bits, drawn from the stream of this seed and place."""
    key = ":".join(map(str, (seed, *place)))
    return unpack(f"<{count}I", shake_128(key.encode()).digest(4 * count))


def shuffle(items: list[Any], seed: int, *place: int | str) -> None:
    """Shuffle the list where it stands. Equal lists, seeds and places give equal orders."""
    last = len(items) - 1
    if last < 1:
        return
    for number in numbers(last, seed, *place):
        chosen = number * (last + 1) >> 32
        items[last], items[chosen] = items[chosen], items[last]
        last -= 1


def sample(items: list[Any], count: int, seed: int, *place: int | str) -> list[Any]:
    """`count` of the items, in random order; the list stays as it is."""
    pool = list(items)
    shuffle(pool, seed, *place)
    return pool[:count]
