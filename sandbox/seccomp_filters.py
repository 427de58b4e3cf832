"""Seccomp filters of each language, from seccomp_filters.toml."""

import errno
import os
import tomllib
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Literal

import pyseccomp

from sandbox.languages import LANGUAGES, PYTHON

LIST: Final = Path(__file__).with_name("seccomp_filters.toml")
Side = Literal["outer", "zygote", "inner"]
ACT_BADARCH: Final = 2  # SCMP_FLTATR_ACT_BADARCH: action for a foreign ABI (int 0x80, x32)


@dataclass(frozen=True, slots=True)
class Argument:
    """A call allowed (or failing with `error`) for some values of one argument."""

    call: str
    argument: int
    values: tuple[int, ...]
    mask: int
    kills: bool
    error: int = 0
    without: int = 0  # bits of the next argument that must not be set


@dataclass(frozen=True, slots=True)
class Rules:
    """System calls by what becomes of them; all others fail with EPERM."""

    allow: frozenset[str]
    kill: frozenset[str]
    missing: frozenset[str]
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Filters:
    """BPF programs; only Python bots have zygotes."""

    outer: bytes
    zygote: bytes
    inner: bytes

    @property
    def fingerprint(self) -> str:
        """One hash of the filters of all languages."""
        filters = [load(language) for language in LANGUAGES]
        programs = b"".join(part.outer + part.zygote + part.inner for part in filters)
        return sha256(programs).hexdigest()[:16]


@cache
def load(language: str = PYTHON) -> Filters:
    """Compile for this architecture. Raises OSError where libseccomp refuses."""
    outer, inner = (_compile(rules(side, language)) for side in ("outer", "inner"))
    return Filters(outer, _compile(rules("zygote")) if language == PYTHON else b"", inner)


def rules(side: Side, language: str = PYTHON) -> Rules:
    data = tomllib.loads(LIST.read_text("utf-8"))
    own = data.get(language, {"allow": [], "missing": []})
    by_argument = [
        entry
        for entry in data["arguments"]
        if language in entry.get("languages", LANGUAGES) and entry.get("only", side) == side
    ]
    allow = {call for group in data["allow"].values() for call in group} | set(own["allow"])
    allow -= {entry["call"] for entry in by_argument}
    if side != "inner":
        allow |= set(data["start"]["calls"])
    if side == "zygote":
        allow |= set(data["zygote"]["calls"])
    return Rules(
        allow=frozenset(allow),
        kill=frozenset(data["kill"]["calls"]) - set(own["missing"]),
        missing=frozenset(data["missing"]["calls"]) | set(own["missing"]),
        arguments=tuple(_argument(entry) for entry in by_argument if entry["call"] not in allow),
    )


def _argument(entry: dict[str, Any]) -> Argument:
    mask = entry.get("mask", 0xFFFFFFFF)
    kills = entry.get("otherwise") == "kill"
    error = getattr(errno, entry["error"]) if "error" in entry else 0
    without = getattr(os, entry["without"]) if "without" in entry else 0
    return Argument(
        entry["call"], entry["argument"], tuple(entry["values"]), mask, kills, error, without
    )


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
    handle = os.memfd_create("filter")
    with os.fdopen(handle, "r+b", buffering=0) as file:
        program.export_bpf(file)
        file.seek(0)
        return file.read()


def _add_argument(program: Any, rule: Argument) -> None:
    action = pyseccomp.ERRNO(rule.error) if rule.error else pyseccomp.ALLOW
    for value in rule.values:
        matches = [pyseccomp.Arg(rule.argument, pyseccomp.MASKED_EQ, rule.mask, value)]
        if rule.without:
            unset = pyseccomp.Arg(rule.argument + 1, pyseccomp.MASKED_EQ, rule.without, 0)
            matches.append(unset)
        _add(program, action, rule.call, *matches)
    if rule.kills:
        match = pyseccomp.Arg(rule.argument, pyseccomp.MASKED_EQ, rule.mask, rule.mask)
        _add(program, pyseccomp.KILL_PROCESS, rule.call, match)


def _add(program: Any, action: int, name: str, *matches: Any) -> None:
    number = pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name)
    if number >= 0:  # other architectures lack old calls (open, pipe, dup2)
        program.add_rule(action, name, *matches)
