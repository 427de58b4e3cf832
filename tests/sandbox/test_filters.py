"""The compiled filters do what the list in filters.toml says, call by call."""

import errno
import platform

import pyseccomp
import pytest

from sandbox import filters
from tests.sandbox.bpf import ALLOW, ERRNO, I386, KILL, verdict

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="the interpreter of these tests knows x86_64's numbers"
)
SIDES = {"outer": False, "inner": True}


def number(call: str) -> int:
    return int(pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, call))


def name_of(code: int) -> str:
    try:
        return str(pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, code).decode())
    except ValueError:  # a number that this libseccomp has no name for
        return ""


def program(side: str) -> bytes:
    return filters.load().inner if SIDES[side] else filters.load().outer


def expected(rules: filters.Rules, call: str) -> int:
    if call in rules.allow:
        return ALLOW
    if call in rules.kill:
        return KILL
    return ERRNO | (errno.ENOSYS if call in rules.missing else errno.EPERM)


@pytest.mark.parametrize("side", SIDES)
def test_every_call_gets_what_the_list_says(side: str) -> None:
    rules = filters.rules(inner=SIDES[side])
    by_argument = {rule.call for rule in rules.arguments}
    for code in range(470):
        call = name_of(code)
        if call not in by_argument:
            assert verdict(program(side), code) == expected(rules, call), call


@pytest.mark.parametrize("side", SIDES)
def test_every_name_in_the_list_is_a_call(side: str) -> None:
    rules = filters.rules(inner=SIDES[side])
    names = rules.allow | rules.kill | rules.missing | {rule.call for rule in rules.arguments}
    assert [name for name in names if number(name) < 0] == []


@pytest.mark.parametrize("side", SIDES)
def test_foreign_abis_are_answered_by_death(side: str) -> None:
    assert verdict(program(side), number("read"), arch=I386) == KILL
    assert verdict(program(side), number("read") | 0x40000000) == KILL


@pytest.mark.parametrize(
    ("call", "arguments", "answer"),
    [
        ("clone", (0x3D0F00,), ALLOW),
        ("clone", (0x1200011,), ERRNO | errno.EPERM),
        ("clone", (0x3D0F00 | 0x10000000,), ERRNO | errno.EPERM),
        ("fcntl", (0, 3), ALLOW),
        ("fcntl", (0, 6), ERRNO | errno.EPERM),
        ("fcntl", (0, 1024), ERRNO | errno.EPERM),
        ("ioctl", (0, 0x5401), ALLOW),
        ("ioctl", (0, 0x5412), ERRNO | errno.EPERM),
        ("exit_group", (1,), ALLOW),
        ("exit_group", (127,), ALLOW),
        ("exit_group", (137,), KILL),
        ("exit_group", (137 + 256,), KILL),
        ("exit", (0,), ALLOW),
        ("exit", (255,), KILL),
    ],
)
@pytest.mark.parametrize("side", SIDES)
def test_some_calls_depend_on_an_argument(
    side: str, call: str, arguments: tuple[int, ...], answer: int
) -> None:
    assert verdict(program(side), number(call), arguments) == answer


def test_limits_may_be_read_but_not_set_by_the_bot() -> None:
    call = number("prlimit64")
    assert verdict(program("inner"), call, (0, 7, 0, 1)) == ALLOW
    assert verdict(program("inner"), call, (0, 7, 1, 0)) == ERRNO | errno.EPERM
    assert verdict(program("outer"), call, (0, 7, 1, 0)) == ALLOW


def test_the_inner_filter_allows_nothing_that_the_outer_forbids() -> None:
    assert filters.rules(inner=True).allow < filters.rules(inner=False).allow


@pytest.mark.parametrize(
    "call", ["execve", "socket", "fork", "vfork", "memfd_create", "seccomp", "unlink", "flock"]
)
def test_the_bot_is_refused(call: str) -> None:
    assert verdict(program("inner"), number(call)) == ERRNO | errno.EPERM
