"""Become a bot that is a program, under the last restrictions.

Arguments: those of `loop.confine`, the bot's folder, memory in bytes, paths to execute and to read
(joined by colons), the command.
"""

import os
import resource
import select
import sys

from . import restrict
from .loop import place_descriptors
from .wire import ANSWERS, REQUESTS, Wire

# V8, WebAssembly and Go reserve far more addresses than they use. RLIMIT_DATA counts what
# they use, since the filter allows only the private memory that it counts.
ADDRESS_SPACE = 16 << 30
ENVIRONMENT = {"LANG": "C.UTF-8", "UV_USE_IO_URING": "0"}


def main() -> None:
    """Become the bot once there is something to answer."""
    version = confine(sys.argv[1:])
    command = sys.argv[11:]
    wire = Wire()
    wire.send(f'{{"type":"jailed","landlock":{version}}}')
    waiting = select.poll()
    waiting.register(REQUESTS, select.POLLIN)
    waiting.poll()  # by then the jail is in its cgroup, so usage is counted
    os.dup2(REQUESTS, 0)
    os.dup2(ANSWERS, 1)
    os.closerange(REQUESTS, ANSWERS + 1)
    try:
        os.execve(command[0], command, ENVIRONMENT)  # noqa: S606  # without a shell
    except OSError as problem:
        sys.exit(f"{command[0]} cannot be started: {problem.strerror}")


def confine(words: list[str]) -> int:
    """Put on the restrictions that survive exec; return Landlock's version."""
    place_descriptors(*map(int, words[:2]))
    threads, files = map(int, words[3:5])
    with open(words[5], "rb") as file:  # noqa: PTH123  # as in the loop
        program = file.read()
    data, execute, read = words[7:10]
    os.chdir(words[6])
    restrict.limit(ADDRESS_SPACE, threads, files)
    resource.setrlimit(resource.RLIMIT_DATA, (int(data), int(data)))
    version = restrict.landlock(
        execute=execute.split(":"), read=[words[6], "/dev/urandom", *filter(None, read.split(":"))]
    )
    restrict.seccomp(program)
    return version
