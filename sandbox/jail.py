"""The jail's levels, and what runs at which."""

import os
import platform
import subprocess
from collections.abc import Collection
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal

from sandbox import canary, cgroups, launch, orphans, runtimes, slots, staging, toolchains, upload
from sandbox.channel import Channel
from sandbox.errors import HostFailure, JailUnavailable, Rejected
from sandbox.errors import gettext_noop as _
from sandbox.guest import restrict
from sandbox.guest.upload_rules import REASONS
from sandbox.languages import PYTHON
from sandbox.launch import Jail, JailTemplate
from sandbox.limits import Limits
from sandbox.runner import Prepared
from sandbox.zygote import ZygotePool

__all__ = ["HostFailure", "JailUnavailable", "Jailer", "Level", "Prepared", "Rejected"]

Level = Literal["required", "rootless", "bundled-only"]

INSTALL: Final = "sudo apt-get install -y bubblewrap libseccomp2 util-linux python3.11"
NEEDED_CGROUPS: Final = frozenset({"memory", "pids", "cpu"})


class Jailer:
    """Prepares and jails bots at one level, proven by canaries.

    - `required`: every layer; needs root (a uid per jail) and cgroups.
    - `rootless`: cgroups and own uid may be missing.
    - `bundled-only`: NO JAIL, for bots below `bundled`; never rated.

    Raises JailUnavailable naming what is missing and the remedy.
    """

    def __init__(
        self, level: Level = "required", *, bundled: Path | None = None,
        languages: Collection[str] = (PYTHON,), runtime: Path | None = None,
        engine: Path | None = None,
    ) -> None:  # fmt: skip
        """`engine`: a compiled build of the package, for bots that import it."""
        self.level = level
        self.languages = languages
        self._runtime = runtime
        self._engine = engine
        self._templates: dict[str, JailTemplate] = {}
        self._bundled = bundled.resolve() if bundled else None
        self._backend = None if level == "bundled-only" else _backend(level)
        if level == "bundled-only" and self._bundled is None:
            raise ValueError("level bundled-only needs the folder of the bundled bots")
        self._upload_cache = upload.UploadCache()
        self.template = self._python_template()
        if level != "bundled-only":
            # Jails of workers that were killed, whose slots are free
            marked = orphans.find()
            for slot in slots.reclaim(self.template.locks):
                orphans.kill(marked.get(slot.name, ()), slot.name)
                if self._backend:
                    self._backend.clear(slot.name)
            self.template = canary.prove(self.template)

    @classmethod
    def strongest(
        cls, *, languages: Collection[str] = (PYTHON,), runtime: Path | None = None,
        engine: Path | None = None,
    ) -> "Jailer":  # fmt: skip
        """Return a jailer of level required, else of rootless. Raises JailUnavailable."""
        try:
            return cls("required", languages=languages, runtime=runtime, engine=engine)
        except JailUnavailable:
            return cls("rootless", languages=languages, runtime=runtime, engine=engine)

    def template_for(self, language: str) -> JailTemplate:
        """Return the template of this language, proven on first use. Raises JailUnavailable."""
        if language == PYTHON:
            return self.template
        if language not in self._templates:
            toolchain = toolchains.find(language)
            filters = compiled_filters(toolchain.language)
            root = staging.jail_root(filters.inner, toolchain.layers, has_stage=False)
            template = replace(
                self.template, root=root, outer=filters.outer, zygotes=None, toolchain=toolchain
            )
            self._templates[language] = canary.prove(template)
        return self._templates[language]

    def unavailable_languages(self) -> dict[str, str]:
        """Accepted languages that cannot run here, and why."""
        problems: dict[str, str] = {}
        for language in self.languages:
            try:
                self.template_for(language)
            except JailUnavailable as problem:
                problems[language] = str(problem)
        return problems

    def _python_template(self) -> JailTemplate:
        locks = staging.locks_folder()
        if self.level == "bundled-only":
            return JailTemplate(
                staging.jail_root(b"", engine=self._engine), None, False, None, locks
            )
        filters = compiled_filters()
        own_uid = os.geteuid() == 0
        if missing := launch.missing_programs(own_uid=own_uid):
            words = _("%(names)s not found; run: %(command)s")
            raise JailUnavailable(words, names=", ".join(missing), command=INSTALL)
        layers = (runtimes.layer(self._runtime),) if self._runtime else ()
        root = staging.jail_root(filters.inner, layers, self._engine)
        zygotes = ZygotePool(filters.zygote)
        return JailTemplate(root, filters.outer, own_uid, self._backend, locks, zygotes)

    @cached_property
    def stamp(self) -> dict[str, Any]:
        """Isolation level and versions, for the match's row."""
        if self.level == "bundled-only":
            return {
                "level": "unsandboxed",
                "kernel": platform.release(),
                "bubblewrap": None,
                "filters": None,
            }
        output = subprocess.run(["bwrap", "--version"], check=True, capture_output=True, text=True)
        return {
            "level": self.level,
            "kernel": platform.release(),
            "bubblewrap": output.stdout.split()[-1],
            "filters": compiled_filters().fingerprint,
            "landlock": restrict.landlock_version(),
            "cgroups": self._backend.kind if self._backend else "none",
            "runtime": runtimes.packages(self._runtime) if self._runtime else None,
        }

    def prepare(self, path: Path) -> Prepared:
        """Unpack, check and stage an upload (.py or .zip) inside a jail.

        Raises Rejected for the owner, or HostFailure.
        """
        if self.level == "bundled-only":
            return staging.stage(self._bundled_files(path))
        unpacked = self._upload_cache.unpack(self.template, path)
        language = unpacked.manifest.language
        if language not in self.languages:
            reason = REASONS["language_not_accepted"]
            raise Rejected(reason, language=language, languages=", ".join(self.languages))
        self.template_for(language)
        return staging.stage(unpacked.files, unpacked.manifest)

    def run(self, bot: Prepared, limits: Limits) -> tuple[Jail, Channel]:
        """Start a bot in a fresh jail. Raises HostFailure."""
        inside, requests = os.pipe()
        answers, replies = os.pipe()
        log, output = os.pipe()
        try:
            template = self.template_for(bot.manifest.language)
            jail = template.run_bot(bot, limits, inside=inside, answers=replies, log=output)
        except BaseException:
            for end in (requests, answers, log):
                os.close(end)
            raise
        finally:
            for end in (inside, replies, output):
                os.close(end)
        return jail, Channel(requests, answers, log, line=limits.line_in, log_limit=limits.log)

    def _bundled_files(self, path: Path) -> dict[str, bytes]:
        """Read a bundled bot. Nothing is unpacked: an upload must not pass for a bundled bot."""
        real = path.resolve()
        if self._bundled is None or not real.is_relative_to(self._bundled) or real.suffix != ".py":
            raise JailUnavailable(
                _(
                    "no jail works here, so only bundled house bots run, and %(name)s is not one; "
                    "run: %(command)s"
                ),
                name=path.name,
                command=INSTALL,
            )
        return {"bot.py": real.read_bytes()}


def _backend(level: Level) -> cgroups.Backend | None:
    backend = cgroups.detect()
    missing = NEEDED_CGROUPS - backend.controllers
    if level == "required":
        if os.geteuid() != 0:
            raise JailUnavailable(
                _("level required needs root, to give each jail a uid of its own")
            )
        if missing:
            raise JailUnavailable(
                _("level required needs writable cgroups: %(names)s"),
                names=", ".join(sorted(missing)),
            )
    return backend if "memory" in backend.controllers else None


def compiled_filters(language: str = PYTHON) -> Any:
    """Return a language's filters. Raises JailUnavailable where libseccomp is missing."""
    try:
        from sandbox import seccomp_filters  # noqa: PLC0415  # its import fails without libseccomp
    except (RuntimeError, OSError, ImportError) as problem:  # not found, not loadable, no binding
        words = _("%(problem)s; run: %(command)s")
        raise JailUnavailable(words, problem=str(problem), command=INSTALL) from problem
    return seccomp_filters.load(language)
