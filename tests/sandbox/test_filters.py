"""The compiled filters do what the list in filters.toml says, call by call."""

import errno
import platform
from typing import get_args

import pyseccomp
import pytest

from sandbox import filters
from sandbox.guest import zygote
from tests.sandbox.bpf import ALLOW, ERRNO, I386, KILL, X86_64, verdict

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="the interpreter of these tests knows x86_64's numbers"
)
SIDES: tuple[filters.Side, ...] = get_args(filters.Side)
STARTED = ("outer", "inner")  # what holds for a bot that was started by itself: both
FORKED = ("zygote", "inner")  # and for one that a zygote has forked
ARGUMENTS = (
    *((flags,) for flags in (0, 17, 0x3D0F00, 0x1200011, 0x38001011, 0x3D0F00 | 0x10000000)),
    *((0, value) for value in range(64)),
    *((0, value) for value in (1024, 1030, 1033, 0x5401, 0x5412, 0x5413, 0x541B, 0x5421, 0x5451)),
    *((value,) for value in range(256)),
    (0, 7, 1, 0), (0, 7, 0, 1),
)  # fmt: skip


def number(call: str) -> int:
    return int(pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, call))


def name_of(code: int) -> str:
    try:
        return str(pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, code).decode())
    except ValueError:  # a number that this libseccomp has no name for
        return ""


def program(side: str) -> bytes:
    found: bytes = getattr(filters.load(), side)
    return found


def effective(path: tuple[str, ...], code: int, arguments: tuple[int, ...], arch: int) -> int:
    """The answer of filters one upon the other: the strictest (seccomp(2)), of equals the last.

    The actions that are used here are the stricter the smaller, once death is read as negative.
    """
    answers = [verdict(program(side), code, arguments, arch) for side in reversed(path)]
    return min(answers, key=lambda answer: -1 if answer & 0xFFFF0000 == KILL else answer >> 16)


def expected(rules: filters.Rules, call: str) -> int:
    if call in rules.allow:
        return ALLOW
    if call in rules.kill:
        return KILL
    return ERRNO | (errno.ENOSYS if call in rules.missing else errno.EPERM)


@pytest.mark.parametrize("side", SIDES)
def test_every_call_gets_what_the_list_says(side: filters.Side) -> None:
    rules = filters.rules(side)
    by_argument = {rule.call for rule in rules.arguments}
    for code in range(470):
        call = name_of(code)
        if call not in by_argument:
            assert verdict(program(side), code) == expected(rules, call), call


@pytest.mark.parametrize("side", SIDES)
def test_every_name_in_the_list_is_a_call(side: filters.Side) -> None:
    rules = filters.rules(side)
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
        ("madvise", (0, 4096, 4), ALLOW),
        ("madvise", (0, 4096, 12), ERRNO | errno.EPERM),
        ("futex", (0, 128 | 256 | 9), ALLOW),
        ("futex", (0, 128 | 6), ERRNO | errno.EPERM),
        ("futex", (0, 0), ALLOW),
        ("futex", (0, 1), ERRNO | errno.EPERM),
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
    assert filters.rules("inner").allow < filters.rules("outer").allow


@pytest.mark.parametrize("arch", [X86_64, I386])
def test_a_forked_bot_is_refused_exactly_what_a_started_one_is(arch: int) -> None:
    by_argument = {number(rule.call) for side in SIDES for rule in filters.rules(side).arguments}
    for code in [*range(600), *(0x40000000 | code for code in range(600))]:
        for arguments in ((), *ARGUMENTS) if code in by_argument else ((), (-1 & 2**32 - 1,) * 6):
            started, forked = (effective(path, code, arguments, arch) for path in (STARTED, FORKED))
            assert forked == started, (name_of(code), arguments)


def test_the_zygote_may_do_no_more_than_forking_takes() -> None:
    forking, outer = filters.rules("zygote"), filters.rules("outer")
    assert forking.allow - outer.allow == {"recvmsg", "sendmsg", "wait4", "setsid", "capset"}
    assert (forking.kill, forking.missing) == (outer.kill, outer.missing)
    assert {rule.call for rule in set(forking.arguments) - set(outer.arguments)} == {
        "clone", "prctl",
    }  # fmt: skip
    for flags, answer in ((0x38001011, ALLOW), (0x38001011 | 0x40000000, ERRNO | errno.EPERM)):
        assert verdict(program("zygote"), number("clone"), (flags,)) == answer
        assert verdict(program("outer"), number("clone"), (flags,)) == ERRNO | errno.EPERM
    assert verdict(program("zygote"), number("prctl"), (24, 0)) == ALLOW
    assert verdict(program("zygote"), number("prctl"), (4, 0)) == ERRNO | errno.EPERM


def test_the_zygote_forks_with_the_very_flags_of_the_list() -> None:
    (forks,) = [
        rule for rule in filters.rules("zygote").arguments
        if rule.call == "clone" and rule not in filters.rules("outer").arguments
    ]  # fmt: skip
    assert forks.values == (zygote.FLAGS,)


@pytest.mark.parametrize(
    "call", ["execve", "socket", "fork", "vfork", "memfd_create", "seccomp", "unlink", "flock"]
)
def test_the_bot_is_refused(call: str) -> None:
    assert verdict(program("inner"), number(call)) == ERRNO | errno.EPERM
