"""Compile the engine's hot modules with mypyc: `python -m arena.compiling`.

`engine.compiled` finds the build.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path

from engine import compiled

GROUP = "engine.compiled_modules"  # the library that all modules share, inside the package
SETUP = """
from mypyc.build import mypycify
from setuptools import setup

modules = mypycify({arguments}, opt_level={level!r}, debug_level="0", group_name={group!r})
setup(name="engine", ext_modules=modules)
"""


class NotCompiled(Exception):
    """Says what is missing, or what the compiler said."""


def is_wanted() -> bool:
    return os.environ.get(compiled.SETTING) == "1"


def engine_package() -> Path | None:
    """Return the package of the current build, for jails."""
    package = compiled.current()
    return Path(package) if package else None


def compile_engine(
    target: Path, modules: Sequence[str] = compiled.MODULES, *, level: str = "3"
) -> None:
    """Make a folder with a build of the engine. Raises NotCompiled, leaving nothing behind."""
    _require_tools()
    target.parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(prefix="new-", dir=target.parent))
    try:
        for path in compiled.sources():
            copy = aside / "engine" / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(Path(compiled.SOURCES, path), copy)
        _build(aside, modules, level)
        aside.chmod(0o755)
        aside.rename(target)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _require_tools() -> None:
    if importlib.util.find_spec("mypyc") is None:
        raise NotCompiled(
            "mypy is missing; run: .venv/bin/uv pip install --python .venv/bin/python "
            "--require-hashes -r requirements-compiled.lock"
        )
    headers = Path(sysconfig.get_path("include"), "Python.h")
    if not shutil.which("cc") or not headers.exists():
        version = f"python3.{sys.version_info.minor}"
        raise NotCompiled(f"no compiler; run: sudo apt-get install gcc libc6-dev {version}-dev")


def _build(folder: Path, modules: Sequence[str], level: str) -> None:
    version = f"--python-version={sys.version_info.major}.{sys.version_info.minor}"
    arguments = [version, *[f"engine/{module}.py" for module in modules]]
    program = SETUP.format(arguments=arguments, level=level, group=GROUP)
    build = subprocess.run(
        [sys.executable, "-P", "-c", program, "-q", "build_ext", "--inplace"],
        cwd=folder,
        env={"PATH": os.environ.get("PATH", "/usr/bin:/bin"), compiled.SETTING: "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    if build.returncode:
        raise NotCompiled(f"the compiler failed: {(build.stdout + build.stderr)[-2000:]}")
    for left_over in folder.iterdir():
        if left_over.name != "engine":
            shutil.rmtree(left_over, ignore_errors=True)


def main() -> None:
    target = Path(compiled.folder())
    try:
        if not target.exists():
            compile_engine(target)
    except NotCompiled as problem:
        raise SystemExit(f"the engine is not compiled: {problem}") from None
    print(target)


if __name__ == "__main__":
    main()
