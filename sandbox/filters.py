"""The seccomp filters, made from the readable list in filters.toml."""

import errno
import os
import tomllib
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Literal, get_args

import pyseccomp

LIST: Final = Path(__file__).with_name("filters.toml")
Side = Literal["outer", "zygote", "inner"]
ACT_BADARCH: Final = 2  # SCMP_FLTATR_ACT_BADARCH: what a call of a foreign ABI (int 0x80, x32) gets


@dataclass(frozen=True, slots=True)
class Argument:
    """A call that is allowed for some values of one argument alone."""

    call: str
    argument: int
    values: tuple[int, ...]
    mask: int
    kills: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """One filter in words: call names by what happens to them; everything else gets EPERM."""

    allow: frozenset[str]
    kill: frozenset[str]
    missing: frozenset[str]
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters as BPF programs, and a fingerprint of them for the match's stamp."""

    outer: bytes
    zygote: bytes
    inner: bytes
    fingerprint: str


@cache
def load() -> Filters:
    """All filters for this machine's architecture. Raises OSError where libseccomp refuses."""
    outer, zygote, inner = (_compile(rules(side)) for side in get_args(Side))
    return Filters(outer, zygote, inner, sha256(outer + zygote + inner).hexdigest()[:16])


def rules(side: Side) -> Rules:
    """The rules of one of the filters, as the list says."""
    data = tomllib.loads(LIST.read_text("utf-8"))
    allow = {call for group in data["allow"].values() for call in group}
    if side != "inner":
        allow |= set(data["start"]["calls"])
    if side == "zygote":
        allow |= set(data["zygote"]["calls"])
    return Rules(
        allow=frozenset(allow),
        kill=frozenset(data["kill"]["calls"]),
        missing=frozenset(data["missing"]["calls"]),
        arguments=tuple(
            _argument(entry)
            for entry in data["arguments"]
            if entry["call"] not in allow and entry.get("only", side) == side
        ),
    )


def _argument(entry: dict[str, Any]) -> Argument:
    mask = entry.get("mask", 0xFFFFFFFF)
    kills = entry.get("otherwise") == "kill"
    return Argument(entry["call"], entry["argument"], tuple(entry["values"]), mask, kills)


def _compile(wanted: Rules) -> bytes:
    program = pyseccomp.SyscallFilter(pyseccomp.ERRNO(errno.EPERM))
    program.set_attr(ACT_BADARCH, pyseccomp.KILL_PROCESS)
    for names, action in (
        (wanted.allow, pyseccomp.ALLOW),
        (wanted.kill, pyseccomp.KILL_PROCESS),
        (wanted.missing, pyseccomp.ERRNO(errno.ENOSYS)),
    ):
        for name in sorted(names):
            _add(program, action, name)
    for rule in wanted.arguments:
        _add_argument(program, rule)
    return _export(program)


def _add_argument(program: Any, rule: Argument) -> None:
    for value in rule.values:
        match = pyseccomp.Arg(rule.argument, pyseccomp.MASKED_EQ, rule.mask, value)
        _add(program, pyseccomp.ALLOW, rule.call, match)
    if rule.kills:
        match = pyseccomp.Arg(rule.argument, pyseccomp.MASKED_EQ, rule.mask, rule.mask)
        _add(program, pyseccomp.KILL_PROCESS, rule.call, match)


def _add(program: Any, action: int, name: str, *matches: Any) -> None:
    number = pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name)
    if number >= 0:  # other architectures lack the old calls (open, pipe, dup2): nothing to filter
        program.add_rule(action, name, *matches)


def _export(program: Any) -> bytes:
    handle = os.memfd_create("filter")
    with os.fdopen(handle, "r+b", buffering=0) as file:
        program.export_bpf(file)
        file.seek(0)
        return file.read()
