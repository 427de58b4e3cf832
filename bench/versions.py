"""The platform's code as it stands here, or at a commit, each with a database of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.prepared import MIGRATE, ROOT, platform_environment


@dataclass(frozen=True)
class Version:
    """A folder with the code; `title`: a commit, or "here"."""

    title: str
    folder: Path = ROOT

    def platform(self, var: Path, **environment: str) -> VersionPlatform:
        """Make the tables of a platform of this version."""
        made = VersionPlatform(self, var, environment)
        made.run(*MIGRATE)
        return made


@contextmanager
def versions(commit: str) -> Iterator[list[Version]]:
    """Yield the version of the commit, if any is given, and the one here."""
    with tempfile.TemporaryDirectory(prefix="kingsbench-version-") as folder:
        before = [Version(commit, Path(folder, "tree"))] if commit else []
        for version in before:
            _git("worktree", "add", "--quiet", "--detach", str(version.folder), commit)
        try:
            yield [*before, Version("here")]
        finally:
            for version in before:
                _git("worktree", "remove", "--force", str(version.folder))


def _git(*words: str) -> None:
    subprocess.run(["git", "-C", str(ROOT), *words], check=True, stdout=subprocess.DEVNULL)


@dataclass
class VersionPlatform:
    """A running platform of a version."""

    version: Version
    var: Path
    extra: dict[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        folder = self.version.folder
        path = os.pathsep.join([str(folder), str(folder / "platform")])
        return platform_environment(self.var) | {"PYTHONPATH": path} | self.extra

    def start(self, *words: str, **options: Any) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, *words],
            env=self.environment,
            cwd=self.version.folder,
            text=True,
            **options,
        )

    def run(self, *words: str) -> str:
        """Return its output; end with its errors."""
        process = self.start(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, errors = process.communicate()
        if process.returncode:
            raise SystemExit(errors)
        return out


def end(processes: Sequence[subprocess.Popen[str]]) -> None:
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait(timeout=60)
