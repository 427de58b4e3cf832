"""The compiled filters do what the list in seccomp_filters.toml says, call by call."""

import errno
import os
import platform
from typing import get_args

import pyseccomp
import pytest

from sandbox import seccomp_filters
from sandbox.guest import zygote
from sandbox.languages import LANGUAGES
from tests.sandbox.bpf import ALLOW, ERRNO, I386, KILL, X86_64, verdict

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="the interpreter of these tests knows x86_64's numbers"
)
SIDES: tuple[seccomp_filters.Side, ...] = get_args(seccomp_filters.Side)
BOTH = [(side, language) for language in ("node", "binary") for side in ("outer", "inner")]
of_every_filter = pytest.mark.parametrize(
    ("side", "language"), [*((side, "python") for side in SIDES), *BOTH]
)
STARTED = ("outer", "inner")  # for a bot started cold: both
FORKED = ("zygote", "inner")  # for one forked by a zygote
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


def program(side: str, language: str = "python") -> bytes:
    found: bytes = getattr(seccomp_filters.load(language), side)
    return found


def effective(path: tuple[str, ...], code: int, arguments: tuple[int, ...], arch: int) -> int:
    """Return the answer of stacked filters: the strictest (seccomp(2)), of equals the last.

    The actions that are used here are the stricter the smaller, once death is read as negative.
    """
    answers = [verdict(program(side), code, arguments, arch) for side in reversed(path)]
    return min(answers, key=lambda answer: -1 if answer & 0xFFFF0000 == KILL else answer >> 16)


def expected(rules: seccomp_filters.Rules, call: str) -> int:
    if call in rules.allow:
        return ALLOW
    if call in rules.kill:
        return KILL
    return ERRNO | (errno.ENOSYS if call in rules.missing else errno.EPERM)


@of_every_filter
def test_every_call_gets_what_the_list_says(side: seccomp_filters.Side, language: str) -> None:
    rules = seccomp_filters.rules(side, language)
    by_argument = {rule.call for rule in rules.arguments}
    for code in range(470):
        call = name_of(code)
        if call not in by_argument:
            assert verdict(program(side, language), code) == expected(rules, call), call


@of_every_filter
def test_every_name_in_the_list_is_a_call(side: seccomp_filters.Side, language: str) -> None:
    rules = seccomp_filters.rules(side, language)
    names = rules.allow | rules.kill | rules.missing | {rule.call for rule in rules.arguments}
    assert [name for name in names if number(name) < 0] == []


@of_every_filter
def test_foreign_abis_are_answered_by_death(side: str, language: str) -> None:
    assert verdict(program(side, language), number("read"), arch=I386) == KILL
    assert verdict(program(side, language), number("read") | 0x40000000) == KILL


@pytest.mark.parametrize(
    ("call", "arguments", "answer"),
    [
        ("clone", (0x3D0F00,), ALLOW),
        ("clone", (0x1200011,), ERRNO | errno.EPERM),
        ("clone", (0x3D0F00 | 0x10000000,), ERRNO | errno.EPERM),
        ("fcntl", (0, 3), ALLOW),
        ("fcntl", (0, 4, os.O_NONBLOCK | os.O_APPEND), ALLOW),
        ("fcntl", (0, 4, os.O_NONBLOCK | os.O_DIRECT), ERRNO | errno.EPERM),
        ("fcntl", (0, 6), ERRNO | errno.EPERM),
        ("fcntl", (0, 1024), ERRNO | errno.EPERM),
        ("ioctl", (0, 0x5401), ALLOW),
        ("ioctl", (0, 0x5412), ERRNO | errno.EPERM),
        ("madvise", (0, 4096, 4), ALLOW),
        ("madvise", (0, 4096, 12), ERRNO | errno.EPERM),
        ("futex", (0, 128 | 256 | 9), ALLOW),
        ("futex", (0, 128 | 6), ERRNO | errno.EPERM),
        ("futex", (0, 1), ERRNO | errno.EPERM),
        ("exit_group", (1,), ALLOW),
        ("exit_group", (127,), ALLOW),
        ("exit_group", (137,), KILL),
        ("exit_group", (137 + 256,), KILL),
        ("exit", (0,), ALLOW),
        ("exit", (255,), KILL),
    ],
)
@of_every_filter
def test_some_calls_depend_on_an_argument(
    side: str, language: str, call: str, arguments: tuple[int, ...], answer: int
) -> None:
    assert verdict(program(side, language), number(call), arguments) == answer


