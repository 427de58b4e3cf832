"""The jail's levels: what must hold before strangers' code may run, and a match's stamp."""

import os
import platform
import subprocess
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal

from sandbox import canary, cgroups, launch, slots, staging, upload
from sandbox.errors import HostFailure, JailUnavailable, Rejected
from sandbox.guest import restrict
from sandbox.launch import Cell
from sandbox.staging import Prepared
from sandbox.zygote import Zygotes

__all__ = ["HostFailure", "JailUnavailable", "Jailer", "Level", "Prepared", "Rejected"]

Level = Literal["required", "rootless", "bundled-only"]

INSTALL: Final = "sudo apt-get install -y bubblewrap libseccomp2 util-linux python3.11"
NEEDED_CGROUPS: Final = frozenset({"memory", "pids", "cpu"})


class Jailer:
    """Prepares and jails bots at one level. Making one proves the level by canaries, or raises.

    - `required`: every layer. Needs root (each jail gets a uid of its own) and writable cgroups.
    - `rootless`: cgroups and the uid of its own may be missing; every other layer is mandatory.
    - `bundled-only`: NO JAIL. A plain process with limits, for bots below `bundled` alone, where no
      jail works; its stamp says unsandboxed, and nothing that it plays may be rated.

    Raises JailUnavailable, whose message names the missing layer and the line to run.
    """

    def __init__(self, level: Level = "required", *, bundled: Path | None = None) -> None:
        self.level = level
        self._bundled = bundled.resolve() if bundled else None
        self._backend = None if level == "bundled-only" else _backend(level)
        if level == "bundled-only" and self._bundled is None:
            raise ValueError("level bundled-only needs the folder of the bundled bots")
        self._shelf = upload.Shelf()
        self.cell = self._cell()
        if level != "bundled-only":
            self._sweep()
            self.cell = canary.prove(self.cell)

    @classmethod
    def strongest(cls) -> "Jailer":
        """The strongest level that holds here: required, else rootless, else JailUnavailable."""
        try:
            return cls("required")
        except JailUnavailable:
            return cls("rootless")

    def _sweep(self) -> None:
        """Remove the cgroups that killed workers left behind."""
        if self._backend:
            for slot in slots.unused(self.cell.locks):
                self._backend.clear(slot.name)

    def _cell(self) -> Cell:
        locks = staging.locks()
        if self.level == "bundled-only":
            return Cell(staging.runtime(b""), None, False, None, locks)
        filters = compiled_filters()
        own_uid = os.geteuid() == 0
        if missing := launch.missing_programs(own_uid=own_uid):
            raise JailUnavailable(f"{' and '.join(missing)} not found; run: {INSTALL}")
        root = staging.runtime(filters.inner)
        zygotes = Zygotes(filters.zygote)
        return Cell(root, filters.outer, own_uid, self._backend, locks, zygotes)

    @cached_property
    def stamp(self) -> dict[str, Any]:
        """What ran the bots, JSON-ready, for the match's row."""
        if self.level == "bundled-only":
            return {
                "level": "unsandboxed",
                "kernel": platform.release(),
                "bubblewrap": None,
                "filters": None,
            }
        told = subprocess.run(["bwrap", "--version"], check=True, capture_output=True, text=True)
        return {
            "level": self.level,
            "kernel": platform.release(),
            "bubblewrap": told.stdout.split()[-1],
            "filters": compiled_filters().fingerprint,
            "landlock": restrict.landlock_version(),
            "cgroups": self._backend.kind if self._backend else "none",
        }

    def prepare(self, path: Path) -> Prepared:
        """Unpack, check and stage an upload (.py or .zip), all of it inside a jail of its own.

        An upload that passed before is not inspected again: its bytes are the same.

        Raises Rejected with a message for the owner, or HostFailure.
        """
        if self.level == "bundled-only":
            return staging.stage(self._bundled_files(path))
        return staging.stage(self._shelf.unpack(self.cell, path))

    def _bundled_files(self, path: Path) -> dict[str, bytes]:
        """A bundled bot's file, never unpacked: an upload must not pass for one."""
        real = path.resolve()
        if self._bundled is None or not real.is_relative_to(self._bundled) or real.suffix != ".py":
            raise JailUnavailable(
                f"no jail works here, so only bundled sample bots run, and {path.name} is none; "
                f"run: {INSTALL}"
            )
        return {"bot.py": real.read_bytes()}


def _backend(level: Level) -> cgroups.Backend | None:
    """The cgroups to use. Raises JailUnavailable where the level needs more than there is."""
    found = cgroups.detect()
    missing = NEEDED_CGROUPS - found.controllers
    if level == "required":
        if os.geteuid() != 0:
            raise JailUnavailable("level required needs root, to give each jail a uid of its own")
        if missing:
            raise JailUnavailable(
                f"level required needs writable cgroups: {', '.join(sorted(missing))}"
            )
    return found if found.controllers and "memory" in found.controllers else None


def compiled_filters() -> Any:
    """The filters. Raises JailUnavailable where the library that makes them is missing."""
    try:
        from sandbox import filters  # noqa: PLC0415  # its import fails without libseccomp
    except (RuntimeError, OSError) as problem:  # not to be found; found, and not to be loaded
        raise JailUnavailable(f"{problem}; run: {INSTALL}") from problem
    return filters.load()
