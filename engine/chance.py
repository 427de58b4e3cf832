"""The only randomness: a shuffle is a function of a seed and a place.

SHAKE-128 is the same on every Python version; Fisher-Yates as in Knuth, The Art of Computer
Programming, volume 2, 3.4.2.
"""

from __future__ import annotations

from hashlib import shake_128
from struct import unpack
from typing import Any


def numbers(count: int, seed: int, *place: int | str) -> tuple[int, ...]:
    """`count` numbers of 32 bits for this seed and place."""
    key = repr((seed, *place)).encode()
    return unpack("<%dI" % count, shake_128(key).digest(4 * count))  # noqa: UP031  (the faster way)


def shuffle(items: list[Any], seed: int, *place: int | str) -> None:
    """Shuffle the list in place."""
    size = len(items)
    if size < 2:
        return
    for left, number in zip(range(size, 1, -1), numbers(size - 1, seed, *place), strict=True):
        chosen = number * left >> 32
        items[left - 1], items[chosen] = items[chosen], items[left - 1]


def sample(items: list[Any], count: int, seed: int, *place: int | str) -> list[Any]:
    """`count` of the items, in random order."""
    pool = list(items)
    shuffle(pool, seed, *place)
    return pool[:count]
