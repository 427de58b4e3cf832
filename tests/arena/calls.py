"""Call functions of ours in other processes; arguments and results travel as JSON."""

import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from itertools import chain
from typing import IO, Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[[], Any]  # a function of a module, or a `partial` of one
SETUP = "import django; django.setup(); from tests.arena import calls; calls."


def code(work: Callable[P, Any], *args: P.args, **kwargs: P.kwargs) -> str:
    """Return Python that calls this function in a new process and prints its result."""
    return f"{SETUP}answer({_packed(partial(work, *args, **kwargs))!r})"


def code_of_stages(stages: Sequence[Sequence[Work]]) -> str:
    """Return Python that runs `stages` in a new process and prints their results."""
    packed = json.dumps([[_packed(work) for work in stage] for stage in stages])
    return f"{SETUP}answer_stages({packed!r})"


def result(output: str) -> Any:
    """Read what such a process has printed last."""
    return json.loads(output.splitlines()[-1])


def answer(packed: str) -> None:
    """Call the function and print its result as the last line."""
    module, name, args, kwargs = json.loads(packed)
    print(json.dumps(getattr(import_module(module), name)(*args, **kwargs)))


def answer_stages(packed: str) -> None:
    """Run each stage's calls at once, each in a fork of this process; stages run in order.

    The forks begin before anything is connected, so each has settings and connections of its own.
    """
    stages: list[list[str]] = json.loads(packed)
    for call in chain.from_iterable(stages):
        import_module(json.loads(call)[0])
    print(json.dumps([[_ended(*one) for one in [_begun(call) for call in s]] for s in stages]))


def _packed(work: Work) -> str:
    if not isinstance(work, partial):
        work = partial(work)
    function: Any = work.func
    return json.dumps([function.__module__, function.__qualname__, work.args, work.keywords])


def _begun(call: str) -> tuple[int, IO[str]]:
    told = tempfile.TemporaryFile("w+")  # noqa: SIM115  (`_ended` closes it)
    if child := os.fork():
        return child, told
    try:
        os.dup2(told.fileno(), 1)
        answer(call)
        sys.stdout.flush()
        os._exit(0)
    except BaseException:  # noqa: BLE001  (nothing of the parent runs on in a fork)
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)


def _ended(child: int, told: IO[str]) -> Any:
    _, status = os.waitpid(child, 0)
    assert status == 0, f"a process ended with {os.waitstatus_to_exitcode(status)}"
    with told:
        told.seek(0)
        return result(told.read())
