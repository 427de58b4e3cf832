"""Toolchains for bots that are programs."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from sandbox import staging
from sandbox.errors import JailUnavailable
from sandbox.errors import gettext_noop as _
from sandbox.guest import restrict
from sandbox.languages import BINARY, NODE, Manifest
from sandbox.limits import MIB, Limits

NODE_IN_JAIL: Final = "/usr/bin/node"
NODE_FLAGS: Final = ("--no-addons",)  # no compiled code disguised as JavaScript
INSTALL: Final = "sudo apt-get install -y nodejs"
ELF: Final = b"\x7fELF"
HEAP: Final = 0.625  # V8's share of the memory; the rest is code, stacks, buffers, young objects
ROOM: Final = 4  # where a cgroup counts memory, programs may reserve more
STACK: Final = 8 * MIB  # reserved per thread, hardly used


@dataclass(frozen=True, slots=True)
class Toolchain:
    """Files in the root, which a program may read, and what it may `execute` (empty: itself)."""

    language: str
    layers: tuple[staging.Layer, ...] = ()
    execute: tuple[str, ...] = ()

    def words(self, manifest: Manifest, limits: Limits, *, counted: bool) -> tuple[str, ...]:
        """Arguments of `guest/program.py`. `counted`: by a cgroup, so the kernel need not refuse
        memory.
        """
        data = limits.memory * ROOM if counted else limits.memory + limits.threads * STACK
        program = f"/{staging.BOT}/{manifest.words[0]}"
        execute = ":".join(self.execute or (program,))
        command = (program, *manifest.words[1:])
        if self.language == NODE:
            heap = int(limits.memory * HEAP) >> 20
            command = (NODE_IN_JAIL, f"--max-old-space-size={heap}", *NODE_FLAGS, *command)
        read = ":".join(file for layer in self.layers for file in layer.files)
        return (str(data), execute, read, *command)


def find(language: str) -> Toolchain:
    """Return the toolchain of a language. Raises JailUnavailable naming what is missing."""
    if restrict.landlock_version() == 0:
        raise JailUnavailable(
            _(
                "%(language)s bots need a kernel with Landlock (5.13 or newer, and landlock among "
                "the names in /sys/kernel/security/lsm); Python bots do not"
            ),
            language=language,
        )
    return Toolchain(BINARY) if language == BINARY else _node()


@cache
def _node() -> Toolchain:
    """Return the node on PATH and all it links or reads at start."""
    program = shutil.which("node")
    if not program:
        words = _("Node.js is missing: there is no node on PATH; run: %(command)s")
        raise JailUnavailable(words, command=INSTALL)
    node = Path(program).resolve()
    with node.open("rb") as file:
        if file.read(len(ELF)) != ELF:
            words = _("%(file)s is a script and not Node.js itself; run: %(command)s")
            raise JailUnavailable(words, file=str(node), command=INSTALL)
    libraries = staging.linked_libraries([node])
    files = {staging.path_in_root(path): path for path in [*libraries, *_builtins(node)]}
    loaders = sorted(
        staging.path_in_root(path) for path in libraries if path.name.startswith("ld-")
    )
    layer = staging.Layer(NODE, {NODE_IN_JAIL: node, **files})
    return Toolchain(NODE, (layer,), (NODE_IN_JAIL, *loaders))


def _builtins(node: Path) -> list[Path]:
    """Return Node.js's own modules, which some distributions keep in files."""
    words = [str(node), "-p", "(process.config.target_defaults.defines || []).join('\\n')"]
    try:
        output = subprocess.run(
            words, check=True, capture_output=True, text=True, timeout=20
        ).stdout
    except (OSError, subprocess.SubprocessError) as problem:
        reason = _("%(file)s does not run: %(problem)s; run: %(command)s")
        raise JailUnavailable(
            reason, file=str(node), problem=str(problem), command=INSTALL
        ) from problem
    named = re.findall(r"^NODE_SHARED_BUILTIN_\w+=(/.+)$", output, re.MULTILINE)
    return [path for path in map(Path, named) if path.exists()]
