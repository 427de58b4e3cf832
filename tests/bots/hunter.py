"""Looks for a number everywhere in its memory, without holding it: the first line is replaced."""

import ctypes
import gc
import sys
from collections.abc import Collection, Iterator
from typing import Any

MASK, MASKED, DIGITS = 0, 0, ""
PAGE, AROUND = 4096, 8 << 20
BAD_ADDRESS = 14  # EFAULT

libc = ctypes.CDLL(None, use_errno=True)
wants = ["view", "events", "state"]


def found(values: Iterator[Any]) -> bool:
    return any(type(value) is int and value ^ MASK == MASKED for value in values)


def things() -> Iterator[Any]:
    for thing in gc.get_objects():
        if type(thing) is dict:
            yield from thing.values()
        elif type(thing) in (list, tuple):
            yield from thing
    frame: Any = sys._getframe()
    while frame := frame.f_back:
        yield from frame.f_locals.values()


def texts(heap: int) -> Iterator[bytes]:
    for page in range(heap - AROUND, heap + AROUND, PAGE):
        if libc.access(ctypes.c_void_p(page), 0) == 0 or ctypes.get_errno() != BAD_ADDRESS:
            yield ctypes.string_at(page, PAGE)


def in_memory() -> bool:
    """Compare digit by digit: the hunter must not write down what it is looking for."""
    digits = [int(digit) ^ 1 for digit in DIGITS]
    return any(has(text, digits) for text in texts(id(object()) & ~(PAGE - 1)))


def has(text: bytes, digits: Collection[int]) -> bool:
    at, first = -1, next(iter(digits))
    while (at := text.find(48 + first, at + 1)) >= 0:
        if [byte - 48 for byte in text[at : at + len(digits)]] == digits:
            return True
    return False


def decide(request: Any) -> Any:
    if found(things()) or in_memory():
        print("ESCAPED: knows the number")
    return request.default
