"""Packages that Python bots may import."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.metadata import distributions
from importlib.util import find_spec
from pathlib import Path

import click

from kit.bots import HouseBot
from kit.errors import BadInput
from kit.program import IS_CHECKOUT
from kit.terminal import escape_controls
from sandbox import guest_code

SETTING = "KINGSBENCH_RUNTIME"
VERSION = guest_code.PYTHON.name.removeprefix("python")
OURS = ".kingsbench-runtime"  # marks folders made by `build`, which may be replaced or removed


def configured_runtime() -> Path | None:
    """Return the runtime that the setting names, by its name or folder; None: it is unset."""
    word = os.environ.get(SETTING, "")
    return folder() / word if word else None


def advice(bot: HouseBot) -> str:
    """Say what a house bot lacks; empty: nothing."""
    missing = bot.missing(configured_runtime())
    if not missing:
        return ""
    words = " ".join(f"--with {name}" for name in missing)
    return (
        f"needs {', '.join(missing)}: run `kingsbench runtime build python {words}`, "
        f"then set {SETTING}=python"
    )


def folder() -> Path:
    """Return the folder of all runtimes."""
    beside = guest_code.PROJECT_ROOT if IS_CHECKOUT else Path.cwd()
    return Path(os.environ.get("KINGSBENCH_VAR") or beside / "var").resolve() / "runtimes"


def build(target: Path, requirements: Sequence[str]) -> None:
    """Install wheels only (nothing runs), replacing a runtime once complete. Raises BadInput."""
    if target.exists() and not (target / OURS).exists():
        raise BadInput(f"{target} already exists and is not a runtime; choose another name")
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=".new-", dir=target.parent))
    except OSError as error:
        raise BadInput(f"cannot write {target.parent}: {error.strerror}") from error
    try:
        _install(aside, requirements)
        (aside / OURS).touch()
        shutil.rmtree(target, ignore_errors=True)
        aside.rename(target)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _install(target: Path, requirements: Sequence[str]) -> None:
    uv = shutil.which("uv")
    if not uv and find_spec("pip") is None:  # the .venv that uv made has it
        uv = shutil.which("uv", path=str(Path(sys.executable).parent))
    if uv:
        command = [uv, "pip", "install", "--quiet", "--python-version", VERSION]
    else:
        command = [sys.executable, "-P", "-m", "pip", "install", "--quiet", "--no-input",
                   "--disable-pip-version-check", "--implementation", "cp",
                   "--python-version", VERSION]  # fmt: skip
    command += ["--only-binary", ":all:", "--target", str(target), "--", *requirements]
    if subprocess.run(command, check=False).returncode:
        raise BadInput("the packages cannot be installed; see the output above")


def packages(runtime: Path) -> Iterator[str]:
    """Yield name, version and hash of each."""
    for package in sorted(distributions(path=[str(runtime)]), key=lambda package: package.name):
        # RECORD lists each file's hash; line ends differ between uv and pip, so it is read as text.
        record = (package.read_text("RECORD") or "").encode()
        yield f"{package.name} {package.version}  sha256:{sha256(record).hexdigest()}"


def names() -> list[str]:
    """Return the names of the runtimes in `folder`."""
    return sorted(path.parent.name for path in folder().glob(f"[!.]*/{OURS}"))


def remove(name: str) -> None:
    """Remove a runtime. Raises BadInput for an unknown name."""
    if name not in names():
        known = ", ".join(names()) or "none"
        raise BadInput(f"there is no runtime {name!r}; there are: {known}")
    shutil.rmtree(folder() / name)


def describe(runtime: Path) -> None:
    click.echo(escape_controls(f"{runtime.name}  ({runtime})"))
    for line in packages(runtime):
        click.echo(f"  {escape_controls(line)}")