@pytest.mark.parametrize("flags", [0x7D0F00, 0x50F00], ids=["musl", "Go"])
def test_binaries_start_threads_as_their_libraries_do(flags: int) -> None:
    assert verdict(program("inner", "binary"), number("clone"), (flags,)) == ALLOW
    assert verdict(program("inner", "node"), number("clone"), (flags,)) == ERRNO | errno.EPERM


@pytest.mark.parametrize("wait", [0, 9, 256 | 9])
def test_no_python_bot_waits_where_a_neighbours_ending_thread_could_wake_it(wait: int) -> None:
    for side in SIDES:
        assert verdict(program(side), number("futex"), (0, wait)) == ERRNO | errno.EAGAIN
    for language in ("node", "binary"):
        assert verdict(program("inner", language), number("futex"), (0, wait)) == ALLOW


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("call", ["sysinfo", "pipe", "statx", "get_robust_list", "fstatfs"])
def test_no_bot_is_told_what_the_whole_machine_has_done(language: str, call: str) -> None:
    refusal = errno.ENOSYS if call == "statx" else errno.EPERM
    assert verdict(program("inner", language), number(call)) == ERRNO | refusal


@pytest.mark.parametrize("call", ["pipe2", "set_tid_address", "set_robust_list"])
def test_a_python_bot_neither_makes_pipes_nor_says_where_a_threads_end_is_told(call: str) -> None:
    assert verdict(program("inner"), number(call)) == ERRNO | errno.EPERM


@pytest.mark.parametrize("language", ["node", "binary"])
def test_programs_get_only_memory_that_is_counted(language: str) -> None:
    shared, private, grows, hidden = 0x21, 0x22, 0x122, 0x23
    for flags in (shared, grows, hidden):
        refused = verdict(program("inner", language), number("mmap"), (0, 4096, 3, flags))
        assert refused == ERRNO | errno.EPERM
    assert verdict(program("inner", language), number("mmap"), (0, 4096, 3, private)) == ALLOW


@pytest.mark.parametrize("language", ["node", "binary"])
@pytest.mark.parametrize(
    "call", ["execveat", "socket", "fork", "vfork", "memfd_create", "seccomp", "unlink", "flock"]
)
def test_programs_are_refused_what_python_is_refused(language: str, call: str) -> None:
    assert verdict(program("inner", language), number(call)) == ERRNO | errno.EPERM


def test_limits_may_be_read_but_not_set_by_the_bot() -> None:
    call = number("prlimit64")
    assert verdict(program("inner"), call, (0, 7, 0, 1)) == ALLOW
    assert verdict(program("inner"), call, (0, 7, 1, 0)) == ERRNO | errno.EPERM
    assert verdict(program("outer"), call, (0, 7, 1, 0)) == ALLOW


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_inner_filter_allows_nothing_that_the_outer_forbids(language: str) -> None:
    assert (
        seccomp_filters.rules("inner", language).allow
        < seccomp_filters.rules("outer", language).allow
    )


@pytest.mark.parametrize("arch", [X86_64, I386])
def test_a_forked_bot_is_refused_exactly_what_a_started_one_is(arch: int) -> None:
    by_argument = {
        number(rule.call) for side in SIDES for rule in seccomp_filters.rules(side).arguments
    }
    for code in [*range(600), *(0x40000000 | code for code in range(600))]:
        for arguments in ((), *ARGUMENTS) if code in by_argument else ((), (-1 & 2**32 - 1,) * 6):
            started, forked = (effective(path, code, arguments, arch) for path in (STARTED, FORKED))
            assert forked == started, (name_of(code), arguments)


def test_the_zygote_may_do_no_more_than_forking_takes() -> None:
    forking, outer = seccomp_filters.rules("zygote"), seccomp_filters.rules("outer")
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
        rule for rule in seccomp_filters.rules("zygote").arguments
        if rule.call == "clone" and rule not in seccomp_filters.rules("outer").arguments
    ]  # fmt: skip
    assert forks.values == (zygote.FLAGS,)


@pytest.mark.parametrize(
    "call", ["execve", "socket", "fork", "vfork", "memfd_create", "seccomp", "unlink", "flock"]
)
def test_the_bot_is_refused(call: str) -> None:
    assert verdict(program("inner"), number(call)) == ERRNO | errno.EPERM
