"""Run a program under a seccomp profile of Docker's format.

`seccomp_profile.py PROFILE.json PROGRAM [WORD...]`. Entries count as in Docker for a process
without capabilities: unless they `exclude` this architecture or kernel, and only where all that
they `include` is there.
"""

import json
import os
import platform
import sys
from typing import Any

import pyseccomp

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
OPERATORS = {
    "SCMP_CMP_NE": pyseccomp.NE,
    "SCMP_CMP_LT": pyseccomp.LT,
    "SCMP_CMP_LE": pyseccomp.LE,
    "SCMP_CMP_EQ": pyseccomp.EQ,
    "SCMP_CMP_GE": pyseccomp.GE,
    "SCMP_CMP_GT": pyseccomp.GT,
    "SCMP_CMP_MASKED_EQ": pyseccomp.MASKED_EQ,
}
Entry = dict[str, Any]


def entries(profile: Entry, *, architecture: str, kernel: tuple[int, int]) -> list[Entry]:
    """The entries of a profile that count for a process without any capability."""
    return [
        entry
        for entry in profile["syscalls"]
        if _all_there(entry.get("includes", {}), architecture, kernel)
        and not _any_there(entry.get("excludes", {}), architecture, kernel)
    ]


def _all_there(wanted: Entry, architecture: str, kernel: tuple[int, int]) -> bool:
    return (
        not wanted.get("caps")
        and architecture in wanted.get("arches", [architecture])
        and kernel >= _version(wanted.get("minKernel", "0.0"))
    )


def _any_there(unwanted: Entry, architecture: str, kernel: tuple[int, int]) -> bool:
    return architecture in unwanted.get("arches", []) or (
        "minKernel" in unwanted and kernel >= _version(unwanted["minKernel"])
    )


def _version(text: str) -> tuple[int, int]:
    major, minor = text.split(".")[:2]
    return int(major), int(minor)


def load(profile: Entry) -> None:
    """Apply the profile to this process permanently."""
    program = pyseccomp.SyscallFilter(_action(profile["defaultAction"], profile["defaultErrnoRet"]))
    here = ARCHITECTURES[platform.machine()]
    for entry in entries(profile, architecture=here, kernel=_version(platform.release())):
        matches = [_match(argument) for argument in entry.get("args", [])]
        for name in entry["names"]:
            number = pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name)
            if (
                number >= 0
            ):  # a call of another architecture, or newer than the library, is left out
                program.add_rule(_action(entry["action"], entry.get("errnoRet")), name, *matches)
    program.load()


def _action(name: str, code: int | None) -> int:
    if name == "SCMP_ACT_ALLOW":
        allow: int = pyseccomp.ALLOW
        return allow
    assert name == "SCMP_ACT_ERRNO", name
    return int(pyseccomp.ERRNO(1 if code is None else code))


def _match(argument: Entry) -> Any:
    """Match one condition. For a masked one, `value` is the mask, `valueTwo` the masked result."""
    values = [argument["value"], *([argument["valueTwo"]] if "valueTwo" in argument else [])]
    return pyseccomp.Arg(argument["index"], OPERATORS[argument["op"]], *values)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:  # noqa: PTH123  # a program of few imports
        load(json.load(file))
    os.execv(sys.argv[2], sys.argv[2:])
