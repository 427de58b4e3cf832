"""Put on the last restrictions, then serve the bot."""

import os
import sys
from typing import NoReturn

from . import restrict
from .serve import serve
from .wire import ANSWERS, REQUESTS, Wire


def confine(arguments: list[str]) -> int:
    """Put on every restriction; return Landlock's version.

    `arguments`: two descriptors, bytes, threads, files, the filter's path ("-": none, for bundled
    bots).
    """
    requests, answers, memory, threads, files = (int(word) for word in arguments[:5])
    place_descriptors(requests, answers)
    restrict.limit(memory, threads, files)
    if arguments[5] == "-":
        return 0
    with open(arguments[5], "rb") as file:  # noqa: PTH123  # pathlib would double the start
        program = file.read()
    version = restrict.landlock()
    restrict.seccomp(program)
    return version


def place_descriptors(requests: int, answers: int) -> None:
    high = [os.dup(requests), os.dup(answers)]  # first away from 3 and 4
    os.dup2(high[0], REQUESTS)
    os.dup2(high[1], ANSWERS)
    os.closerange(ANSWERS + 1, 1 << 20)


def main() -> NoReturn:
    version = confine(sys.argv[1:7])
    wire = Wire()
    wire.send(f'{{"type":"jailed","landlock":{version}}}')
    serve(wire, sys.argv[7])
